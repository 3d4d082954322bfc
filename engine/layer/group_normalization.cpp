// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/group_normalization.h"

#include "engine/dtype/rounding.h"
#include "engine/layer/vector_variables.h"

namespace ulpscope {

GroupedNormalization::GroupedNormalization(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_penalties(options().config, {})
{
    std::vector<const char*> keys;
    if (options().config.flag("scale"))
        keys.push_back("gamma_regularizer");
    if (options().config.flag("center"))
        keys.push_back("beta_regularizer");
    m_penalties = Penalties(options().config, keys);
}

Result<Shape> GroupedNormalization::outputShape(std::span<const Shape> inputs) const
{
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    const std::int64_t axis = options().config.integer("axis");
    if (axis != -1 && axis != inputs[0].rank())
        return Error{"axis", "expected -1, the last axis, got " + std::to_string(axis)};
    return inputs[0];
}

Index GroupedNormalization::weightCount(std::span<const Shape> inputs) const
{
    return static_cast<Index>(variableNames().size()) * inputs[0].last();
}

std::vector<std::string> GroupedNormalization::variableNames() const
{
    std::vector<std::string> names;
    if (options().config.flag("scale"))
        names.emplace_back("gamma");
    if (options().config.flag("center"))
        names.emplace_back("beta");
    return names;
}

void GroupedNormalization::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_variables = makeVectors(options(), variableNames(), inputs[0].last(), arithmetic);
}

void GroupedNormalization::normalize(const StepContext& context, const Tensor& x,
    const NormalizationGroups& groups, const Tensor& mean, const Tensor& variance, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = mean.format();
    m_groups = groups;
    m_usedGamma = findVector(arithmetic, m_variables, "gamma", wide, m_gamma);
    normalizeGroups(arithmetic, castIfNeeded(arithmetic, x, wide, m_wide), groups, mean, variance,
        m_usedGamma, findVector(arithmetic, m_variables, "beta", wide, m_beta),
        options().config.number("epsilon"), m_factors, m_normalized);
    cast(arithmetic, castIfNeeded(arithmetic, m_normalized, x.format(), m_rounded), *numerics().compute,
        output);
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void GroupedNormalization::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& arrived = inputs[0]->format();
    const Format& wide = atLeastFloat32(arrived);
    const Tensor& rounded = castIfNeeded(arithmetic, outputGradient, arrived, m_rounded);
    normalizeGroupsGradient(arithmetic, castIfNeeded(arithmetic, *inputs[0], wide, m_wide), m_groups, m_mean,
        m_usedGamma, m_factors, castIfNeeded(arithmetic, rounded, wide, m_wideGradient), m_gradients);
    for (Variable& variable : m_variables)
        if (variable.trainable)
            cast(arithmetic, variable.name == "gamma" ? m_gradients.of.gamma : m_gradients.of.beta,
                variable.value.format(), variable.gradient);
    if (!inputGradients.empty())
        cast(arithmetic, m_gradients.of.input, arrived, inputGradients[0]);
    m_penalties.addToGradients(context, m_variables);
}

Index BatchNormalization::weightCount(std::span<const Shape> inputs) const
{
    return static_cast<Index>(variableNames().size()) * inputs[0].last();
}

std::vector<std::string> BatchNormalization::variableNames() const
{
    std::vector<std::string> names = GroupedNormalization::variableNames();
    names.insert(names.end(), {"moving_mean", "moving_variance"});
    return names;
}

void BatchNormalization::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    GroupedNormalization::build(inputs, arithmetic);
    for (Variable& variable : m_variables)
        variable.trainable = !variable.name.starts_with("moving_");
}

void BatchNormalization::move(Arithmetic& arithmetic, Variable& moving, const Tensor& batch)
{
    const Format& wide = batch.format();
    const double momentum = options().config.number("momentum");
    cast(arithmetic, moving.value, wide, m_moving);
    scalarInPlace(arithmetic, Binary::Multiply, m_moving, roundToFormat(wide, momentum));
    unary(arithmetic, Unary::Copy, batch, m_part);
    scalarInPlace(arithmetic, Binary::Multiply, m_part, roundToFormat(wide, 1 - momentum));
    binaryInPlace(arithmetic, Binary::Add, m_moving, m_part);
    const Shape shape = moving.value.shape();
    cast(arithmetic, m_moving, moving.value.format(), moving.value);
    moving.value.reshape(shape);
}

void BatchNormalization::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& x = *inputs[0];
    const Format& wide = atLeastFloat32(x.format());
    const NormalizationGroups groups{1, x.rows(), x.columns(), x.columns()};
    Variable& movingVariance = m_variables.back();
    Variable& movingMean = m_variables[m_variables.size() - 2];
    if (!context.training) {
        normalize(context, x, groups, castIfNeeded(arithmetic, movingMean.value, wide, m_moving),
            castIfNeeded(arithmetic, movingVariance.value, wide, m_movingVariance), output);
        return;
    }
    groupMoments(arithmetic, castIfNeeded(arithmetic, x, wide, m_wide), groups, m_mean, m_variance);
    move(arithmetic, movingMean, m_mean);
    move(arithmetic, movingVariance, m_variance);
    normalize(context, x, groups, m_mean, m_variance, output);
}

Result<Shape> GroupNormalization::outputShape(std::span<const Shape> inputs) const
{
    const std::int64_t groups = options().config.integer("groups");
    if (groups == 0 || (groups > 0 && inputs[0].last() % groups != 0))
        return Error{"groups",
            "expected -1 or a divisor of the number of features, " + std::to_string(inputs[0].last())
                + ", got " + std::to_string(groups)};
    return GroupedNormalization::outputShape(inputs);
}

void GroupNormalization::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& x = *inputs[0];
    const std::int64_t groups = options().config.integer("groups");
    const Index batch = x.shape()[0];
    const NormalizationGroups layout{
        batch, x.rows() / batch, x.columns(), groups == -1 ? x.columns() : groups};
    groupMoments(arithmetic, castIfNeeded(arithmetic, x, atLeastFloat32(x.format()), m_wide), layout, m_mean,
        m_variance);
    normalize(context, x, layout, m_mean, m_variance, output);
}

} // namespace ulpscope
