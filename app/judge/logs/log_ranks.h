// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of several processes: each prints the same overflow.
#pragma once

#include "app/judge/runs/training_log.h"

namespace ulpscope {

/// The log with each overflow told once; nothing where it tells none of them twice.
std::optional<TrainingLog> withoutOtherRanks(const TrainingLog& log);

} // namespace ulpscope
