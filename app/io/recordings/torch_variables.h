// SPDX-License-Identifier: GPL-3.0-or-later
// Weights as torch.nn names and lays them out, as Keras does.
#pragma once

#include "engine/train/layer_replay.h"

#include <string_view>

namespace ulpscope {

using ReplayVariables = std::vector<std::pair<std::string, ReplayArray>>;

/// className: Keras'. heads: of MultiHeadAttention. What has no "weight" and no "in_proj_weight" is left as it is.
ReplayVariables kerasVariables(ReplayVariables given, std::string_view className, std::int64_t heads = 0);

} // namespace ulpscope
