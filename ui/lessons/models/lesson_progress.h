// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that come with the program, and how far a learner is in one.
#pragma once

#include "app/lesson/answers/question.h"
#include "app/lesson/lesson.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

// The lessons that come with the program, as a list shows them.
struct ShelvedLesson
{
    QString name; ///< "04-same-accuracy"
    QString title;
    QString misconception;
    int number = 0; ///< the lesson's number in the list, from 1
    int minutes = 0;
    Lesson lesson;
};

/// By their order; files that are no lesson are left out.
QList<ShelvedLesson> shelvedLessons(const QString& resourcesDirectory);

/// By name, by number ("4"), or by the number that the name begins with; null where there is none.
const ShelvedLesson* findShelved(const QList<ShelvedLesson>& lessons, const QString& wanted);

/// Parts of a page, in the order in which they appear.
enum class LessonPhase : std::uint8_t {
    Ask, ///< the prediction; on the last page the check
    Do,
    See, ///< the observation
    Read, ///< all of it
};

struct GivenAnswer
{
    Answer answer;
    std::optional<double> confidence; ///< confidence in percent
    Grade grade;
};

/// Progress in one step, or in the check, which is the page after the last step.
struct LessonPage
{
    LessonPhase phase = LessonPhase::Ask;
    bool wasSkipped = false;
    std::optional<GivenAnswer> predicted; ///< prediction, or the answer to the check
    std::optional<GivenAnswer> observed;
};

struct LessonProgress
{
    std::size_t page = 0;
    std::vector<LessonPage> pages;
    bool isDone = false;
};

/// The progress as JSON. Grades are not kept, because the lesson computes them again.
QByteArray progressText(const LessonProgress& progress);
/// pages: how many the lesson has. What does not fit it, or is no progress, is the beginning.
LessonProgress progressFrom(const QByteArray& text, std::size_t pages);

} // namespace ulpscope::ui
