// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/normalization/normalization.h"

#include "engine/layer/support/initializer.h"
#include "engine/tensor/ops.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// In the order of the variables.
std::vector<const char*> regularizerKeys(const Config& config)
{
    std::vector<const char*> keys;
    if (config.find("scale") != nullptr && config.flag("scale"))
        keys.push_back("gamma_regularizer");
    if (config.find("center") != nullptr && config.flag("center"))
        keys.push_back("beta_regularizer");
    return keys;
}

} // namespace

Normalization::Normalization(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_penalties(options().config, regularizerKeys(options().config))
{
}

std::vector<std::int64_t> Normalization::sortedAxes() const
{
    const ParameterValue& axis = *options().config.find("axis");
    if (const auto* one = std::get_if<std::int64_t>(&axis))
        return {*one};
    std::vector<std::int64_t> axes = options().config.list("axis");
    std::sort(axes.begin(), axes.end());
    return axes;
}

Shape Normalization::features(const Shape& input) const
{
    Shape shape;
    for (const std::int64_t axis : sortedAxes())
        shape.append(input[static_cast<int>(axis < 0 ? axis + input.rank() : axis - 1)]);
    return shape;
}

Result<Shape> Normalization::outputShape(std::span<const Shape> inputs) const
{
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    if (const Result<AxesLast> axes = AxesLast::find(sortedAxes(), inputs[0], false); !axes)
        return axes.error();
    std::vector<std::pair<std::string, int>> ranks;
    for (const std::string& name : variableNames())
        if (options().config.find(name + "_initializer") != nullptr)
            ranks.emplace_back(name + "_initializer", features(inputs[0]).rank());
    if (const Status initializers = checkInitializers(options().config, ranks); !initializers)
        return initializers.error();
    return inputs[0];
}

Index Normalization::weightCount(std::span<const Shape> inputs) const
{
    return static_cast<Index>(variableNames().size()) * features(inputs[0]).elements();
}

std::vector<std::string> Normalization::variableNames() const
{
    std::vector<std::string> names;
    if (options().config.flag("scale"))
        names.emplace_back("gamma");
    if (options().config.flag("center"))
        names.emplace_back("beta");
    return names;
}

void Normalization::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_axes = *AxesLast::find(sortedAxes(), inputs[0], false);
    const Shape shape = features(inputs[0]);
    m_variables.clear();
    for (const std::string& name : variableNames()) {
        const RandomKey key{options().seed, RandomUse::Initializer,
            options().index * 16 + static_cast<std::uint32_t>(m_variables.size()), 0};
        Variable variable{name, {}, {}};
        const ParameterValue* initializer = options().config.find(name + "_initializer");
        initialize(arithmetic, initializer == nullptr ? "ones" : std::get<std::string>(*initializer), shape,
            key, *numerics().variable, variable.value);
        m_variables.push_back(std::move(variable));
    }
}

const Tensor* Normalization::find(
    Arithmetic& arithmetic, const char* name, const Format& format, Tensor& storage) const
{
    for (const Variable& variable : m_variables)
        if (variable.name == name)
            return &castIfNeeded(arithmetic, variable.value, format, storage);
    return nullptr;
}

void Normalization::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    if (m_axes.isLastAlone()) {
        normalize(context, *inputs[0], output);
    } else {
        m_axes.toLast(*inputs[0], m_x);
        normalize(context, m_x, m_y);
        m_axes.fromLast(m_y, inputs[0]->shape(), output);
    }
    m_penalty = m_penalties.evaluate(context.arithmetic, m_variables, output);
}

void Normalization::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Tensor* inputGradient = inputGradients.empty() ? nullptr : inputGradients.data();
    if (m_axes.isLastAlone()) {
        differentiate(context, *inputs[0], outputGradient, inputGradient);
    } else {
        m_axes.toLast(outputGradient, m_gradient);
        differentiate(context, m_x, m_gradient, inputGradient == nullptr ? nullptr : &m_inputGradient);
        if (inputGradient != nullptr)
            m_axes.fromLast(m_inputGradient, inputs[0]->shape(), *inputGradient);
        for (Variable& variable : m_variables)
            if (variable.trainable)
                variable.gradient.reshape(variable.value.shape());
    }
    m_penalties.addToGradients(context, m_variables);
}

} // namespace ulpscope
