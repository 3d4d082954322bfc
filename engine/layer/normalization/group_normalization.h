// SPDX-License-Identifier: GPL-3.0-or-later
// BatchNormalization and GroupNormalization: mean 0 and variance 1, then scaled by gamma and shifted by beta, of a feature
// over the whole batch, or of a group of features over one example. The mathematics is in at least float32, and the
// variables are not cast to the compute dtype. x, y: [batch, ..., features]   variables: [features]
//
// BatchNormalization (keras/src/layers/normalization/batch_normalization.py): in training the moments are the batch's, and
// moving_mean and moving_variance move towards them; else these take their place. They move in the forward pass, so in a
// step that is skipped too.
// GroupNormalization (group_normalization.py): the input is not cast to the compute dtype first; the result is rounded to
// the input's dtype and then to the compute dtype.
#pragma once

#include "engine/layer/normalization/normalization.h"
#include "engine/tensor/group_normalize.h"

namespace ulpscope {

class GroupedNormalization : public Normalization
{
public:
    using Normalization::Normalization;
    bool castsVariables() const override { return false; }

protected:
    /// y from x and moments that fit the groups.
    void normalizeBy(const StepContext& context, const Tensor& x, const NormalizationGroups& groups,
        const Tensor& mean, const Tensor& variance, Tensor& output);
    void differentiate(const StepContext& context, const Tensor& x, const Tensor& outputGradient,
        Tensor* inputGradient) override;

    Tensor m_mean;
    Tensor m_variance;

private:
    NormalizationGroups m_groups; ///< of the last forward pass
    const Tensor* m_usedGamma = nullptr;
    Tensor m_gamma;
    Tensor m_beta;
    Tensor m_normalized;
    Tensor m_rounded;
    Tensor m_wideGradient;
    NormalizationFactors m_factors;
    GroupGradients m_gradients;
};

class BatchNormalization : public GroupedNormalization
{
public:
    using GroupedNormalization::GroupedNormalization;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    std::vector<std::string> variableNames() const override;

protected:
    void normalize(const StepContext& context, const Tensor& x, Tensor& output) override;

private:
    /// The moving average's next value, in its dtype: moving momentum + batch (1 - momentum).
    void move(Arithmetic& arithmetic, Variable& moving, const Tensor& batch);

    Tensor m_moving;
    Tensor m_movingVariance;
    Tensor m_part;
};

class GroupNormalization : public GroupedNormalization
{
public:
    using GroupedNormalization::GroupedNormalization;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    bool autocast() const override { return false; }

protected:
    void normalize(const StepContext& context, const Tensor& x, Tensor& output) override;
};

} // namespace ulpscope
