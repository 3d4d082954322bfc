// SPDX-License-Identifier: GPL-3.0-or-later
// One student's predictions and answers, with the confidence in each. A file of answers holds exactly this.
#pragma once

#include "app/lesson/lesson.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

// The most that a student's answers may have of each; what would be more is not kept. All of it is a JSON text that parseJson() takes.
inline constexpr std::size_t kMaxAnsweredLessons = 200;
inline constexpr std::size_t kMaxAnswersOfLesson = 200;
inline constexpr std::size_t kMaxAnswers = 2000;
inline constexpr std::size_t kMaxAnswerPoints = 24; ///< how many points a drawn curve may have
inline constexpr std::size_t kLongestStudentName = 200; ///< bytes

enum class AnswerPart : std::uint8_t {
    Predict, ///< asked before anything was done
    Observe, ///< observations, until one is right
    Check, ///< asked at the end, until the answer is right
};

/// "predict", "observe", "check": in the enum's order.
const std::vector<std::string>& answerPartNames();

/// One question of a lesson. The first answer counts, what came after it is a number.
struct QuestionAnswer
{
    AnswerPart part = AnswerPart::Predict;
    std::int64_t step = 0; ///< from 0; of the check how many steps there are
    std::string ask; ///< the question as it was put
    Answer answer; ///< the first
    std::optional<double> confidence; ///< confidence in the first answer, in percent
    bool isRight = false; ///< the first
    std::int64_t tries = 1;
    bool isRightAtLast = false;

    bool operator==(const QuestionAnswer&) const = default;
};

struct LessonAnswers
{
    std::string lesson; ///< name of the lesson's file without ending, "04-accuracy-hides"
    std::string title;
    std::string misconception;
    std::vector<QuestionAnswer> answers; ///< in the order in which they were first given

    bool operator==(const LessonAnswers&) const = default;
};

struct StudentAnswers
{
    std::string student; ///< the name that the student typed; may be empty
    std::vector<LessonAnswers> lessons; ///< lessons, in the order in which they were begun

    bool isEmpty() const { return lessons.empty(); }
    bool operator==(const StudentAnswers&) const = default;
};

/// An answer to one of the lesson's questions joins the others: as the first, or as one try more.
void addAnswer(
    StudentAnswers& to, std::string_view lessonName, const Lesson& lesson, const QuestionAnswer& given);

} // namespace ulpscope
