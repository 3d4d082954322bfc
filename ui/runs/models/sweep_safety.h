// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep comes to, in words: at which values the verdict on the run is no warning, and at which it diverged.
#pragma once

#include "app/session/sweep.h"

#include <span>

namespace ulpscope::ui {

/// "Safe: 2^4 to 2^12 (…). Diverged: 2^28." Numbers in a row are a stretch. Points without a run are neither; empty where none has one.
QString sweepSafety(std::span<const SweepPoint> points);

} // namespace ulpscope::ui
