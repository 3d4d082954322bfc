// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays brought into the order of axes in which Keras has them.
#pragma once

#include "engine/train/layer_replay.h"

#include <span>
#include <string_view>

namespace ulpscope {

/// Axis i of the result is axis order[i]. A contract that order is a permutation of the axes.
ReplayArray withAxes(const ReplayArray& array, std::span<const int> order);
/// [batch, height, width, channels] with that many zeros above and below, left and right.
ReplayArray withZerosAround(const ReplayArray& image, std::int64_t vertical, std::int64_t horizontal);
/// Entries of the first axis.
ReplayArray entriesOf(const ReplayArray& array, std::span<const std::int64_t> entries);
/// Returns the same elements in another shape, which has as many.
ReplayArray reshaped(ReplayArray array, std::vector<std::int64_t> shape);

// Weights as torch.nn names and lays them out, as Keras does.
using ReplayVariables = std::vector<std::pair<std::string, ReplayArray>>;

/// className: Keras'. heads: of MultiHeadAttention. What has no "weight" and no "in_proj_weight" is left as it is.
ReplayVariables kerasVariables(ReplayVariables given, std::string_view className, std::int64_t heads = 0);

} // namespace ulpscope
