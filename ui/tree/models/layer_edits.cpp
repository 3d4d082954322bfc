// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_edits.h"

#include "engine/layer/layer_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/model/transformer_block.h"
#include "ui/look/models/translation.h"

#include <algorithm>
#include <map>

namespace ulpscope::ui {

namespace {

/// Initial value of a required parameter, which has no default.
ParameterValue startValue(const ParameterSpec& parameter)
{
    ParameterValue value = parameter.defaultValue;
    if (std::int64_t* number = std::get_if<std::int64_t>(&value))
        *number = std::max<std::int64_t>(*number, static_cast<std::int64_t>(parameter.minimum.value_or(0)));
    if (std::string* text = std::get_if<std::string>(&value);
        text && text->empty() && !parameter.choices.empty())
        *text = parameter.choices.front();
    return value;
}

} // namespace

void insertLayer(SessionSpec& session, const std::string& className, std::size_t row)
{
    std::vector<LayerSpec>& layers = session.model.layers;
    row = std::min(row, layers.size());
    LayerSpec layer;
    layer.name = session.model.freeName(className);
    layer.className = className;
    const auto end = std::make_reverse_iterator(layers.begin() + static_cast<std::ptrdiff_t>(row));
    const auto like = std::find_if(
        end, layers.rend(), [&](const LayerSpec& other) { return other.className == className; });
    if (like != layers.rend()) {
        layer.config = like->config;
    } else if (const LayerClass* kind = findRow(layerCatalog(), className)) {
        for (const ParameterSpec& parameter : kind->parameters)
            if (parameter.isRequired)
                layer.config.set(parameter.name, startValue(parameter));
    }
    layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(row), std::move(layer));
}

void insertTransformerBlock(SessionSpec& session, std::size_t row)
{
    std::vector<LayerSpec>& layers = session.model.layers;
    row = std::clamp<std::size_t>(row, 1, layers.size());
    const auto end = layers.begin() + static_cast<std::ptrdiff_t>(row);
    // A plan needs a layer behind the input.
    ModelSpec before = session.model;
    before.layers.assign(layers.begin(), end);
    before.layers.push_back({before.freeName("Activation"), "Activation", {}, {}, {}});
    TransformerBlock block;
    if (const Result<ModelPlan> plan = planModel(before, session.policies, 0))
        block.features = plan->layers.back().outputShape.last();
    const std::vector<LayerSpec> added = layersOf(block, session.model, layers[row - 1].name);
    layers.insert(end, added.begin(), added.end());
}

void removeLayer(SessionSpec& session, std::size_t row)
{
    session.model.layers.erase(session.model.layers.begin() + static_cast<std::ptrdiff_t>(row));
}

void moveLayer(SessionSpec& session, std::size_t from, std::size_t to)
{
    std::vector<LayerSpec>& layers = session.model.layers;
    LayerSpec layer = layers.at(from);
    layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(from));
    layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(to), std::move(layer));
}

void renameLayer(SessionSpec& session, std::size_t row, const std::string& name)
{
    const std::string before = session.model.layers.at(row).name;
    session.model.layers[row].name = name;
    for (LayerSpec& layer : session.model.layers)
        std::replace(layer.inputs.begin(), layer.inputs.end(), before, name);
}

namespace {

QString titleOf(LayerGroup group)
{
    switch (group) {
    case LayerGroup::None:
        break;
    case LayerGroup::Core:
        return tr("Core");
    case LayerGroup::ConvolutionAndPooling:
        return tr("Convolution and pooling");
    case LayerGroup::AttentionAndEmbedding:
        return tr("Attention and embedding");
    case LayerGroup::Normalization:
        return tr("Normalization");
    case LayerGroup::Regularization:
        return tr("Regularization");
    case LayerGroup::MergingAndReshaping:
        return tr("Merging and reshaping");
    }
    return {};
}

} // namespace

std::vector<LayerMenu> layerMenus()
{
    std::map<LayerGroup, std::vector<const LayerClass*>> classes;
    for (const LayerClass& row : layerCatalog())
        if (row.group != LayerGroup::None)
            classes[row.group].push_back(&row);
    std::vector<LayerMenu> menus;
    for (auto& [group, rows] : classes)
        menus.push_back({titleOf(group), std::move(rows)});
    return menus;
}

} // namespace ulpscope::ui
