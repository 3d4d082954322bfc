// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a sweep in words: the values without a warning, and those at which the run diverged.
#pragma once

#include "app/session/sweep.h"

#include <span>

namespace ulpscope::ui {

/// "Safe: 2^4 to 2^12 (…). Diverged: 2^28." Numbers in a row are a stretch. Points without a run are neither; empty where none has one.
QString sweepSafety(std::span<const SweepPoint> points);

/// In which number runs under several rows of arithmetic differ; empty for any other sweep, and where fewer than two have ended.
QString sweptArithmetics(std::span<const SweepPoint> points);

} // namespace ulpscope::ui
