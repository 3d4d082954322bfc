// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/activations.h"

#include "engine/graph/functions.h"
#include "engine/graph/gradient.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>

namespace ulpscope {

const std::vector<ActivationFunction>& activationFunctions()
{
    static const std::vector<ActivationFunction> rows{
        {"linear", "{x}"},
        {"relu", "torch.relu({x})"},
        {"tanh", "torch.tanh({x})"},
        {"sigmoid", "torch.sigmoid({x})",
            [](Arithmetic& a, const Tensor& y, const Tensor& dy, Tensor& out) { // (dy (1 - y)) y
                unary(a, Unary::OneMinus, y, out);
                binaryInPlace(a, Binary::Multiply, out, dy);
                binaryInPlace(a, Binary::Multiply, out, y);
            },
            true},
        {"softmax", "torch.softmax({x}, dim=-1)", softmaxGradientOfOutput},
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

ActivationState::Loops::Loops(const std::string& name, const Format& of)
    : format(&of)
{
    graph::Graph function;
    graph::Builder builder(function);
    const graph::OwnerId owner
        = function.addOwner({.path = name, .className = {}, .compute = &of, .variable = &of});
    const Shape any{2};
    builder.setOwner(owner, Pass::Forward);
    const graph::Value x = builder.input("x", any, &of);
    const graph::Value seed = builder.input("gradient", any, &of);
    const graph::Value y = graph::activation(name, x).value();
    const std::array wanted{x.id()};
    const graph::ValueId dx = addGradients(builder, y, seed, wanted)[0].value();
    for (const graph::ValueId each : {x.id(), y.id(), seed.id(), dx})
        function.addOutput({"", each});
    const graph::Graph divided = graph::broadcastDivision(function);
    std::array<graph::ValueId, 3> operands{}; // in the order of Operand
    for (std::size_t i = 0; i < operands.size(); ++i)
        operands[i] = divided.outputs()[i].value;
    value = chainOf(divided, std::span(operands).first(1), operands[Output]);
    gradient = chainOf(divided, operands, divided.outputs()[3].value);
    for (const graph::ValueId input : gradient.inputs)
        read.push_back(static_cast<Operand>(std::ranges::find(operands, input) - operands.begin()));
}

ActivationState::ActivationState(std::string_view name)
    : m_function(activationFunction(name))
{
    if (!isLinear() && !isSoftmax())
        m_loops.emplace_back(m_function.name, float32Format());
    m_needsInput = isSoftmax()
        || (!m_loops.empty() && std::ranges::find(m_loops[0].read, Loops::Input) != m_loops[0].read.end());
}

const ActivationState::Loops& ActivationState::loopsIn(const Format& format)
{
    const auto known
        = std::ranges::find_if(m_loops, [&](const Loops& loops) { return *loops.format == format; });
    return known != m_loops.end() ? *known : m_loops.emplace_back(m_function.name, format);
}

/// In the values' format.
void ActivationState::applyIn(Arithmetic& arithmetic, Tensor& values)
{
    if (isLinear())
        return;
    if (isSoftmax())
        return softmaxInPlace(arithmetic, values);
    Tensor kept;
    if (isWatched(arithmetic))
        kept.assign(values);
    const std::array<const Tensor*, 1> in{&values};
    const std::array<Tensor*, 1> out{&values};
    elements(arithmetic, loopsIn(values.format()).value.program, in, 1, out);
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("activation"), values, {{"value", &kept, &values}});
}

/// All in one format.
void ActivationState::differentiate(Arithmetic& arithmetic, const Tensor* input, const Tensor& output,
    const Tensor& outputGradient, Tensor& out)
{
    if (isSoftmax())
        return softmaxGradient(arithmetic, *input, outputGradient, out);
    const Loops& loops = loopsIn(outputGradient.format());
    const std::array<const Tensor*, 3> operands{input, &output, &outputGradient};
    std::array<const Tensor*, 3> in{};
    for (std::size_t i = 0; i < loops.read.size(); ++i)
        in[i] = operands[loops.read[i]];
    out.reset(outputGradient.shape(), outputGradient.format());
    const std::array<Tensor*, 1> results{&out};
    elements(arithmetic, loops.gradient.program, std::span(in).first(loops.read.size()), 1, results);
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("gradient of the activation"), out,
            {{"input", input != nullptr ? input : &output, nullptr, true},
                {"output gradient", &outputGradient}});
}

void ActivationState::apply(Arithmetic& arithmetic, Tensor& values)
{
    if (m_needsInput)
        unary(arithmetic, Unary::Copy, values, m_input);
    if (!roundsOnce(arithmetic, values.format()))
        return applyIn(arithmetic, values);
    const Format& format = values.format();
    cast(arithmetic, values, carrierFormat(format), m_wide);
    applyIn(arithmetic, m_wide);
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
    } else if (m_needsInput) { // what the output was before it was rounded comes from the input
        cast(arithmetic, m_input, wide, m_castInput);
        unary(arithmetic, Unary::Copy, m_castInput, m_castOutput);
        applyIn(arithmetic, m_castOutput);
        differentiate(arithmetic, &m_castInput, m_castOutput, m_castGradient, m_wide);
    } else {
        differentiate(arithmetic, nullptr, m_castOutput, m_castGradient, m_wide);
    }
    cast(arithmetic, m_wide, format, m_gradient);
    return m_gradient;
}

const Tensor& ActivationState::gradient(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    if (isLinear())
        return outputGradient;
    const Format& format = outputGradient.format();
    if (roundsOnce(arithmetic, format))
        return gradientRoundedOnce(arithmetic, output, outputGradient);
    const Tensor& y = castIfNeeded(arithmetic, output, format, m_castOutput);
    const Tensor* x = m_needsInput ? &castIfNeeded(arithmetic, m_input, format, m_castInput) : nullptr;
    differentiate(arithmetic, x, y, outputGradient, m_gradient);
    return m_gradient;
}

} // namespace ulpscope
