// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/operation.h"

#include "engine/base/catalog.h"

#include <array>

namespace ulpscope::graph {

namespace {

using enum Operation;

constexpr OperationRow element(
    Operation operation, std::string_view name, int operands, ElementOperation meaning)
{
    return {operation, name, operands, meaning};
}

constexpr std::array kOperations{
    OperationRow{Input, "input", 0},
    OperationRow{Variable, "variable", 0},
    OperationRow{Constant, "constant", 0},
    element(Copy, "copy", 1, ElementOperation::Copy),
    element(Negate, "neg", 1, ElementOperation::Negate),
    element(Absolute, "abs", 1, ElementOperation::Absolute),
    element(Sign, "sign", 1, ElementOperation::Sign),
    element(Exp, "exp", 1, ElementOperation::Exp),
    element(Expm1, "expm1", 1, ElementOperation::Expm1),
    element(Log, "log", 1, ElementOperation::Log),
    element(Log1p, "log1p", 1, ElementOperation::Log1p),
    element(Tanh, "tanh", 1, ElementOperation::Tanh),
    element(Logistic, "logistic", 1, ElementOperation::Logistic),
    element(Erf, "erf", 1, ElementOperation::Erf),
    element(Erfc, "erfc", 1, ElementOperation::Erfc),
    element(Sqrt, "sqrt", 1, ElementOperation::Sqrt),
    element(Rsqrt, "rsqrt", 1, ElementOperation::Rsqrt),
    element(Add, "add", 2, ElementOperation::Add),
    element(Subtract, "sub", 2, ElementOperation::Subtract),
    element(Multiply, "mul", 2, ElementOperation::Multiply),
    element(Divide, "div", 2, ElementOperation::Divide),
    element(Maximum, "max", 2, ElementOperation::Maximum),
    element(Minimum, "min", 2, ElementOperation::Minimum),
    element(Greater, "gt", 2, ElementOperation::Greater),
    element(GreaterOrEqual, "ge", 2, ElementOperation::GreaterOrEqual),
    element(Equal, "eq", 2, ElementOperation::Equal),
    element(Select, "select_n", 3, ElementOperation::Select),
    OperationRow{Cast, "convert_element_type", 1},
    OperationRow{Broadcast, "broadcast_in_dim", 1},
    OperationRow{Reshape, "reshape", 1},
    OperationRow{Permute, "transpose", 1},
    OperationRow{Sum, "reduce_sum", 1},
    OperationRow{Product, "dot_general", 2},
    element(Power, "pow", 2, ElementOperation::Power),
    OperationRow{Iota, "iota", 0},
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
    OperationRow{Largest, "reduce_max", 1},
    OperationRow{Roll, "roll", 1},
    OperationRow{SetFirst, "scatter", 2},
    OperationRow{Quantize, "quantize", 1},
    element(MultiplyAdd, "fma", 3, ElementOperation::MultiplyAdd),
    OperationRow{Integers, "quantize_integers", 1},
    OperationRow{Triangle, "tri", 0},
};
static_assert(isOrderedBy(kOperations, &OperationRow::operation));

} // namespace

const OperationRow& rowOf(Operation operation)
{
    return kOperations[static_cast<std::size_t>(operation)];
}

} // namespace ulpscope::graph
