// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA divides many numbers by one: as the product with its rounded reciprocal in float16 and wider, by the rewrite of
// A / broadcast(B) in its algebraic simplifier. bfloat16, whose operations are float32's between two roundings, is divided.
// Held against jax 0.10.2 in tests/interop/keras_steps.py.
#pragma once

namespace ulpscope {

/// mantissaBits: of the format that is divided in, without the implicit bit; float16 has 10.
constexpr bool dividesByReciprocal(int mantissaBits)
{
    return mantissaBits >= 10;
}

} // namespace ulpscope
