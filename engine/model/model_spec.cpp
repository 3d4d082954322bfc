// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_spec.h"

#include "engine/layer/layer_catalog.h"

#include <algorithm>
#include <cctype>

namespace ulpscope {

const DTypePolicy* LayerSpec::childPolicy(std::string_view child) const
{
    for (const auto& [childName, childPolicy] : children)
        if (childName == child)
            return &childPolicy;
    return nullptr;
}

void LayerSpec::setPolicy(const std::optional<DTypePolicy>& wanted, std::string_view child)
{
    if (child.empty()) {
        policy = wanted;
        return;
    }
    const auto found = std::find_if(
        children.begin(), children.end(), [&](const auto& entry) { return entry.first == child; });
    const bool hasOwn = found != children.end();
    if (hasOwn && wanted)
        found->second = *wanted;
    else if (hasOwn)
        children.erase(found);
    else if (wanted)
        children.emplace_back(child, *wanted);
}

bool ModelSpec::isSequential() const
{
    return std::all_of(layers.begin(), layers.end(), [](const LayerSpec& layer) {
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        return layer.inputs.empty() && (row == nullptr || row->maxInputs <= 1);
    });
}

std::string ModelSpec::layerPath(const LayerSpec& layer) const
{
    return isSequential() ? name + "/" + layer.name : layer.name;
}

std::vector<std::size_t> ModelSpec::inputsOf(std::size_t layer) const
{
    const LayerSpec& spec = layers.at(layer);
    std::vector<std::size_t> inputs;
    for (const std::string& input : spec.inputs)
        for (std::size_t k = 0; k < layer; ++k)
            if (layers[k].name == input)
                inputs.push_back(k);
    const LayerClass* row = findRow(layerCatalog(), spec.className);
    if (layer > 0 && spec.inputs.empty() && row != nullptr && row->minInputs > 0)
        inputs.push_back(layer - 1);
    return inputs;
}

std::string ModelSpec::freeName(std::string_view className) const
{
    const std::string base = snakeCase(className);
    const auto isTaken = [&](const std::string& wanted) {
        return std::any_of(
            layers.begin(), layers.end(), [&](const LayerSpec& l) { return l.name == wanted; });
    };
    std::string candidate = base;
    for (int i = 1; isTaken(candidate); ++i)
        candidate = base + "_" + std::to_string(i);
    return candidate;
}

std::string snakeCase(std::string_view className)
{
    std::string result;
    for (std::size_t i = 0; i < className.size(); ++i) {
        const auto c = static_cast<unsigned char>(className[i]);
        const bool startsWord = std::isupper(c) != 0 && i > 0
            && (std::islower(static_cast<unsigned char>(className[i - 1])) != 0
                || (i + 1 < className.size()
                    && std::islower(static_cast<unsigned char>(className[i + 1])) != 0));
        if (startsWord)
            result += '_';
        result += static_cast<char>(std::tolower(c));
    }
    return result;
}

} // namespace ulpscope
