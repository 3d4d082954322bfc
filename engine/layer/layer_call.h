// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer's formula is given.
#pragma once

#include "engine/graph/builder.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

struct LayerCall
{
    graph::Builder& builder;
    const LayerOptions& options;
    std::vector<graph::Value> inputs; ///< [batch, ...]
    Shape output; ///< [batch, ...]
    bool isTraining
        = true; ///< else layers that draw hand on, and moving averages take the place of a batch's moments

    const Config& config() const { return options.config; }
    /// In the order of Layer::variables().
    graph::Value variable(const std::string& name, const Shape& shape, bool isAutocast = true) const
    {
        return builder.variable(name, shape, options.numerics.variable, isAutocast);
    }
    /// What a variable that is not trained becomes in the forward pass.
    void assign(const graph::Value& variable, const graph::Value& next) const
    {
        builder.graph().addOutput({"next", next.id(), variable.id()});
    }
    /// Bits of axes as Keras counts them: 0 is the batch, and -1 the last.
    std::uint8_t axes(std::span<const std::int64_t> counted) const
    {
        unsigned bits = 0;
        for (const std::int64_t axis : counted)
            bits |= 1U << (axis < 0 ? axis + inputs[0].shape().rank() : axis);
        return static_cast<std::uint8_t>(bits);
    }
    /// The first input's shape for one example.
    Shape example() const
    {
        Shape shape;
        for (int axis = 1; axis < inputs[0].shape().rank(); ++axis)
            shape.append(inputs[0].shape()[axis]);
        return shape;
    }
};

} // namespace ulpscope
