// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/vector_variables.h"

#include "engine/layer/initializer.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

std::vector<Variable> makeVectors(const LayerOptions& options, const std::vector<std::string>& names,
    Index features, Arithmetic& arithmetic)
{
    std::vector<Variable> variables;
    for (const std::string& name : names) {
        const RandomKey key{options.seed, RandomUse::Initializer,
            options.index * 16 + static_cast<std::uint32_t>(variables.size()), 0};
        Variable variable{name, {}, {}};
        initialize(arithmetic, options.config.text(name + "_initializer"), Shape{features}, features,
            features, key, *options.numerics.variable, variable.value);
        variables.push_back(std::move(variable));
    }
    return variables;
}

const Tensor* findVector(Arithmetic& arithmetic, std::span<const Variable> variables, const char* name,
    const Format& format, Tensor& storage)
{
    for (const Variable& variable : variables)
        if (variable.name == name)
            return &castIfNeeded(arithmetic, variable.value, format, storage);
    return nullptr;
}

} // namespace ulpscope
