// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/activations.h"

#include "engine/base/check.h"

namespace ulpscope {

const std::vector<ActivationFunction>& activationFunctions()
{
    static const std::vector<ActivationFunction> rows{
        {"linear", "{x}"},
        {"relu", "torch.relu({x})"},
        {"tanh", "torch.tanh({x})"},
        {"sigmoid", "torch.sigmoid({x})"},
        {"softmax", "torch.softmax({x}, dim=-1)"},
        {"gelu", "nn.functional.gelu({x})"},
        {"gelu_tanh"},
        {"silu", "nn.functional.silu({x})"},
        {"elu", "nn.functional.elu({x})"},
        {"leaky_relu"},
        {"softplus"},
        {"selu", "nn.functional.selu({x})"},
        {"softsign", "nn.functional.softsign({x})"},
        {"mish", "nn.functional.mish({x})"},
        {"relu6", "nn.functional.relu6({x})"},
        {"hard_sigmoid"},
        {"hard_silu", "nn.functional.hardswish({x})"},
        {"exponential", "torch.exp({x})"},
    };
    return rows;
}

const ActivationFunction& activationFunction(std::string_view name)
{
    for (const ActivationFunction& row : activationFunctions())
        if (row.name == name)
            return row;
    throw ContractError("[activationFunction] the name was checked against the catalog");
}

std::vector<std::string> activationNames()
{
    std::vector<std::string> names;
    for (const ActivationFunction& row : activationFunctions())
        names.push_back(row.name);
    return names;
}

} // namespace ulpscope
