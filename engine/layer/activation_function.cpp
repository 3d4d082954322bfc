// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/activation_function.h"

namespace ulpscope {

namespace {

void copyTo(Arithmetic& arithmetic, const Tensor& in, Tensor& out)
{
    unary(arithmetic, Unary::Copy, in, out);
}

/// A function with a kernel of its own.
template <ActivationKind kKind>
ActivationFunction curve(const char* name, bool needsInput = true)
{
    return {name, [](Arithmetic& a, Tensor& values) { activateInPlace(a, kKind, values); },
        [](Arithmetic& a, const Tensor* x, const Tensor& y, const Tensor& dy, Tensor& out) {
            activateGradient(a, kKind, x == nullptr ? y : *x, y, dy, out);
        },
        needsInput};
}

} // namespace

const std::vector<ActivationFunction>& activationFunctions()
{
    static const std::vector<ActivationFunction> rows{
        {"linear", [](Arithmetic&, Tensor&) {},
            [](Arithmetic& a, const Tensor*, const Tensor&, const Tensor& dy, Tensor& out) {
                copyTo(a, dy, out);
            }},
        {"relu", [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Relu, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                binary(a, Binary::ReluGradient, y, dy, out);
            }},
        curve<ActivationKind::Tanh>("tanh", false),
        curve<ActivationKind::Sigmoid>("sigmoid", false),
        {"softmax", [](Arithmetic& a, Tensor& values) { softmaxInPlace(a, values); },
            [](Arithmetic& a, const Tensor* x, const Tensor&, const Tensor& dy, Tensor& out) {
                softmaxGradient(a, *x, dy, out);
            },
            true},
        curve<ActivationKind::Gelu>("gelu"),
        curve<ActivationKind::GeluTanh>("gelu_tanh"),
        curve<ActivationKind::Silu>("silu"),
        curve<ActivationKind::Elu>("elu"),
        curve<ActivationKind::LeakyRelu>("leaky_relu"),
        curve<ActivationKind::Softplus>("softplus"),
        curve<ActivationKind::Selu>("selu"),
        curve<ActivationKind::Softsign>("softsign"),
        curve<ActivationKind::Mish>("mish"),
        curve<ActivationKind::Relu6>("relu6"),
        curve<ActivationKind::HardSigmoid>("hard_sigmoid"),
        curve<ActivationKind::HardSilu>("hard_silu"),
        {"exponential", [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Exp, values); },
            [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy, Tensor& out) {
                binary(a, Binary::Multiply, dy, y, out);
            }},
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
