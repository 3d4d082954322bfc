// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/layer_groups.h"

#include "ui/models/translation.h"

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
        {"Core", {"Dense", "EinsumDense", "Activation", "Softmax"}},
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

} // namespace

std::vector<LayerGroup> layerGroups()
{
    std::vector<LayerGroup> groups;
    std::vector<const LayerClass*> others;
    for (const LayerClass& kind : layerCatalog())
        if (kind.name != "InputLayer") // a model has one, its first layer, from the start
            others.push_back(&kind);
    for (const NamedGroup& named : namedGroups()) {
        LayerGroup group{tr(named.title), {}};
        for (const std::string& name : named.classes) {
            const auto kind = std::find_if(
                others.begin(), others.end(), [&](const LayerClass* other) { return other->name == name; });
            if (kind == others.end())
                continue;
            group.classes.push_back(*kind);
            others.erase(kind);
        }
        groups.push_back(std::move(group));
    }
    groups.push_back({tr("Other"), std::move(others)});
    std::erase_if(groups, [](const LayerGroup& group) { return group.classes.empty(); });
    return groups;
}

} // namespace ulpscope::ui
