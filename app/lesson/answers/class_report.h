// SPDX-License-Identifier: GPL-3.0-or-later
// Report on a class: per misconception and per student, how many answers were right before and after, and whether
// students were right as often as they were sure.
#pragma once

#include "app/lesson/answers/answers.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// Gain over the lessons whose first prediction and check were both answered; the first answer counts.
struct Gain
{
    std::size_t count = 0;
    std::size_t rightBefore = 0; ///< the lesson's first prediction
    std::size_t rightAfter = 0; ///< the check
    std::size_t rightAtLast = 0; ///< the check, after as many tries as were made

    double beforePercent() const;
    double afterPercent() const;
    /// Gain in percentage points.
    double points() const { return afterPercent() - beforePercent(); }
    /// Share of the possible gain, (after - before) / (100 - before) [Hake 1998]; nothing where all were right before.
    std::optional<double> normalized() const;
};

/// Calibration of all first answers that were given with a confidence.
struct Calibration
{
    std::size_t count = 0;
    std::size_t right = 0;
    double confidenceSum = 0; ///< sum of the confidences in percent
    double squaredSum = 0; ///< sum of the squares of confidence/100 - right

    double confidencePercent() const;
    double rightPercent() const;
    /// Confidence minus share of right answers, in percentage points; above zero: the class was too sure.
    double overconfidence() const { return confidencePercent() - rightPercent(); }
    /// Mean squared error of confidence/100 [Brier 1950]: 0 is best, 0.25 is always saying 50.
    double brier() const;
};

struct ClassRow
{
    std::string lesson; ///< lesson of a misconception; empty in rows of students
    std::string name; ///< the misconception, or the student
    std::size_t count = 0; ///< students who began the lesson, or lessons that the student began
    Gain gain;
    Calibration calibration;
};

struct ClassReport
{
    std::vector<ClassRow> misconceptions; ///< a row for each lesson's misconception, by the lesson's name
    std::vector<ClassRow> students; ///< in the order that they are given in
    ClassRow all; ///< sum over all lessons of all students
};

struct NamedAnswers
{
    std::string name; ///< the name that the student has in the report
    StudentAnswers answers;
};

/// lessons: by name, which alone are graded; empty: all. A lesson is one whatever the language in which it was answered: its misconception
/// is told in the words of the first who did.
ClassReport classReport(std::span<const NamedAnswers> students, std::span<const std::string> lessons = {});

} // namespace ulpscope
