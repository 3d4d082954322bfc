// SPDX-License-Identifier: GPL-3.0-or-later
// How a sentence names a place in a log: by its line, and within a line of many entries (a progress bar) by the step.
#pragma once

#include "app/judge/runs/training_log.h"
#include "engine/base/message.h"

namespace ulpscope {

/// "line 25", "step 40/100", "epoch 2, step 1/8", "line 1, entry 12".
Message placeText(const LogPlace& place);

} // namespace ulpscope
