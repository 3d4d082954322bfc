// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA computes on a CPU. Held against jax 0.10.2 in tests/interop/keras_steps.py.
#pragma once

#include <cstdint>

namespace ulpscope {

// How XLA sums over axes on a CPU: while one is longer than the window, in windows along each (its tree_reduction_rewriter.cc).
constexpr std::int64_t kSumWindow = 32;

// How XLA divides many numbers by one: as the product with its rounded reciprocal in float16 and wider, by the rewrite of
// A / broadcast(B) in its algebraic simplifier. bfloat16, whose operations are float32's between two roundings, is divided.
/// mantissaBits: of the format that is divided in, without the implicit bit; float16 has 10.
constexpr bool dividesByReciprocal(int mantissaBits)
{
    return mantissaBits >= 10;
}

} // namespace ulpscope
