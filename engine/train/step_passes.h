// SPDX-License-Identifier: GPL-3.0-or-later
// Which passes go over a step's graph: what policies, recipes and overrides ask of the layers, and the arithmetic of the session.
#pragma once

#include "engine/layer/layer_passes.h"
#include "engine/session/checked_session.h"

namespace ulpscope {

class StepPasses
{
public:
    explicit StepPasses(const CheckedSession& checked)
        : m_rules(&rulesOf(checked.arithmetic.kind))
        , m_layers(*m_rules)
        , m_seed(checked.session.training.seed)
    {
    }

    /// In the order of the graph's owners, after the first.
    void addLayer(const PlannedLayer& layer)
    {
        m_layers.add(layer.options, layer.layerClass->formula.isLinear);
    }

    /// In what the layer's updates are computed; null: in the variables' own dtypes.
    const Format* updatesIn(graph::OwnerId owner) const
    {
        const auto& update = m_layers.optionsOf(owner).numerics.update;
        return update ? update->compute : nullptr;
    }

    /// Takes the layers' formulas: gradients come back through these passes too.
    graph::Graph ofFormulas(graph::Graph formulas) const { return m_layers.ofFormulas(std::move(formulas)); }
    /// Takes the whole step.
    graph::Graph ofStep(graph::Graph step) const;

private:
    const ArithmeticRules* m_rules;
    LayerPasses m_layers;
    std::uint64_t m_seed;
};

} // namespace ulpscope
