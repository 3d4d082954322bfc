// SPDX-License-Identifier: GPL-3.0-or-later
// What Keras does with the gradients of a step before the optimizer's own arithmetic, in this order: the loss scale
// comes off, gradients of several steps are averaged, large ones are clipped (keras/src/optimizers/base_optimizer.py).
#pragma once

#include "engine/base/config.h"
#include "engine/dtype/format.h"
#include "engine/policy/overrides.h"
#include "engine/tensor/ops.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ulpscope {

/// The dtype of both, as JAX promotes them.
const Format& promoted(const Format& a, const Format& b);

// How the loss scale is taken off the gradients before anything else is done with them.
struct GradientScale
{
    double scale = 1; ///< a float32 value; gradients are divided by it
    /// Gradients are multiplied by 1 / scale, which is rounded to float32 and again to the gradient's format.
    bool byReciprocal = false;
    /// The scale is a float32 array and not a plain number: the quotient then has float32's digits where the gradient
    /// has fewer (Keras' LossScaleOptimizer, by type promotion).
    bool isArray = false;
    bool clipsFirst = false; ///< the loop clips before the scale is taken off

    /// What gradients in `format` are multiplied by; 0 where dividing by the scale comes to the same.
    double factorFor(const Format& format) const;
    /// What they are divided by else. A plain number is rounded to their format, as JAX does it: float16 makes 65536 infinite.
    double divisorFor(const Format& format) const;
};

/// One variable of a step.
struct VariableUpdate
{
    Tensor* variable = nullptr;
    const Tensor* gradient = nullptr; ///< gradient that still has the loss scale
    const UpdateNumerics* numerics
        = nullptr; ///< nullptr: computed and stored in the variable's dtype, as Keras does

    /// Format in which the step is computed.
    const Format& format() const { return numerics != nullptr ? *numerics->compute : variable->format(); }
};

class GradientPipeline
{
public:
    /// config: a checked one of an optimizer.
    explicit GradientPipeline(const Config& config);

    /// Steps whose gradients make one update.
    std::int64_t accumulationSteps() const { return m_steps; }
    /// Makes the tensors that are kept.
    void build(std::span<const VariableUpdate> updates);
    /// Step `applied` of the optimizer, from 0. False if its gradients were only accumulated.
    bool prepare(Arithmetic& arithmetic, std::span<const VariableUpdate> updates, const GradientScale& scale,
        std::int64_t applied);
    /// The gradient after the last prepare() that returned true.
    const Tensor& gradient(std::size_t slot, const VariableUpdate& update) const;
    /// Divisor that gradient() still lacks, of a variable whose step is computed in `format`.
    double divisor(const Format& format) const { return m_isPrepared ? 1 : m_scale.divisorFor(format); }

    /// Sums of gradients so far, by variable; empty without accumulation.
    std::span<const Tensor> accumulated() const { return m_accumulated; }
    std::span<Tensor> accumulated() { return m_accumulated; }

private:
    void castGradient(
        Arithmetic& arithmetic, const VariableUpdate& update, const GradientScale& scale, Tensor& out);
    void accumulate(Arithmetic& arithmetic, bool isUpdate, Tensor& gradient, Tensor& sum);
    void clip(Arithmetic& arithmetic);
    void clipByNorm(Arithmetic& arithmetic, Tensor& gradient) const;
    void clipByGlobalNorm(Arithmetic& arithmetic);

    double m_clipNorm;
    double m_clipValue;
    double m_globalClipNorm;
    std::int64_t m_steps;

    bool m_isPrepared = false;
    GradientScale m_scale;
    std::vector<Tensor> m_gradients;
    std::vector<Tensor> m_accumulated;
    Tensor m_cast;
};

} // namespace ulpscope
