// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that a step is made of: a closed set, each a row with what it means without rounding. Its result is that, rounded once
// to the node's dtype; a sum's and a product's order of additions are attributes. Names are those of JAX's primitives.
#pragma once

#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/accumulator.h"
#include "engine/kernels/element_operation.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/ops.h"

#include <array>
#include <cstdint>
#include <cstring>
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
    Logistic, ///< 1 / (1 + exp(-x))
    Erf,
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
    Largest, ///< of all elements; NaN if one is
    Roll, ///< of one axis: each element one place to the front, the first to the end
    SetFirst, ///< the first operand with the second, one number, at its front
    Quantize, ///< the values that are left in the format of its attributes
    MultiplyAdd, ///< a b + c
    Integers, ///< a part of what Keras' quantizers make of a kernel, or of rows
    Triangle, ///< of two axes: 1 up to the diagonal, 0 above
};

/// In which order a sum's terms are added.
enum class SumOrder : std::uint8_t {
    Windows, ///< as XLA sums rows on a CPU (kernels/per_level/sums/column_sums.h)
    Sequential, ///< one after the other
    Cuda, ///< over rows, or of all, as PyTorch sums on a GPU (tensor/cuda_sums.h), and rounded once
    Blocks, ///< blocks of 256 rows, and then of these (kernels/per_level/normalization.cpp)
    Warps, ///< each of 32 lanes every 32nd row; then lanes that are 16, 8, 4, 2 and 1 apart, as XLA sums rows on a GPU
    WarpBlocks, ///< the lanes of each 32 rows so, and then these
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
    double number = 0; ///< a constant's; of draws, the probability of a 0; what a state begins as
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
    std::shared_ptr<const Quantization> quantization = {}; ///< of Quantize
    std::shared_ptr<const SummedBy> summedBy = {}; ///< a product's
    IntegerAttributes integers = {};
    bool isUntrained = false; ///< of a variable: no gradient changes it
    bool isCuda = false; ///< a function of CUDA's library, in float32 and narrower
    bool isInCarrier = false; ///< an operation of the step itself is computed as a layer's, not in float64

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
