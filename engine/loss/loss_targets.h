// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of targets that a loss takes: checks that they fit a model's outputs, and scores outputs by them.
#pragma once

#include "engine/loss/loss.h"

namespace ulpscope {

struct LossTargets
{
    /// Whether predictions of `output` (one example) fit targets of `targetsPerExample` numbers, `classes` classes
    /// (0: a regression). The message says what does not fit.
    Status (*fits)(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) = nullptr;
    /// See Loss::score(). rule: that of the loss.
    void (*score)(const Tensor& prediction, std::span<const double> targets,
        const std::optional<DecisionRule>& rule, Score& score)
        = nullptr;
    bool areClasses = false; ///< a class number for each row of outputs
};

extern const LossTargets kNumberTargets; ///< one number for each output
extern const LossTargets kBinaryTargets; ///< one number for each output, of two classes
extern const LossTargets kClassTargets; ///< class numbers
extern const LossTargets kRowTargets; ///< rows of probabilities, or class numbers

} // namespace ulpscope
