// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of points in the plane, about [-1, 1] wide. Parameters: the rows of dataset_catalog.cpp.
#pragma once

#include "engine/data/generated.h"

namespace ulpscope {

/// Class 1 where x y > 0.
Result<Dataset> makeXor(const Config& config, std::uint64_t seed);
/// `classes` normal blobs around a circle.
Result<Dataset> makeGaussians(const Config& config, std::uint64_t seed);
/// Two arms of `turns` turns each.
Result<Dataset> makeSpirals(const Config& config, std::uint64_t seed);
/// Two half circles that reach into each other, as scikit-learn's make_moons, moved to the middle.
Result<Dataset> makeMoons(const Config& config, std::uint64_t seed);

} // namespace ulpscope
