// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that a step is made of: a closed set, each a row with what it means without rounding. Its result is that, rounded once
// to the node's dtype; a sum's and a product's order of additions are attributes. Names are those of JAX's primitives.
#pragma once

#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/ops.h"

#include <array>
#include <cstdint>
#include <cstring>
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
    ReduceMax, ///< over the axes of its attributes; NaN where one is
    BatchedProduct, ///< of the matrices in the last two axes
    Concatenate, ///< along one axis
    Slice, ///< of one axis, as many as the result has from the first one on
    Pad, ///< with zeros along one axis, as far as the result goes; the operand comes at `first`
    Reverse, ///< along one axis
    Gather, ///< rows of a table, the first operand, by numbers (tensor/lookup.h)
    ScatterAdd, ///< its gradient: the first operand's rows added up by the numbers of the second
    Draw, ///< random numbers, for which the operand says the step
    Unfold, ///< a matrix of what each window sees (tensor/window_ops.h)
    WindowSum, ///< tap by tap, each addition rounded
    WindowMax,
    WindowMaxGradient, ///< of the first operand, from the gradient of its maxima
    Spread, ///< zeros between pixels, as many as the window's strides skip
    Triangle, ///< of two axes: 1 up to the diagonal, 0 above
};

/// In which order a sum's terms are added.
enum class SumOrder : std::uint8_t {
    Windows, ///< as XLA sums rows on a CPU (kernels/per_level/sums/column_sums.h)
    Sequential, ///< one after the other
    Blocks, ///< blocks of 256 rows, and then of these (kernels/per_level/normalization.cpp)
};

/// The dtype that a formula casts to without naming it; autocast puts it in.
enum class CastTo : std::uint8_t {
    Compute, ///< the layer's compute dtype
    Arrived, ///< that in which the layer gets its first input
    ArrivedAtLeastFloat32, ///< what that and float32 promote to
    Variable, ///< that of the layer's variables
};

enum class Distribution : std::uint8_t {
    Bernoulli, ///< 1, and 0 with the probability `number`
    Normal, ///< of standard deviation 1
};

struct Window : Window2D
{
    bool operator==(const Window& other) const { return std::memcmp(this, &other, sizeof other) == 0; }
};

struct Attributes
{
    double number = 0; ///< a constant's; of draws, the probability of a 0
    double fallback = 0; ///< a constant's in a dtype that does not hold `number`
    ulpscope::Transpose transpose = ulpscope::Transpose::None; ///< a product's: which operand is transposed
    std::uint8_t axes = 0; ///< a sum's or a maximum's: bit i for axis i
    SumOrder sumOrder = SumOrder::Windows;
    SumRounding rounding = SumRounding::EachAddition; ///< a sum's
    std::array<std::int8_t, Shape::kMaxRank> permutation = {}; ///< a transpose's
    int axis = 0; ///< that is joined, cut, padded or reversed
    Index first = 0; ///< a slice's first index; before the operand of a padded one
    CastTo castTo = CastTo::Compute; ///< of a cast whose dtype is open
    bool isAutocast = true; ///< whether a layer's autocast casts the variable: Keras' argument of add_weight
    Distribution distribution = Distribution::Bernoulli;
    std::uint64_t seed = 0; ///< of draws
    std::uint32_t stream = 0; ///< the same: the layer's number
    Window window = {};

    bool operator==(const Attributes&) const = default;
};

/// The meaning of an operation on single elements, on either carrier.
struct Elementwise
{
    float (*onFloats)(const float* operands) = nullptr;
    double (*onDoubles)(const double* operands) = nullptr;
};

struct OperationRow
{
    Operation operation;
    std::string_view name; ///< of JAX's primitive where there is one
    int operands;
    Elementwise meaning = {};
    bool isExact
        = false; ///< its result is one of its operands, up to the sign, or 0 or 1: nothing is rounded

    constexpr bool isElementwise() const { return meaning.onDoubles != nullptr; }
};

const OperationRow& rowOf(Operation operation);

} // namespace ulpscope::graph
