// SPDX-License-Identifier: GPL-3.0-or-later
// Which passes go over a step's graph: what policies, recipes and overrides ask of the layers, and the arithmetic of the session.
#pragma once

#include "engine/graph/graph.h"
#include "engine/session/checked_session.h"

#include <vector>

namespace ulpscope {

class StepPasses
{
public:
    explicit StepPasses(const CheckedSession& checked)
        : m_arithmetic(&rulesOf(checked.arithmetic.kind))
        , m_seed(checked.session.training.seed)
    {
    }

    /// In the order of the graph's owners, after the first.
    void addLayer(const LayerOptions& options) { m_layers.push_back(&options); }

    /// In what the layer's updates are computed; null: in the variables' own dtypes.
    const Format* updatesIn(graph::OwnerId owner) const
    {
        const auto& update = m_layers[owner.index() - 1]->numerics.update;
        return update ? update->compute : nullptr;
    }

    /// Takes the layers' formulas: gradients come back through these passes too.
    graph::Graph ofFormulas(graph::Graph formulas) const;
    /// Takes the whole step.
    graph::Graph ofStep(graph::Graph step) const;

private:
    template <class T, class F>
    std::vector<T> byOwner(F of) const;

    const ArithmeticRules* m_arithmetic;
    std::uint64_t m_seed;
    std::vector<const LayerOptions*> m_layers;
};

} // namespace ulpscope
