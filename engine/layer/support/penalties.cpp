// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/penalties.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

namespace {

/// None where the text is absent or wrong, which check() refuses.
Regularizer regularizerAt(const Config& config, std::string_view key)
{
    const ParameterValue* text = config.find(key);
    const Result<Regularizer> regularizer
        = text == nullptr ? Regularizer{} : regularizerByName(std::get<std::string>(*text));
    return regularizer ? *regularizer : Regularizer{};
}

/// The batch size in the format.
double batchIn(const Format& format, const Tensor& output)
{
    return roundToFormat(format, static_cast<double>(output.shape()[0]));
}

} // namespace

Penalties::Penalties(const Config& config, const std::vector<const char*>& keys)
    : m_ofOutput(regularizerAt(config, "activity_regularizer"))
{
    for (const char* key : keys)
        m_ofVariables.push_back(regularizerAt(config, key));
}

Status Penalties::check(const Config& config)
{
    for (const auto& [key, value] : config.entries())
        if (key.ends_with("_regularizer"))
            if (const auto regularizer = regularizerByName(std::get<std::string>(value)); !regularizer)
                return regularizer.error().within(key);
    return success();
}

double Penalties::evaluate(
    Arithmetic& arithmetic, std::span<const Variable> variables, const Tensor& output) const
{
    double penalty = 0;
    for (std::size_t i = 0; i < variables.size() && i < m_ofVariables.size(); ++i)
        if (!m_ofVariables[i].isNone())
            penalty += penaltyOf(arithmetic, m_ofVariables[i], variables[i].value);
    if (m_ofOutput.isNone() || output.isEmpty())
        return penalty;
    const ScalarOps ops(arithmetic, output.format());
    return penalty + ops.divide(penaltyOf(arithmetic, m_ofOutput, output), batchIn(output.format(), output));
}

const Tensor& Penalties::outputGradient(
    const StepContext& context, const Tensor& output, const Tensor& gradient)
{
    if (m_ofOutput.isNone())
        return gradient;
    Arithmetic& arithmetic = context.arithmetic;
    const Format& format = gradient.format();
    unary(arithmetic, Unary::Copy, gradient, m_gradient);
    const ScalarOps ops(arithmetic, format);
    addPenaltyGradient(arithmetic, m_ofOutput, castIfNeeded(arithmetic, output, format, m_output),
        ops.divide(ops.rounded(context.penaltyScale), batchIn(format, output)), m_gradient);
    return m_gradient;
}

void Penalties::addToGradients(const StepContext& context, std::span<Variable> variables) const
{
    for (std::size_t i = 0; i < variables.size() && i < m_ofVariables.size(); ++i) {
        if (m_ofVariables[i].isNone())
            continue;
        Variable& variable = variables[i];
        if (!(variable.gradient.format() == variable.value.format())) {
            Tensor widened;
            cast(context.arithmetic, variable.gradient, variable.value.format(), widened);
            variable.gradient = std::move(widened);
        }
        Tensor penalty(variable.value.shape(), variable.value.format());
        addPenaltyGradient(
            context.arithmetic, m_ofVariables[i], variable.value, context.penaltyScale, penalty);
        binaryInPlace(context.arithmetic, Binary::Add, variable.gradient, penalty);
    }
}

} // namespace ulpscope
