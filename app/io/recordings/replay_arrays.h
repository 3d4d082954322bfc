// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays brought into another order of axes.
#pragma once

#include "engine/train/layer_replay.h"

#include <span>

namespace ulpscope {

/// Axis i of the result is axis order[i]. A contract that order is a permutation of the axes.
ReplayArray withAxes(const ReplayArray& array, std::span<const int> order);
/// [batch, height, width, channels] with that many zeros above and below, left and right.
ReplayArray withZerosAround(const ReplayArray& image, std::int64_t vertical, std::int64_t horizontal);
/// Entries of the first axis.
ReplayArray entriesOf(const ReplayArray& array, std::span<const std::int64_t> entries);
/// Returns the same elements in another shape, which has as many.
ReplayArray reshaped(ReplayArray array, std::vector<std::int64_t> shape);

} // namespace ulpscope
