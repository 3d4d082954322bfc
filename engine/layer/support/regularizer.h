// SPDX-License-Identifier: GPL-3.0-or-later
// Regularizers, and the penalties that they add to a loss.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/layer/layer_step.h"
#include "engine/tensor/ops.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// l1 sum |x| + l2 sum x^2
struct Regularizer
{
    double l1 = 0;
    double l2 = 0;

    bool isNone() const { return l1 == 0 && l2 == 0; }
    bool operator==(const Regularizer&) const = default;
};

/// "" for none; "l1(0.01)", "l2(0.01)", "l1_l2(0.01, 0.02)"; without numbers Keras' defaults: 0.01, 0.01, and 0 for both.
Result<Regularizer> regularizerByName(std::string_view text);
/// The text that regularizerByName() reads back.
std::string textOf(const Regularizer& regularizer);

/// Each operation rounded to x's format; the sums in the carrier.
double penaltyOf(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x);
/// gradient += upstream d penalty(x) / d x, each operation rounded to x's format, which `gradient` has too. l2's part comes before
/// l1's, because JAX goes backward.
void addPenaltyGradient(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x,
    double upstream, Tensor& gradient);

// The regularizers of a layer: of its variables, in their dtype, and of its output, in the output's and divided by the
// batch size, as Keras adds them to the loss.
class Penalties
{
public:
    /// keys: a parameter for each variable, in their order; beside them "activity_regularizer", if the layer has it.
    Penalties(const Config& config, const std::vector<const char*>& keys);

    /// Whether every parameter that ends in "_regularizer" is one.
    static Status check(const Config& config);

    /// What they add to the loss.
    double evaluate(Arithmetic& arithmetic, std::span<const Variable> variables, const Tensor& output) const;
    // JAX goes backward, and a sum is rounded after each part: an output's penalties were computed before the layers that follow,
    // those of variables after all layers.
    /// The output's gradient and then the activity regularizer's parts; `gradient` itself if there is none.
    const Tensor& outputGradient(const StepContext& context, const Tensor& output, const Tensor& gradient);
    /// The variables' parts, and their sum in their gradients, which then are in the variable dtype.
    void addToGradients(const StepContext& context, std::span<Variable> variables) const;

private:
    std::vector<Regularizer> m_ofVariables;
    Regularizer m_ofOutput;
    Tensor m_output; ///< in the gradient's dtype, where it has another
    Tensor m_gradient;
};

} // namespace ulpscope
