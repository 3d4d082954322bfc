// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_passes.h"

#include "engine/graph/passes/fused_updates.h"
#include "engine/graph/passes/stored_updates.h"
#include "engine/optimizer/optimizer.h"

namespace ulpscope {

namespace {

graph::StoredUpdate updateOf(const LayerOptions& layer, std::uint64_t seed)
{
    const auto& update = layer.numerics.update;
    if (!update)
        return {};
    const RandomKey key{seed, RandomUse::Rounding, 0, 1}; // an optimizer counts its steps from 1
    return {update->compute, quantizationOf(update->variable, key), quantizationOf(update->state, key),
        update->variable.isCompensated, kFirstStream, kStreamsOfASlot};
}

} // namespace

graph::Graph StepPasses::ofStep(graph::Graph step) const
{
    std::vector<graph::StoredUpdate> updates;
    for (std::size_t i = 0; i < step.owners().size(); ++i)
        updates.push_back(
            i == 0 ? graph::StoredUpdate{} : updateOf(m_layers.optionsOf(graph::OwnerId(i)), m_seed));
    step = graph::storedUpdates(step, updates);
    if (m_rules->fusesMultiplyAdd)
        step = graph::fusedUpdates(step);
    return m_layers.ofStep(std::move(step));
}

} // namespace ulpscope
