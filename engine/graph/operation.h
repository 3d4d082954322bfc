// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that a step is made of: a closed set, each a row with what it means without rounding. Its result is that, rounded once
// to the node's dtype; a sum's and a product's order of additions are attributes. Names are those of JAX's primitives.
#pragma once

#include "engine/kernels/element_operation.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/ops.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ulpscope::graph {

/// In the order of their rows (operation.cpp).
enum class Operation : std::uint8_t {
    Input, ///< what each step brings: features, targets, the loss scale
    Variable, ///< its value before the step
    Constant,
    Copy, ///< the same, as a layer that only hands on
    Negate,
    Absolute,
    Sign,
    Exp,
    Expm1,
    Log,
    Log1p,
    Tanh,
    Erfc,
    Sqrt,
    Rsqrt, ///< 1 / sqrt(x)
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,
    Minimum,
    Greater, ///< 1 or 0
    GreaterOrEqual, ///< 1 or 0
    Equal, ///< 1 or 0
    Select, ///< the second operand where the first is not 0, else the third
    Cast, ///< to the node's dtype
    Broadcast, ///< repeats along new leading axes, and along axes of 1
    Reshape,
    Permute, ///< axis i of the result is axis permutation[i] of the operand
    Sum, ///< over the axes of its attributes
    Product, ///< of matrices, whose columns are the last axis
    Power, ///< the first operand to the power of the second
    Iota, ///< 0, 1, 2 and so on along the last axis
};

/// In which order a sum's terms are added.
enum class SumOrder : std::uint8_t {
    Windows, ///< as XLA sums rows on a CPU (kernels/per_level/sums/column_sums.h)
    Sequential, ///< one after the other
};

struct Attributes
{
    double number = 0; ///< a constant's
    ulpscope::Transpose transpose = ulpscope::Transpose::None; ///< a product's: which operand is transposed
    std::uint8_t axes = 0; ///< a sum's: bit i for axis i
    SumOrder sumOrder = SumOrder::Windows;
    SumRounding rounding = SumRounding::EachAddition; ///< a sum's
    std::array<std::int8_t, Shape::kMaxRank> permutation = {}; ///< a transpose's

    bool operator==(const Attributes&) const = default;
};

struct OperationRow
{
    Operation operation;
    std::string_view name; ///< of JAX's primitive where there is one
    int operands;
    std::optional<ElementOperation> element
        = {}; ///< what it does with single elements, if it is one of those
};

const OperationRow& rowOf(Operation operation);

} // namespace ulpscope::graph
