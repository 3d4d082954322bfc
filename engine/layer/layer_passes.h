// SPDX-License-Identifier: GPL-3.0-or-later
// Which passes go over the formulas of layers: what policies, recipes and overrides ask of each, and the rules of the arithmetic.
#pragma once

#include "engine/graph/graph.h"
#include "engine/layer/layer_options.h"

#include <vector>

namespace ulpscope {

/// key: of the first step's draws.
graph::Quantization quantizationOf(const CastTarget& target, const RandomKey& key);

class LayerPasses
{
public:
    explicit LayerPasses(const ArithmeticRules& rules)
        : m_rules(&rules)
    {
    }

    /// In the order of the graph's owners, after the first. isLinear: as of the layer's class (layer_catalog.h).
    void add(const LayerOptions& options, bool isLinear) { m_layers.push_back({&options, isLinear}); }
    const LayerOptions& optionsOf(graph::OwnerId owner) const { return *m_layers[owner.index() - 1].options; }

    /// Takes the formulas alone: gradients come back through these passes too.
    graph::Graph ofFormulas(graph::Graph formulas) const;
    /// Takes formulas and gradients, and what else a step has.
    graph::Graph ofStep(graph::Graph step) const;

private:
    struct PassedLayer
    {
        const LayerOptions* options;
        bool isLinear;
    };
    /// Something of each owner; of the step itself, what a T is that nothing was said of.
    template <class F>
    auto byOwner(F of) const;

    const ArithmeticRules* m_rules;
    std::vector<PassedLayer> m_layers;
};

} // namespace ulpscope
