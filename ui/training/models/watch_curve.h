// SPDX-License-Identifier: GPL-3.0-or-later
// A watch over a run that is kept: its values step by step, and where it became true.
#pragma once

#include "app/session/run_history.h"
#include "engine/session/watch.h"

#include <vector>

namespace ulpscope::ui {

struct WatchCurve
{
    std::vector<double> steps;
    std::vector<Watch::Reading> readings; ///< one reading for each step
};

/// Found in the run's metrics; the error says what the run has not recorded.
Result<Watch> watchOf(const RunHistory& run, const std::string& expression);

/// Curve of a watch: at each recorded step, or, if it reads tensors, at the sampled steps of the most densely sampled one; the
/// others contribute their newest value. `watch` comes from watchOf().
WatchCurve watchCurve(const RunHistory& run, const Watch& watch);

/// Reading of the watch at the record's step.
std::optional<Watch::Reading> watchAt(const RunHistory& run, const Watch& watch, const StepRecord& record);

/// The steps at which it becomes true.
std::vector<std::int64_t> alarmsOf(const WatchCurve& curve);

} // namespace ulpscope::ui
