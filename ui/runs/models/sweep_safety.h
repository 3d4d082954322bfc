// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep comes to, in words: at which values the verdict on the run is no warning, and at which it diverged.
#pragma once

#include "app/sweep.h"

#include <span>

namespace ulpscope::ui {

/// "Safe: 2^4 to 2^12 (…). Diverged: 2^28." isOrdered: between two values there are others, so that those in a row are a stretch. Points
/// that are not trained are neither; empty where none is.
QString sweepSafety(std::span<const SweepPoint> points, bool isOrdered);

} // namespace ulpscope::ui
