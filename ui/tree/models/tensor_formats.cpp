// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/tensor_formats.h"

#include <utility>

namespace ulpscope::ui {

namespace {

/// The layer whose path begins the tensor's.
const PlannedLayer* layerOf(const ModelPlan& plan, const std::string& path)
{
    const PlannedLayer* best = nullptr;
    for (const PlannedLayer& layer : plan.layers) {
        const bool begins = path.starts_with(layer.path)
            && (path.size() == layer.path.size() || path[layer.path.size()] == '/');
        if (begins && (!best || layer.path.size() > best->path.size()))
            best = &layer;
    }
    return best;
}

} // namespace

TensorFormats::TensorFormats(const SessionSpec& session)
{
    if (Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed))
        m_plan = std::move(plan).value();
}

const Format* TensorFormats::of(const std::string& path, TensorRole role) const
{
    const PlannedLayer* layer = m_plan ? layerOf(*m_plan, path) : nullptr;
    if (layer == nullptr)
        return nullptr;
    const LayerNumerics& numerics = layer->options.numerics;
    switch (role) {
    case TensorRole::Output:
        return numerics.output;
    case TensorRole::Weight:
    case TensorRole::Update:
        return numerics.variable;
    case TensorRole::OptimizerState:
        return numerics.update ? numerics.update->state.format : numerics.variable;
    default:
        return numerics.compute;
    }
}

} // namespace ulpscope::ui
