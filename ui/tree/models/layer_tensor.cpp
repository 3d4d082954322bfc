// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_tensor.h"

#include "ui/look/models/display_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

int tensorOfLayer(const std::vector<LayerTensor>& tensors, int current, const std::string& path)
{
    const auto isInside = [&](const LayerTensor& tensor) {
        return tensor.path == path || tensor.path.starts_with(path + '/');
    };
    const bool hasCurrent = current >= 0 && current < int(tensors.size());
    if (hasCurrent && isInside(tensors[std::size_t(current)]))
        return current;
    int best = current;
    int bestRank = -1;
    for (int i = 0; i < int(tensors.size()); ++i) {
        const LayerTensor& tensor = tensors[std::size_t(i)];
        if (!isInside(tensor))
            continue;
        const int rank = hasCurrent && tensor.role == tensors[std::size_t(current)].role ? 2
            : tensor.role == TensorRole::WeightGradient                                  ? 1
                                                                                         : 0;
        if (rank > bestRank) {
            best = i;
            bestRank = rank;
        }
    }
    return best;
}

QString layerText(const std::string& path)
{
    QStringList sections = toQt(path).split(QLatin1Char('/'));
    // The model's name; another first part is known to the session alone.
    if (sections.size() > 1 && sections.first().startsWith(QStringLiteral("sequential")))
        sections.removeFirst();
    return sections.join(QStringLiteral(" / "));
}

QString tensorText(const TensorName& tensor)
{
    return layerText(tensor.layer) + QStringLiteral(" / ") + toQt(tensor.name);
}

TensorName tensorNameOf(const std::vector<std::string>& paths, PathId path, TensorRole role)
{
    const std::string& whole = paths.at(path.index());
    // The path of a variable ends with its name, that of an optimizer's state with the variable's and its own.
    const auto cut = [](const std::string& text) { return std::min(text.rfind('/'), text.size()); };
    const auto after
        = [](const std::string& text, std::size_t at) { return text.substr(std::min(at + 1, text.size())); };
    const std::size_t last = cut(whole);
    const std::string parent = whole.substr(0, last);
    switch (role) {
    case TensorRole::Output:
        return {whole, "output", role};
    case TensorRole::OutputGradient:
        return {whole, "output gradient", role};
    case TensorRole::Input:
    case TensorRole::InputGradient: {
        const std::string kind = role == TensorRole::Input ? "input" : "input gradient";
        const std::string name = after(whole, last);
        if (name.starts_with("input_") && std::find(paths.begin(), paths.end(), parent) != paths.end())
            return {parent, kind + ' ' + name.substr(6), role};
        const bool isFirst = std::find(paths.begin(), paths.end(), whole + "/input_2") != paths.end();
        return {whole, isFirst ? kind + " 1" : kind, role};
    }
    case TensorRole::Weight:
        return {parent, after(whole, last), role};
    case TensorRole::WeightGradient:
        return {parent, after(whole, last) + " gradient", role};
    case TensorRole::Update:
        return {parent, after(whole, last) + " update", role};
    case TensorRole::OptimizerState: {
        const std::size_t variable = cut(parent);
        return {parent.substr(0, variable), after(parent, variable) + ' ' + after(whole, last), role};
    }
    }
    return {};
}

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
