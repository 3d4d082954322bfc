// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/layer_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace ulpscope::ui {

namespace {

struct NamedGroup
{
    const char* title;
    std::vector<std::string> classes;
};

const std::vector<NamedGroup>& namedGroups()
{
    static const std::vector<NamedGroup> groups{
        {"Core", {"InputLayer", "Dense", "EinsumDense", "Activation", "Softmax"}},
        {"Convolution and pooling",
            {"Conv2D", "DepthwiseConv2D", "MaxPooling2D", "AveragePooling2D", "GlobalAveragePooling1D",
                "GlobalAveragePooling2D"}},
        {"Attention and embedding", {"MultiHeadAttention", "Embedding", "PositionEmbedding"}},
        {"Normalization",
            {"BatchNormalization", "LayerNormalization", "GroupNormalization", "RMSNormalization"}},
        {"Regularization", {"Dropout", "GaussianNoise"}},
        {"Merging and reshaping", {"Add", "Concatenate", "Flatten", "Reshape"}},
    };
    return groups;
}

QString tr(const char* text)
{
    return QCoreApplication::translate("LayerGroups", text);
}

} // namespace

std::vector<LayerGroup> layerGroups()
{
    std::vector<LayerGroup> groups;
    for (const NamedGroup& named : namedGroups())
        groups.push_back({tr(named.title), {}});
    groups.push_back({tr("Other"), {}});
    for (const LayerClass& kind : layerCatalog()) {
        std::size_t at = 0;
        const auto names = [&](const NamedGroup& group) {
            return std::find(group.classes.begin(), group.classes.end(), kind.name) != group.classes.end();
        };
        while (at < namedGroups().size() && !names(namedGroups()[at]))
            ++at;
        groups[at].classes.push_back(&kind);
    }
    std::erase_if(groups, [](const LayerGroup& group) { return group.classes.empty(); });
    return groups;
}

} // namespace ulpscope::ui
