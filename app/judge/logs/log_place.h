// SPDX-License-Identifier: GPL-3.0-or-later
// Where a log says something, and by which of several processes.
#pragma once

#include "app/judge/runs/training_log.h"
#include "engine/base/message.h"

namespace ulpscope {

/// "line 25", "step 40/100", "epoch 2, step 1/8", "line 1, entry 12".
Message placeText(const LogPlace& place);

// Logs of several processes: each prints the same overflow.
/// The log with each overflow told once; nothing where it tells none of them twice.
std::optional<TrainingLog> withoutOtherRanks(const TrainingLog& log);

} // namespace ulpscope
