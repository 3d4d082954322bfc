// SPDX-License-Identifier: GPL-3.0-or-later
// A loss over predictions in the loss dtype (Keras: floatx, not the policy): its value, and the gradient that goes back.
#pragma once

#include "engine/base/result.h"
#include "engine/loss/decision_rule.h"
#include "engine/loss/score.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ulpscope {

/// keras.config.epsilon(), to which probabilities are clipped.
inline constexpr double kProbabilityEpsilon = 1e-7;

class Loss
{
public:
    virtual ~Loss() = default;

    /// Whether predictions of `output` (one example) fit targets of `targetsPerExample` numbers, `classes` classes
    /// (0: a regression). The message says what does not fit.
    virtual Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const = 0;

    /// The mean loss, and in `gradient` d(upstream * loss) / d prediction, both in the loss dtype, in which every
    /// operation is rounded. prediction: [batch, outputs...] in that dtype. upstream: a value of it.
    virtual double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient)
        = 0;

    /// Adds what metrics are made of, but for the loss itself.
    virtual void score(const Tensor& prediction, std::span<const double> targets, Score& score) const = 0;

    /// How outputs say a class; none of a loss for numbers.
    virtual std::optional<DecisionRule> decisionRule() const { return std::nullopt; }
};

} // namespace ulpscope
