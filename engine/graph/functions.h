// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that are several operations: the formulas of jax.nn 0.10 and jax.numpy. Where JAX gives one a gradient of its own (custom_jvp,
// or a primitive that XLA takes apart), it has that; else the gradient is that of its operations.
#pragma once

#include "engine/graph/builder.h"

namespace ulpscope::graph {

Value square(const Value& x);
/// max(x, 0) - x z + log1p(exp(-|x|)), the cross-entropy of sigmoid(x) and z; its gradient is g (sigmoid(x) - z).
Value sigmoidCrossEntropy(const Value& x, const Value& z);
/// Keras' name of an activation; nothing for one that has no formula yet, "softmax".
std::optional<Value> activation(std::string_view name, const Value& x);

} // namespace ulpscope::graph
