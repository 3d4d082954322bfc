// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer's rule as its formula: how a variable moves, in the order of Keras' source (keras/src/optimizers).
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"

#include <utility>

namespace ulpscope {

struct UpdateCall
{
    const Config& config;
    graph::Value variable;
    graph::Value gradient; ///< without the loss scale, in the variable's dtype
    graph::Value learningRate; ///< likewise
    /// What is kept of the variable between steps, and its next value.
    std::vector<std::pair<graph::Value, graph::Value>> kept = {};

    /// Made in the variable's shape and dtype; call keep() with its next value.
    graph::Value state(const std::string& name) const
    {
        return variable.builder().variable(name, variable.shape(), variable.format());
    }
    void keep(const graph::Value& state, const graph::Value& next) { kept.emplace_back(state, next); }
};

/// The variable's next value.
graph::Value sgdFormula(UpdateCall& call);

} // namespace ulpscope
