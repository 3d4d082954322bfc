// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/normalization/group_normalization.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

void GroupedNormalization::normalizeBy(const StepContext& context, const Tensor& x,
    const NormalizationGroups& groups, const Tensor& mean, const Tensor& variance, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = mean.format();
    m_groups = groups;
    m_usedGamma = find(arithmetic, "gamma", wide, m_gamma);
    normalizeGroups(arithmetic, castIfNeeded(arithmetic, x, wide, m_wide), groups, mean, variance,
        m_usedGamma, find(arithmetic, "beta", wide, m_beta), options().config.number("epsilon"), m_factors,
        m_normalized);
    cast(arithmetic, castIfNeeded(arithmetic, m_normalized, x.format(), m_rounded), *numerics().compute,
        output);
}

void GroupedNormalization::differentiate(
    const StepContext& context, const Tensor& x, const Tensor& outputGradient, Tensor* inputGradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& arrived = x.format();
    const Format& wide = atLeastFloat32(arrived);
    const Tensor& rounded = castIfNeeded(arithmetic, outputGradient, arrived, m_rounded);
    normalizeGroupsGradient(arithmetic, castIfNeeded(arithmetic, x, wide, m_wide), m_groups, m_mean,
        m_usedGamma, m_factors, castIfNeeded(arithmetic, rounded, wide, m_wideGradient), m_gradients);
    for (Variable& variable : m_variables)
        if (variable.trainable)
            cast(arithmetic, variable.name == "gamma" ? m_gradients.of.gamma : m_gradients.of.beta,
                variable.value.format(), variable.gradient);
    if (inputGradient != nullptr)
        cast(arithmetic, m_gradients.of.input, arrived, *inputGradient);
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

void BatchNormalization::normalize(const StepContext& context, const Tensor& x, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    const NormalizationGroups groups{1, x.rows(), x.columns(), x.columns()};
    Variable& movingVariance = m_variables.back();
    Variable& movingMean = m_variables[m_variables.size() - 2];
    if (!context.training) {
        normalizeBy(context, x, groups, castIfNeeded(arithmetic, movingMean.value, wide, m_moving),
            castIfNeeded(arithmetic, movingVariance.value, wide, m_movingVariance), output);
        return;
    }
    groupMoments(arithmetic, castIfNeeded(arithmetic, x, wide, m_wide), groups, m_mean, m_variance);
    move(arithmetic, movingMean, m_mean);
    move(arithmetic, movingVariance, m_variance);
    normalizeBy(context, x, groups, m_mean, m_variance, output);
}

Result<Shape> GroupNormalization::outputShape(std::span<const Shape> inputs) const
{
    Result<Shape> shape = GroupedNormalization::outputShape(inputs);
    if (!shape)
        return shape;
    const std::int64_t groups = options().config.integer("groups");
    const Index channels = features(inputs[0]).elements();
    if (groups == 0 || (groups > 0 && channels % groups != 0))
        return Error{"groups",
            "expected -1 or a divisor of the number of features, " + std::to_string(channels) + ", got "
                + std::to_string(groups)};
    return shape;
}

void GroupNormalization::normalize(const StepContext& context, const Tensor& x, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const std::int64_t groups = options().config.integer("groups");
    const Index batch = x.shape()[0];
    const NormalizationGroups layout{
        batch, x.rows() / batch, x.columns(), groups == -1 ? x.columns() : groups};
    groupMoments(arithmetic, castIfNeeded(arithmetic, x, atLeastFloat32(x.format()), m_wide), layout, m_mean,
        m_variance);
    normalizeBy(context, x, layout, m_mean, m_variance, output);
}

} // namespace ulpscope
