// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a run when it is over: its session and what was recorded of it, as plain data.
#pragma once

#include "engine/probe/exponent_history.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"
#include "engine/train/run_summary.h"
#include "engine/train/run_totals.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// A metric of a tensor at the steps that have it, ascending; as many values as steps.
struct RecordedMetric
{
    PathId path;
    TensorRole role = TensorRole::Output;
    Metric metric = Metric::Amax;
    std::vector<double> steps = {};
    std::vector<double> values = {};
};

struct RecordedRun
{
    std::shared_ptr<const SessionSpec> session; ///< never null
    std::vector<std::string> paths; ///< what PathId counts
    RunTotals totals; ///< of all steps
    std::vector<StepRecord>
        records; ///< without tensors, in step order: all steps, or of a long run some; the last one is
    std::vector<RecordedMetric> metrics;
    ExponentHistory exponents; ///< may be empty
    std::optional<RunSummary> summary; ///< absent where the run has not ended
    double stepsPerSecond = 0;
};

} // namespace ulpscope
