// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of optimizers that have a kernel: one step on one variable, several operations on each element, each rounded.
#pragma once

#include <array>
#include <cstdint>

namespace ulpscope {

enum class UpdateKind : std::uint8_t {
    Sgd,
    Adam,
    Adamax,
    Nadam,
    Rmsprop,
    Adagrad,
    Lion,
    Adafactor,
    TorchSgd,
    TorchAdam
};

/// What a rule computes once for a whole variable, in an order that rule and kernel agree on; values of the variable's
/// format.
using UpdateScalars = std::array<double, 8>;

} // namespace ulpscope
