// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/activations.h"

namespace ulpscope {

namespace {

void copyTo(Arithmetic& arithmetic, const Tensor& in, Tensor& out)
{
    unary(arithmetic, Unary::Copy, in, out);
}

template <ActivationKind kKind>
void applyKernel(Arithmetic& arithmetic, Tensor& values)
{
    activateInPlace(arithmetic, kKind, values);
}

template <ActivationKind kKind>
void kernelGradient(Arithmetic& arithmetic, const Tensor* x, const Tensor& y, const Tensor& dy, Tensor& out)
{
    activateGradient(arithmetic, kKind, x == nullptr ? y : *x, y, dy, out);
}

} // namespace

const std::vector<ActivationFunction>& activationFunctions()
{
    static const std::vector<ActivationFunction> rows{
        {.name = "linear",
            .apply = [](Arithmetic&, Tensor&) {},
            .gradient = [](Arithmetic& a, const Tensor*, const Tensor&, const Tensor& dy,
                            Tensor& out) { copyTo(a, dy, out); },
            .torch = "{x}"},
        {.name = "relu",
            .apply = [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Relu, values); },
            .gradient = [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy,
                            Tensor& out) { binary(a, Binary::ReluGradient, y, dy, out); },
            .torch = "torch.relu({x})"},
        {.name = "tanh",
            .apply = applyKernel<ActivationKind::Tanh>,
            .gradient = kernelGradient<ActivationKind::Tanh>,
            .torch = "torch.tanh({x})"},
        {.name = "sigmoid",
            .apply = applyKernel<ActivationKind::Sigmoid>,
            .gradient = kernelGradient<ActivationKind::Sigmoid>,
            .gradientOfOutput =
                [](Arithmetic& a, const Tensor& y, const Tensor& dy, Tensor& out) { // (dy (1 - y)) y
                    unary(a, Unary::OneMinus, y, out);
                    binaryInPlace(a, Binary::Multiply, out, dy);
                    binaryInPlace(a, Binary::Multiply, out, y);
                },
            .roundsEachInFloat16 = true,
            .torch = "torch.sigmoid({x})"},
        {.name = "softmax",
            .apply = [](Arithmetic& a, Tensor& values) { softmaxInPlace(a, values); },
            .gradient = [](Arithmetic& a, const Tensor* x, const Tensor&, const Tensor& dy,
                            Tensor& out) { softmaxGradient(a, *x, dy, out); },
            .needsInput = true,
            .gradientOfOutput = softmaxGradientOfOutput,
            .torch = "torch.softmax({x}, dim=-1)"},
        {.name = "gelu",
            .apply = applyKernel<ActivationKind::Gelu>,
            .gradient = kernelGradient<ActivationKind::Gelu>,
            .needsInput = true,
            .torch = "nn.functional.gelu({x})"},
        {.name = "gelu_tanh",
            .apply = applyKernel<ActivationKind::GeluTanh>,
            .gradient = kernelGradient<ActivationKind::GeluTanh>,
            .needsInput = true},
        {.name = "silu",
            .apply = applyKernel<ActivationKind::Silu>,
            .gradient = kernelGradient<ActivationKind::Silu>,
            .needsInput = true,
            .torch = "nn.functional.silu({x})"},
        {.name = "elu",
            .apply = applyKernel<ActivationKind::Elu>,
            .gradient = kernelGradient<ActivationKind::Elu>,
            .needsInput = true,
            .torch = "nn.functional.elu({x})"},
        {.name = "leaky_relu",
            .apply = applyKernel<ActivationKind::LeakyRelu>,
            .gradient = kernelGradient<ActivationKind::LeakyRelu>,
            .needsInput = true},
        {.name = "softplus",
            .apply = applyKernel<ActivationKind::Softplus>,
            .gradient = kernelGradient<ActivationKind::Softplus>,
            .needsInput = true},
        {.name = "selu",
            .apply = applyKernel<ActivationKind::Selu>,
            .gradient = kernelGradient<ActivationKind::Selu>,
            .needsInput = true,
            .torch = "nn.functional.selu({x})"},
        {.name = "softsign",
            .apply = applyKernel<ActivationKind::Softsign>,
            .gradient = kernelGradient<ActivationKind::Softsign>,
            .needsInput = true,
            .torch = "nn.functional.softsign({x})"},
        {.name = "mish",
            .apply = applyKernel<ActivationKind::Mish>,
            .gradient = kernelGradient<ActivationKind::Mish>,
            .needsInput = true,
            .torch = "nn.functional.mish({x})"},
        {.name = "relu6",
            .apply = applyKernel<ActivationKind::Relu6>,
            .gradient = kernelGradient<ActivationKind::Relu6>,
            .needsInput = true,
            .torch = "nn.functional.relu6({x})"},
        {.name = "hard_sigmoid",
            .apply = applyKernel<ActivationKind::HardSigmoid>,
            .gradient = kernelGradient<ActivationKind::HardSigmoid>,
            .needsInput = true},
        {.name = "hard_silu",
            .apply = applyKernel<ActivationKind::HardSilu>,
            .gradient = kernelGradient<ActivationKind::HardSilu>,
            .needsInput = true,
            .torch = "nn.functional.hardswish({x})"},
        {.name = "exponential",
            .apply = [](Arithmetic& a, Tensor& values) { unaryInPlace(a, Unary::Exp, values); },
            .gradient = [](Arithmetic& a, const Tensor*, const Tensor& y, const Tensor& dy,
                            Tensor& out) { binary(a, Binary::Multiply, dy, y, out); },
            .torch = "torch.exp({x})"},
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

void ActivationState::apply(Arithmetic& arithmetic, Tensor& values)
{
    if (m_function.needsInput)
        unary(arithmetic, Unary::Copy, values, m_input);
    if (!roundsOnce(arithmetic, values.format()))
        return m_function.apply(arithmetic, values);
    const Format& format = values.format();
    cast(arithmetic, values, carrierFormat(format), m_wide);
    m_function.apply(arithmetic, m_wide);
    cast(arithmetic, m_wide, format, values);
}

bool ActivationState::roundsOnce(const Arithmetic& arithmetic, const Format& format) const
{
    return arithmetic.rules().roundsActivationsOnce && !isLinear() && !(format == carrierFormat(format));
}

const Tensor& ActivationState::gradientRoundedOnce(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    const Format& format = outputGradient.format();
    const bool roundsEach = m_function.roundsEachInFloat16 && format.name == "float16";
    const Format& wide = roundsEach ? format : carrierFormat(format);
    cast(arithmetic, outputGradient, wide, m_castGradient);
    cast(arithmetic, output, wide, m_castOutput);
    if (m_function.gradientOfOutput != nullptr) {
        m_function.gradientOfOutput(arithmetic, m_castOutput, m_castGradient, m_wide);
    } else if (m_function.needsInput) { // what the output was before it was rounded comes from the input
        cast(arithmetic, m_input, wide, m_castInput);
        unary(arithmetic, Unary::Copy, m_castInput, m_castOutput);
        m_function.apply(arithmetic, m_castOutput);
        m_function.gradient(arithmetic, &m_castInput, m_castOutput, m_castGradient, m_wide);
    } else {
        m_function.gradient(arithmetic, nullptr, m_castOutput, m_castGradient, m_wide);
    }
    cast(arithmetic, m_wide, format, m_gradient);
    return m_gradient;
}

const Tensor& ActivationState::gradient(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    if (m_function.name == "linear")
        return outputGradient;
    const Format& format = outputGradient.format();
    if (roundsOnce(arithmetic, format))
        return gradientRoundedOnce(arithmetic, output, outputGradient);
    const Tensor& y = castIfNeeded(arithmetic, output, format, m_castOutput);
    const Tensor* x
        = m_function.needsInput ? &castIfNeeded(arithmetic, m_input, format, m_castInput) : nullptr;
    m_function.gradient(arithmetic, x, y, outputGradient, m_gradient);
    return m_gradient;
}

} // namespace ulpscope
