// SPDX-License-Identifier: GPL-3.0-or-later
// Losses that are a mean of terms, one for each prediction and its target: squared and absolute differences, Huber's,
// binary cross-entropy. As in Keras the mean is over an example's last axis first, then over all examples.
#pragma once

#include "engine/loss/loss.h"
#include "engine/tensor/scalar_ops.h"

namespace ulpscope {

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

} // namespace ulpscope
