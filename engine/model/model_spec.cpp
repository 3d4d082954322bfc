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
