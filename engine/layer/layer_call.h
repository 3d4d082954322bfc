// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer's formula is given.
#pragma once

#include "engine/graph/builder.h"
#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

struct LayerCall
{
    graph::Builder& builder;
    const LayerOptions& options;
    std::vector<graph::Value> inputs; ///< [batch, ...]
    Shape output; ///< [batch, ...]

    const Config& config() const { return options.config; }
    /// In the order of Layer::variables().
    graph::Value variable(const std::string& name, const Shape& shape) const
    {
        return builder.variable(name, shape, options.numerics.variable);
    }
};

} // namespace ulpscope
