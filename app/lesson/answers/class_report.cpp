// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers/class_report.h"

#include <algorithm>

namespace ulpscope {

namespace {

double percentOf(std::size_t part, std::size_t all)
{
    return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

const QuestionAnswer* firstOfPart(const LessonAnswers& lesson, AnswerPart part)
{
    const QuestionAnswer* first = nullptr;
    for (const QuestionAnswer& answer : lesson.answers)
        if (answer.part == part && (first == nullptr || answer.step < first->step))
            first = &answer;
    return first;
}

void tally(ClassRow& row, const LessonAnswers& lesson)
{
    ++row.count;
    const QuestionAnswer* before = firstOfPart(lesson, AnswerPart::Predict);
    const QuestionAnswer* after = firstOfPart(lesson, AnswerPart::Check);
    if (before != nullptr && after != nullptr) {
        ++row.gain.count;
        row.gain.rightBefore += before->isRight ? 1 : 0;
        row.gain.rightAfter += after->isRight ? 1 : 0;
        row.gain.rightAtLast += after->isRightAtLast ? 1 : 0;
    }
    for (const QuestionAnswer& answer : lesson.answers) {
        if (!answer.confidence)
            continue;
        const double error = *answer.confidence / 100 - (answer.isRight ? 1 : 0);
        ++row.calibration.count;
        row.calibration.right += answer.isRight ? 1 : 0;
        row.calibration.confidenceSum += *answer.confidence;
        row.calibration.squaredSum += error * error;
    }
}

/// One of each lesson: who changes the language begins it a second time, in other words. What was answered first counts.
std::vector<LessonAnswers> joined(const std::vector<LessonAnswers>& lessons)
{
    std::vector<LessonAnswers> all;
    for (const LessonAnswers& lesson : lessons) {
        const auto known = std::find_if(
            all.begin(), all.end(), [&](const LessonAnswers& each) { return each.lesson == lesson.lesson; });
        if (known == all.end()) {
            all.push_back(lesson);
            continue;
        }
        for (const QuestionAnswer& answer : lesson.answers)
            if (std::none_of(known->answers.begin(), known->answers.end(), [&](const QuestionAnswer& before) {
                    return before.part == answer.part && before.step == answer.step;
                }))
                known->answers.push_back(answer);
    }
    return all;
}

} // namespace

double Gain::beforePercent() const
{
    return percentOf(rightBefore, count);
}

double Gain::afterPercent() const
{
    return percentOf(rightAfter, count);
}

std::optional<double> Gain::normalized() const
{
    if (rightBefore == count)
        return std::nullopt;
    return points() / (100 - beforePercent());
}

double Calibration::confidencePercent() const
{
    return count == 0 ? 0 : confidenceSum / static_cast<double>(count);
}

double Calibration::rightPercent() const
{
    return percentOf(right, count);
}

double Calibration::brier() const
{
    return count == 0 ? 0 : squaredSum / static_cast<double>(count);
}

ClassReport classReport(std::span<const NamedAnswers> students, std::span<const std::string> lessons)
{
    ClassReport report;
    const auto isGraded = [&](const LessonAnswers& lesson) {
        return lessons.empty() || std::find(lessons.begin(), lessons.end(), lesson.lesson) != lessons.end();
    };
    for (const NamedAnswers& student : students) {
        ClassRow& own = report.students.emplace_back();
        own.name = student.name;
        for (const LessonAnswers& lesson : joined(student.answers.lessons)) {
            if (!isGraded(lesson))
                continue;
            auto row = std::find_if(report.misconceptions.begin(), report.misconceptions.end(),
                [&](const ClassRow& each) { return each.lesson == lesson.lesson; });
            if (row == report.misconceptions.end()) {
                report.misconceptions.push_back({lesson.lesson, lesson.misconception, 0, {}, {}});
                row = report.misconceptions.end() - 1;
            }
            tally(*row, lesson);
            tally(own, lesson);
            tally(report.all, lesson);
        }
    }
    std::stable_sort(report.misconceptions.begin(), report.misconceptions.end(),
        [](const ClassRow& a, const ClassRow& b) { return a.lesson < b.lesson; });
    return report;
}

} // namespace ulpscope
