// SPDX-License-Identifier: GPL-3.0-or-later
// What a composite layer, one with layers inside, becomes: several nodes of the model's graph.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct LayerClass;

/// A layer inside a composite by Keras' name; it has a policy of its own.
struct ChildLayer
{
    std::string name; ///< "query"
    std::string className; ///< "EinsumDense"
    /// False for layers that Keras builds in their constructor (Softmax, Dropout): there they have no path, and so a
    /// policy map gives them its default.
    bool hasPath = true;

    bool operator==(const ChildLayer&) const = default;
};

/// Whose numerics a node of a composite has.
enum class NodeNumerics : std::uint8_t {
    Policy, ///< it is a child layer and has its policy's
    Inputs, ///< an operation on tensors: the dtype that those of `promoted` promote to
    InputsAtLeastFloat32 ///< the same, or float32 if that is less
};

struct NodeInput
{
    bool isOutside; ///< one of the composite's own inputs, else an earlier node of the composite
    std::size_t index;
};

struct CompositeNode
{
    std::string name; ///< "query", or for an operation a name that no child of Keras' has
    const LayerClass* layerClass = nullptr;
    Config config;
    std::vector<NodeInput> inputs;
    NodeNumerics numerics = NodeNumerics::Policy;
    std::vector<NodeInput> promoted = {}; ///< for an operation: whose dtypes are promoted; empty: its inputs'
};

/// How a composite expands; the last node is its output. Null functions: not a composite.
struct Composite
{
    /// The child layers that this config makes, in the order of nodes.
    std::vector<ChildLayer> (*children)(const Config& config) = nullptr;
    /// inputs: of one example. An error's place is the parameter that does not fit, or "inputs".
    Result<std::vector<CompositeNode>> (*expand)(const Config& config, std::span<const Shape> inputs)
        = nullptr;
};

} // namespace ulpscope
