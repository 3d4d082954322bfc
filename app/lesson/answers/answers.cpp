// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers/answers.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// Evenly, with both ends.
std::vector<CurvePoint> thinned(const std::vector<CurvePoint>& curve, std::size_t most)
{
    if (curve.size() <= most)
        return curve;
    std::vector<CurvePoint> kept;
    for (std::size_t i = 0; i < most; ++i)
        kept.push_back(curve[i * (curve.size() - 1) / (most - 1)]);
    return kept;
}

std::size_t answersIn(const StudentAnswers& student)
{
    std::size_t count = 0;
    for (const LessonAnswers& lesson : student.lessons)
        count += lesson.answers.size();
    return count;
}

} // namespace

const std::vector<std::string>& answerPartNames()
{
    static const std::vector<std::string> names{"predict", "observe", "check"};
    return names;
}

void addAnswer(
    StudentAnswers& to, std::string_view lessonName, const Lesson& lesson, const QuestionAnswer& given)
{
    // A teacher's copy may have a lesson's name and another aim.
    auto of = std::find_if(to.lessons.begin(), to.lessons.end(), [&](const LessonAnswers& each) {
        return each.lesson == lessonName && each.misconception == lesson.misconception;
    });
    if (of == to.lessons.end()) {
        if (to.lessons.size() >= kMaxAnsweredLessons)
            return;
        to.lessons.push_back({std::string(lessonName), lesson.title, lesson.misconception, {}});
        of = to.lessons.end() - 1;
    }
    const auto first = std::find_if(of->answers.begin(), of->answers.end(), [&](const QuestionAnswer& each) {
        return each.part == given.part && each.step == given.step && each.ask == given.ask;
    });
    if (first != of->answers.end()) {
        ++first->tries;
        first->isRightAtLast = given.isRight;
        return;
    }
    if (of->answers.size() >= kMaxAnswersOfLesson || answersIn(to) >= kMaxAnswers)
        return;
    QuestionAnswer& added = of->answers.emplace_back(given);
    added.tries = 1;
    added.isRightAtLast = given.isRight;
    if (auto* curve = std::get_if<std::vector<CurvePoint>>(&added.answer))
        *curve = thinned(*curve, kMaxAnswerPoints);
}

} // namespace ulpscope
