// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer block as the layers that it consists of: attention and a feed-forward network, each with a residual sum and a
// normalization. It is inserted as plain layers, so that each has its place in the tree, a policy and exports like any other.
#pragma once

#include "engine/model/model_spec.h"

namespace ulpscope {

struct TransformerBlock
{
    std::int64_t features = 1; ///< features of its input and output, the last axis
    std::int64_t heads = 2;
    std::int64_t feedForward = 4; ///< units between the two Dense layers, in multiples of features
    std::string activation = "relu";
    bool normalizesFirst = true; ///< pre-norm: x + f(norm(x)); else post-norm: norm(x + f(x))
    bool isCausal = false;
    double dropout = 0; ///< dropout rate of the branch before each sum
};

/// The block's layers, to be inserted behind the layer named `input`; their names are free in the model. key_dim is
/// features / heads, at least 1. The last layer is the block's output.
std::vector<LayerSpec> layersOf(
    const TransformerBlock& block, const ModelSpec& model, const std::string& input);

} // namespace ulpscope
