// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a run when it ends; TrainingRun::summarize() gathers it.
#pragma once

#include "engine/loss/loss.h"
#include "engine/session/session_spec.h"
#include "engine/train/run_totals.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A metric by its catalog's name.
struct MetricValue
{
    std::string name;
    double value = 0;

    bool operator==(const MetricValue&) const = default;
};

/// The metrics of the catalog that the score has.
std::vector<MetricValue> metricsOf(const Score& score);
/// "accuracy", "loss"; nothing if there is none of that name.
std::optional<double> metricAmong(const std::vector<MetricValue>& metrics, std::string_view name);

/// The share of decisions that are right, in [0, 1], with the weights after so many steps; absent of a lane that diverged, of a
/// reference that there is not, and where the task has no classes.
struct RunAccuracy
{
    std::int64_t steps = 0;
    std::optional<double> candidate;
    std::optional<double> reference;

    bool operator==(const RunAccuracy&) const = default;
};

/// Whether a session's loss decides between classes.
bool hasAccuracy(const SessionSpec& session);

/// Why a run has the steps that it has.
enum class RunEnd {
    Complete, ///< all that were asked for
    Condition, ///< it was to stop at a condition or after a step
    Interrupted ///< it was stopped from outside
};

/// In the enum's order: "complete", "condition", "interrupted".
const std::vector<std::string>& runEndNames();

/// The headline numbers of a run, of another one beside which it is looked at.
struct HeadlineMetrics
{
    double loss = 0; ///< of the last step
    std::optional<double> testAccuracy;
    std::optional<double> gradientsFlushedPercent;
    double updatesLostPercent = 0;
    std::int64_t overflows = 0;
    std::optional<double> errorVsFloat64;
    std::int64_t skippedSteps = 0;
    std::optional<std::int64_t> divergedAt;

    bool operator==(const HeadlineMetrics&) const = default;
};

/// What is known of a whole run. Absent where it does not apply.
struct RunSummary
{
    RunTotals totals;
    StepRecord last; ///< the last step's, without its tensors
    RunEnd ended = RunEnd::Complete; ///< as the caller says
    WatchMode watch = WatchMode::Reference;
    ArithmeticKind arithmetic = ArithmeticKind::Written; ///< by whose rules it was computed
    std::string arithmeticReason; ///< why by these: ArithmeticChoice::reason
    std::optional<HeadlineMetrics>
        asWritten; ///< of the same training as "written", where that was trained beside it
    std::optional<double> nextLossScale; ///< after the last step; absent without loss scaling
    std::optional<double> testAccuracy; ///< in [0, 1]; absent when diverged or when the task has no classes
    std::optional<double> referenceTestAccuracy;
    /// On the test data, those of the metric catalog that the task has; empty where it was stopped.
    std::vector<MetricValue> testMetrics;
    std::vector<MetricValue> referenceTestMetrics;
    double stepsPerSecond = 0; ///< of the run: all lanes and probes
    /// Which numbers depend on the machine: the level sets the order in which products are summed. Empty where a file is older.
    std::string kernels; ///< Kernels::level(), "x86-64-v4"
    std::string processor; ///< processorName()
    std::vector<NoteSpec> notes; ///< about this run, as the caller says
};

HeadlineMetrics headlineOf(const RunSummary& summary);

} // namespace ulpscope
