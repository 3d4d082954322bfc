// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that a step is made of: a closed set, each a row with what it means without rounding. Its result is that, rounded once
// to the node's dtype; a sum's and a product's order of additions are attributes. Names are those of JAX's primitives.
#pragma once

#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/accumulator.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/ops.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
    Largest, ///< of all elements; NaN if one is
    Roll, ///< of one axis: each element one place to the front, the first to the end
    SetFirst, ///< the first operand with the second, one number, at its front
    Quantize, ///< the values that are left in the format of its attributes
    MultiplyAdd, ///< a b + c
    Integers, ///< a part of what Keras' quantizers make of a kernel, or of rows
};

/// In which order a sum's terms are added.
enum class SumOrder : std::uint8_t {
    Windows, ///< as XLA sums rows on a CPU (kernels/per_level/sums/column_sums.h)
    Sequential, ///< one after the other
};

/// What an operand of a product is rounded to, where that is more than a cast.
struct Quantization
{
    std::string name; ///< "mxfp8:stochastic"
    const Format* format = nullptr; ///< or null and
    std::optional<BlockFormat> block = {};
    Rounding rounding = {}; ///< of blocks: of their elements
    bool isTransformed = false; ///< by random Hadamard matrices of 16 x 16, before
    int axis = 1; ///< of the operand as a matrix, along which blocks lie
    RandomKey key = {}; ///< of the first step
};

/// How a product is summed, where that is not the carrier's plain sum.
struct SummedBy
{
    Accumulator accumulator;
    RandomKey key = {}; ///< of the first step
};

/// What Keras' quantizers of integers make (tensor/integer_kernel.h).
enum class IntegerPart : std::uint8_t {
    Codes, ///< of a kernel
    Scales, ///< of a kernel, one a unit, or of ternary codes one
    Numbers, ///< what a kernel's codes stand for
    RowCodes,
    RowScales, ///< one a row
};

struct IntegerAttributes
{
    IntegerPart part = IntegerPart::Codes;
    int bits = 8; ///< 2: ternary
    Index blockSize = -1;

    bool operator==(const IntegerAttributes&) const = default;
};

struct Attributes
{
    double number = 0; ///< a constant's; what a state begins as
    ulpscope::Transpose transpose = ulpscope::Transpose::None; ///< a product's: which operand is transposed
    std::uint8_t axes = 0; ///< a sum's: bit i for axis i
    SumOrder sumOrder = SumOrder::Windows;
    SumRounding rounding = SumRounding::EachAddition; ///< a sum's
    std::array<std::int8_t, Shape::kMaxRank> permutation = {}; ///< a transpose's
    std::shared_ptr<const Quantization> quantization = {}; ///< of Quantize
    std::shared_ptr<const SummedBy> summedBy = {}; ///< a product's
    IntegerAttributes integers = {};
    bool isUntrained = false; ///< of a variable: no gradient changes it

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
