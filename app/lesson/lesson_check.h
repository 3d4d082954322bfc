// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a lesson keeps its promises: every expectation measured, over the seeds that are asked for.
#pragma once

#include "app/lesson/lesson.h"
#include "app/lesson/lesson_metric.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// "value == 0.1", "83.1 to 85.2": what the expectation asks for.
std::string wantedText(const Expectation& expectation);
bool isMet(const Expectation& expectation, const std::optional<double>& measured);

struct MeasuredValue
{
    std::uint64_t seed = 0; ///< 0 if the metric needs no seed
    std::optional<double> value;
    bool isMet = false;
};

struct CheckedExpectation
{
    std::string place; ///< "steps[2].expect[0]"
    Expectation expectation;
    std::vector<MeasuredValue> values;
    bool isMet = false; ///< whether every value meets the expectation
};

struct LessonReport
{
    std::vector<CheckedExpectation> expectations;
    std::vector<std::string> unwritten; ///< places of texts that are still a new lesson's placeholders
    bool isMet = true; ///< whether every expectation holds and no placeholder is left
};

struct LessonCheckOptions
{
    std::filesystem::path scenes = {}; ///< the folder of the program's scenes
    /// In place of those of each expectation, if there are any. An expectation of one seed keeps it: it is about the very run
    /// that the lesson shows.
    std::vector<std::uint64_t> seeds = {};
    /// The place of the one expectation that is measured, as CheckedExpectation has it; empty: all.
    std::string only = {};
    /// Expectations done and how many there are; false: stop.
    std::function<bool(std::size_t, std::size_t)> progress = {};
    std::stop_token stop = {}; ///< ends it between two layers of a step, with stoppedError()
};

/// Checks that every session of the lesson can be trained and has the layers named; the error's place is in the lesson's file.
Status checkLesson(const Lesson& lesson, const std::filesystem::path& scenes);

/// checkLesson(), and everything measured. An error is what could not be measured; a promise that is not kept is a result.
Result<LessonReport> measureLesson(
    const Lesson& lesson, const Kernels& kernels, const LessonCheckOptions& options);

/// The lesson with each band (`within`) as the report measured it, widened on either side and rounded outward, to three digits or of counts to a whole number.
/// widening: 1 is by as much as it is wide: numbers above zero by the quotient of the largest and the smallest, others by their
/// difference. A band of one value stays that value; percentages stay within 0 and 100.
Lesson withMeasuredBands(const Lesson& lesson, const LessonReport& report, double widening);

/// The lesson with a promise's numbers replaced by the measured ones: for `==` with a tolerance that covers all of
/// them, for `<` and the like with the band's bound. Numbers that are absent or not finite change nothing.
Lesson withMeasuredPromise(const Lesson& lesson, const CheckedExpectation& checked, double widening);

} // namespace ulpscope
