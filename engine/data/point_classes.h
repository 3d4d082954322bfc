// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of points in the plane, about [-1, 1] wide. Parameters: the rows of dataset_catalog.cpp.
#pragma once

#include "engine/data/generated.h"

#include <stop_token>

namespace ulpscope {

/// Class 1 where x y > 0.
Result<Dataset> makeXor(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// `classes` normal blobs around a circle.
Result<Dataset> makeGaussians(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// Two arms of `turns` turns each.
Result<Dataset> makeSpirals(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// Two half circles that reach into each other, as scikit-learn's make_moons, moved to the middle.
Result<Dataset> makeMoons(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
