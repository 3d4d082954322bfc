// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a run at which something happened that one wants to look at.
#pragma once

#include "app/run_history.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

struct RunEvent
{
    std::int64_t step = 0;
    QString text; ///< "the step was skipped"; several at one step with commas
};

/// A gradient this many times as large as that of the step before jumps.
inline constexpr double kAmaxJump = 8;

/// In step order, one a step: skipped steps; the first overflow, and the first after steps without; the first flushed gradient
/// and the first lost update; where the first value came to be that is not finite; divergence; jumps of the largest gradient.
/// Of the records that the run still has.
std::vector<RunEvent> runEvents(const RunHistory& run);

} // namespace ulpscope::ui
