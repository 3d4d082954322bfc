// SPDX-License-Identifier: GPL-3.0-or-later
// A layer as its formula: what call() computes, in the order of Keras' source, without a dtype or a gradient.
#pragma once

#include "engine/layer/layer_options.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

namespace graph {
class Value;
}
struct LayerCall; // layer_call.h

/// What Keras' autocast does for the layer, as the formula says too (skipAutocast(), variables that are not cast).
enum class AutocastOf : std::uint8_t { InputsAndVariables, Inputs, Nothing };

struct LayerFormula
{
    graph::Value (*call)(const LayerCall& call)
        = nullptr; ///< null: InputLayer, where the model puts its batch
    /// As Layer::outputShape().
    Result<Shape> (*shape)(const Config& config, std::span<const Shape> inputs) = nullptr;
    /// The names of the variables that call() asks for, in that order; null: none. What they begin with is the parameter
    /// NAME_initializer, or initializer, or ones; their penalty NAME_regularizer.
    std::vector<std::string> (*variables)(const Config& config) = nullptr;
    AutocastOf autocast = AutocastOf::InputsAndVariables;
    /// As Layer::policyProblem(); null: none.
    std::optional<Error> (*policyProblem)(const LayerOptions& options) = nullptr;
    /// Dense inside: has Keras' float8, int8 and int4 calls, and takes scaling recipes.
    bool isLinear = false;
    /// The fans of the first variable, for inputs of that shape; null: what Keras' compute_fans() finds in its shape.
    std::pair<Index, Index> (*fans)(const Config& config, const Shape& input) = nullptr;
};

/// The names of the variables of a layer with a product.
inline std::vector<std::string> kernelAndBias(bool hasBias)
{
    return hasBias ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

} // namespace ulpscope
