// SPDX-License-Identifier: GPL-3.0-or-later
// What regularizers do in a step as operations, as layer/support/regularizer.h does it: penalties enter the loss, and their gradients
// those of variables and outputs.
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"
#include "engine/layer/support/regularizer.h"

#include <map>
#include <memory>
#include <optional>

namespace ulpscope {

class PenaltyFormulas
{
public:
    /// The layer's output as others use it: its gradient gets what the activity regularizer gives to it.
    graph::Value addLayer(const Config& config, const graph::Value& output);
    /// The loss with the penalties of all layers. Its graph is that of the layers after their passes.
    graph::Value addTo(const graph::Value& loss) const;
    /// What gradients are scaled by. It must be set before gradients are added.
    void setScale(const graph::Value& scale) { *m_scale = scale.id(); }
    /// The variable's gradient with that of its penalty.
    graph::Value added(const graph::Value& gradient, const graph::Value& variable) const;

private:
    Regularizer regularizerOf(const graph::Value& variable) const;

    std::map<graph::OwnerId, Config> m_layers;
    std::shared_ptr<std::optional<graph::ValueId>> m_scale
        = std::make_shared<std::optional<graph::ValueId>>();
};

} // namespace ulpscope
