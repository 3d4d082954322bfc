// SPDX-License-Identifier: GPL-3.0-or-later
// Generated regressions: one number to predict.
#pragma once

#include "engine/data/generated.h"

#include <stop_token>

namespace ulpscope {

/// Points of [-1, 1]^2 to (x + y) / 2.
Result<Dataset> makePlane(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// `terms` normal numbers to their sum over the root of their count, whose deviation is 1.
Result<Dataset> makeSums(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
