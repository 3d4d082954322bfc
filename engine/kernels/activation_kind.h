// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions that have a kernel of their own: several operations on each element, each rounded.
#pragma once

#include <cstdint>

namespace ulpscope {

enum class ActivationKind : std::uint8_t {
    Sigmoid,
    Gelu, ///< x / 2 erfc(-x / sqrt 2)
    GeluTanh, ///< x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2
    Silu,
    Elu,
    Selu,
    LeakyRelu, ///< slope 0.2
    Softplus,
    Softsign,
    Relu6,
    HardSigmoid,
    HardSilu,
    Mish,
    Tanh,
};

} // namespace ulpscope
