// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the backward pass to a graph: one rule an operation, in the order and the dtypes of JAX's transposed primitives
// (jax/_src/lax/lax.py). What meets at a value is added in the order in which it arrives, the last use first.
#pragma once

#include "engine/graph/builder.h"

namespace ulpscope::graph {

/// d (seed * of) / d each of `wanted`; nothing for one that `of` does not depend on. A node of the backward pass belongs to the owner of the
/// node that it is the gradient of.
std::vector<std::optional<ValueId>> addGradients(
    Builder& builder, const Value& of, const Value& seed, std::span<const ValueId> wanted);

} // namespace ulpscope::graph
