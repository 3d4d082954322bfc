// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/operation.h"

#include "engine/base/catalog.h"

#include <array>
#include <cmath>

namespace ulpscope::graph {

namespace {

/// A generic function of an array of operands, on both carriers.
template <class F>
constexpr Elementwise each(F meaning)
{
    return {meaning, meaning};
}

using enum Operation;

constexpr std::array kOperations{
    OperationRow{Input, "input", 0},
    OperationRow{Variable, "variable", 0},
    OperationRow{Constant, "constant", 0},
    OperationRow{Copy, "copy", 1, each([](const auto* x) { return x[0]; }), true},
    OperationRow{Negate, "neg", 1, each([](const auto* x) { return -x[0]; }), true},
    OperationRow{Absolute, "abs", 1, each([](const auto* x) { return std::fabs(x[0]); }), true},
    OperationRow{Sign, "sign", 1, each([](const auto* x) {
                     using T = std::decay_t<decltype(*x)>;
                     return x[0] > 0 ? T{1} : x[0] < 0 ? T{-1} : x[0];
                 }),
        true},
    OperationRow{Exp, "exp", 1, each([](const auto* x) { return std::exp(x[0]); })},
    OperationRow{Expm1, "expm1", 1, each([](const auto* x) { return std::expm1(x[0]); })},
    OperationRow{Log, "log", 1, each([](const auto* x) { return std::log(x[0]); })},
    OperationRow{Log1p, "log1p", 1, each([](const auto* x) { return std::log1p(x[0]); })},
    OperationRow{Tanh, "tanh", 1, each([](const auto* x) { return std::tanh(x[0]); })},
    OperationRow{Erfc, "erfc", 1, each([](const auto* x) { return std::erfc(x[0]); })},
    OperationRow{Sqrt, "sqrt", 1, each([](const auto* x) { return std::sqrt(x[0]); })},
    OperationRow{Rsqrt, "rsqrt", 1, each([](const auto* x) { return 1 / std::sqrt(x[0]); })},
    OperationRow{Add, "add", 2, each([](const auto* x) { return x[0] + x[1]; })},
    OperationRow{Subtract, "sub", 2, each([](const auto* x) { return x[0] - x[1]; })},
    OperationRow{Multiply, "mul", 2, each([](const auto* x) { return x[0] * x[1]; })},
    OperationRow{Divide, "div", 2, each([](const auto* x) { return x[0] / x[1]; })},
    OperationRow{Maximum, "max", 2,
        each([](const auto* x) { return x[0] > x[1] || x[0] != x[0] ? x[0] : x[1]; }), true},
    OperationRow{Minimum, "min", 2,
        each([](const auto* x) { return x[0] < x[1] || x[0] != x[0] ? x[0] : x[1]; }), true},
    OperationRow{Greater, "gt", 2, each([](const auto* x) {
                     using T = std::decay_t<decltype(*x)>;
                     return x[0] > x[1] ? T{1} : T{0};
                 }),
        true},
    OperationRow{GreaterOrEqual, "ge", 2, each([](const auto* x) {
                     using T = std::decay_t<decltype(*x)>;
                     return x[0] >= x[1] ? T{1} : T{0};
                 }),
        true},
    OperationRow{Equal, "eq", 2, each([](const auto* x) {
                     using T = std::decay_t<decltype(*x)>;
                     return x[0] == x[1] ? T{1} : T{0};
                 }),
        true},
    OperationRow{Select, "select_n", 3, each([](const auto* x) { return x[0] != 0 ? x[1] : x[2]; }), true},
    OperationRow{Cast, "convert_element_type", 1},
    OperationRow{Broadcast, "broadcast_in_dim", 1},
    OperationRow{Reshape, "reshape", 1},
    OperationRow{Permute, "transpose", 1},
    OperationRow{Sum, "reduce_sum", 1},
    OperationRow{Product, "dot_general", 2},
    OperationRow{ReduceMax, "reduce_max", 1},
    OperationRow{BatchedProduct, "dot_general", 2},
    OperationRow{Concatenate, "concatenate", 2},
    OperationRow{Slice, "slice", 1},
    OperationRow{Pad, "pad", 1},
    OperationRow{Reverse, "rev", 1},
    OperationRow{Gather, "gather", 2},
    OperationRow{ScatterAdd, "scatter-add", 2},
    OperationRow{Draw, "random_bits", 1},
    OperationRow{Unfold, "conv_general_dilated_patches", 1},
    OperationRow{WindowSum, "reduce_window_sum", 1},
    OperationRow{WindowMax, "reduce_window_max", 1},
    OperationRow{WindowMaxGradient, "select_and_scatter_add", 2},
    OperationRow{Spread, "pad", 1},
    OperationRow{Triangle, "tri", 0},
};
static_assert(isOrderedBy(kOperations, &OperationRow::operation));

} // namespace

const OperationRow& rowOf(Operation operation)
{
    return kOperations[static_cast<std::size_t>(operation)];
}

} // namespace ulpscope::graph
