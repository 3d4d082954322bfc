// SPDX-License-Identifier: GPL-3.0-or-later
// MultiHeadAttention as nodes (keras/src/layers/attention/multi_head_attention.py): the child layers query, key and value
// (EinsumDense), softmax, dropout and attention_output (EinsumDense), and the two products between them, "scores" and
// "context", which are operations of its call and no layers.
// query: [T, features], value and key: [S, features]. One input is all three, of two the second is value and key.
//
// Keras computes the attention in two ways. With dropout or return_attention_scores: the query is divided by sqrt(key_dim)
// in its dtype, scores and softmax are in the compute dtype. Else ops.dot_product_attention: scores, their scale and the
// softmax are in float32 and rounded to the compute dtype at the end, as the JAX backend has it; there is no child
// layer "softmax" then.
#pragma once

#include "engine/layer/composite.h"

namespace ulpscope {

std::vector<ChildLayer> multiHeadAttentionChildren(const Config& config);

Result<std::vector<CompositeNode>> expandMultiHeadAttention(
    const Config& config, std::span<const Shape> inputs);

} // namespace ulpscope
