// SPDX-License-Identifier: GPL-3.0-or-later
// The headline numbers of a whole run; TrainingRun::summarize() makes them.
#pragma once

#include "engine/session/session_spec.h"
#include "engine/train/birthplace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// A metric by its catalog's name.
struct MetricValue
{
    std::string name;
    double value = 0;

    bool operator==(const MetricValue&) const = default;
};

/// Why a run has the steps that it has.
enum class RunEnd {
    Complete, ///< all that were asked for
    Condition, ///< it was to stop at a condition or after a step
    Interrupted ///< it was stopped from outside
};

/// In the enum's order: "complete", "condition", "interrupted".
const std::vector<std::string>& runEndNames();

/// The numbers of a whole run, as summary.json has them. Absent where they do not apply.
struct RunSummary
{
    std::int64_t steps = 0;
    RunEnd ended = RunEnd::Complete; ///< as whoever runs it says
    double loss = 0; ///< of the last step, before loss weight and loss scale
    std::optional<double>
        referenceLoss; ///< of the twin; absent in step watch, like the figures below that say so
    std::optional<double> testAccuracy; ///< in [0, 1]; absent when diverged or when the task has no classes
    std::optional<double> referenceTestAccuracy;
    /// On the test data, those of the metric catalog that the task has; empty where it was stopped.
    std::vector<MetricValue> testMetrics;
    std::vector<MetricValue> referenceTestMetrics;
    std::optional<double> gradientsFlushedPercent; ///< over the run; in step watch over its redone steps
    double updatesLostPercent = 0; ///< over the run
    std::int64_t overflows = 0; ///< over the run
    std::optional<double> errorVsFloat64; ///< of the last step; absent in step watch
    std::optional<double>
        gradientErrorVsFloat64; ///< of the last step's weight gradients; absent in step watch
    std::optional<double> lossScale; ///< after the last step; absent without loss scaling
    std::int64_t skippedSteps = 0;
    std::optional<std::int64_t>
        divergedAt; ///< the first step after which a weight is not finite, or whose loss is not
    WatchMode watch = WatchMode::Twin;
    std::optional<Birthplace> firstNonFinite; ///< where the first value that is not finite was born
    double stepsPerSecond = 0; ///< of the run: all lanes and probes
};

} // namespace ulpscope
