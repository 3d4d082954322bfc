// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_groups.h"

#include "ui/look/models/translation.h"

#include <map>

namespace ulpscope::ui {

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
