// SPDX-License-Identifier: GPL-3.0-or-later
// The three products that a layer's kernel is in: y = x W, dW = x^T g and dx = g W^T. What rounds operands looks for these.
#pragma once

#include "engine/graph/passes/rewrite.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace ulpscope::graph {

enum class KernelProduct : std::uint8_t { Forward, InputGradient, WeightGradient };
enum class OperandSlot : std::uint8_t { Inputs, Kernel, OutputGradient };

/// The function that takes an operand to float8 and back: its operands are what is scaled and the scale.
inline constexpr const char* kQuantizeDequantize = "quantize_dequantize";

/// For each node, which of them it is.
std::vector<std::optional<KernelProduct>> kernelProducts(const Graph& graph);
/// What stands left and right in it.
std::array<OperandSlot, 2> slotsOf(KernelProduct product);
/// Whether an operation only places numbers elsewhere, so that it is the same before a cast and after it.
bool isMove(Operation operation);
/// What was cast to the compute dtype, quantized or moved for an operand, or the value itself.
ValueId sourceOf(const Graph& graph, ValueId value);
/// The product that a bias is added to, where the node does that; reshaped or not.
std::optional<ValueId> productBelowBias(const Graph& graph, ValueId value);
/// Whether the node adds a bias to each row.
bool isBiasAddition(const Graph& graph, ValueId value);

/// Makes operands without the casts of autocast, each once: what is moved after a cast is moved without it.
class Uncast
{
public:
    Value operator()(Builder& builder, ValueId value);

private:
    std::map<ValueId, ValueId> m_known;
};

/// Adds what an operand of a product becomes, and returns it.
using NewOperand
    = std::function<Value(Builder& builder, const Node& product, const Value& operand, OperandSlot slot)>;
/// Once for each slot of the owners that are meant, but for operands that are quantized already.
Graph replaceOperands(const Graph& before, std::string_view pass,
    const std::function<bool(OwnerId owner)>& isMeant, const NewOperand& newOperand);

// What a pass keeps of an operand between steps, and what it looks at.
Value scalingState(
    Builder& builder, OperandSlot slot, const std::string& name, const Shape& shape, double initial);
Value largestOf(const Value& x);
/// A history with that number at its front, and one moved on by an entry.
Value withFirst(const Value& history, const Value& first);
Value rolled(const Value& history);

} // namespace ulpscope::graph
