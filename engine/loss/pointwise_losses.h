// SPDX-License-Identifier: GPL-3.0-or-later
// Losses whose term is a formula of one prediction and its target, from keras/src/losses/losses.py.
#pragma once

#include "engine/base/config.h"
#include "engine/loss/loss.h"
#include "engine/tensor/scalar_ops.h"

#include <cmath>
#include <vector>

namespace ulpscope {

// Losses that are a mean of terms, one for each prediction and its target: squared and absolute differences, Huber's,
// binary cross-entropy. As in Keras the mean is over an example's last axis first, then over all examples.
class ElementwiseLoss : public Loss
{
public:
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;

protected:
    /// The term of one prediction, and share * d term / d prediction.
    struct Term
    {
        double value;
        double gradient;
    };
    /// ops: in the loss dtype.
    virtual Term term(const ScalarOps& ops, double prediction, double target, double share) const = 0;
};

// MeanSquaredError: mean of (prediction - target)^2 over all elements.
class MeanSquaredError : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        return {
            ops.multiply(difference, difference), ops.multiply(share, 2 * difference)}; // times two is exact
    }
};

// MeanAbsoluteError: mean of |prediction - target| over all elements; without a slope where they are equal.
class MeanAbsoluteError : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        const double sign = difference > 0 ? 1 : difference < 0 ? -1 : difference; // 0 and NaN stay
        return {std::fabs(difference), share * sign};
    }
};

// Huber: half the squared difference up to delta, linear beyond.
class Huber : public ElementwiseLoss
{
public:
    explicit Huber(const Config& config)
        : m_delta(config.number("delta"))
    {
    }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double delta = ops.rounded(m_delta);
        const double difference = ops.subtract(prediction, target);
        const double size = std::fabs(difference);
        if (size <= delta)
            return {0.5 * ops.multiply(difference, difference), ops.multiply(share, difference)};
        const double value = ops.subtract(ops.multiply(delta, size), 0.5 * ops.multiply(delta, delta));
        const double sign = difference > 0 ? 1 : difference < 0 ? -1 : difference;
        return {value, ops.multiply(ops.multiply(share, delta), sign)};
    }

private:
    double m_delta;
};

// LogCosh: mean of log(cosh(d)) of differences d, as d + softplus(-2 d) - log 2.
class LogCosh : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        const double x = difference * -2;
        // jax.nn.softplus: max(x, 0) + log1p(exp(-|x|)), whose derivative is exp(x - softplus(x))
        const double softplus = ops.add(std::fmax(x, 0), ops.log1p(ops.exp(-std::fabs(x))));
        const double slope = ops.exp(ops.subtract(x, softplus));
        const double value = ops.subtract(ops.add(difference, softplus), ops.log(2));
        return {std::isnan(difference) ? difference : value, ops.add(share, ops.multiply(share, slope) * -2)};
    }
};

// Poisson: mean of p - t log(p + epsilon).
class Poisson : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double shifted = ops.add(prediction, ops.rounded(kProbabilityEpsilon));
        const double value = ops.subtract(prediction, ops.multiply(target, ops.log(shifted)));
        return {value, ops.subtract(share, ops.divide(ops.multiply(share, target), shifted))};
    }
};

// Hinge and SquaredHinge: mean of max(1 - t p, 0), or of its square. Targets are -1 and 1; those
// of a batch that are all 0 or 1 are taken for -1 and 1.
class Hinge : public ElementwiseLoss
{
public:
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{0.0}; }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;

private:
    std::vector<double> m_signs;
};

class SquaredHinge : public Hinge
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;
};

// BinaryCrossentropy: -z log p - (1 - z) log(1 - p), mean over all elements; z is 0 or 1, or with label smoothing s
// z (1 - s) + s / 2.
class BinaryCrossentropy : public ElementwiseLoss
{
public:
    explicit BinaryCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
        , m_smoothing(config.number("label_smoothing"))
    {
    }
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override
    {
        return DecisionRule{m_fromLogits ? 0.0 : 0.5};
    }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;

private:
    bool m_fromLogits;
    double m_smoothing;
};

} // namespace ulpscope
