// SPDX-License-Identifier: GPL-3.0-or-later
// What the normalizations have in common: the axes of their features, which they see as the last axis, gamma and beta with
// their initializers and regularizers, in the variable dtype.
// x, y: [batch, ..., features]   gamma, beta: [features], of several axes [extent, extent...]
#pragma once

#include "engine/layer/support/axes_last.h"
#include "engine/layer/support/regularizer.h"

namespace ulpscope {

class Normalization : public Layer
{
public:
    explicit Normalization(LayerOptions layerOptions);
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) final;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) final;
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;

protected:
    /// x: with the features last. Leaves the output in the compute dtype.
    virtual void normalize(const StepContext& context, const Tensor& x, Tensor& output) = 0;
    /// After it, with the same x. inputGradient: null where nothing before needs it.
    virtual void differentiate(
        const StepContext& context, const Tensor& x, const Tensor& outputGradient, Tensor* inputGradient)
        = 0;

    /// The axes in the order in which Keras sorts them: as the numbers they are given by.
    std::vector<std::int64_t> sortedAxes() const;
    /// Their extents in this order, which are the shape of gamma and beta; input: of one example.
    Shape features(const Shape& input) const;
    /// The variable in `format`; null if there is none.
    const Tensor* find(Arithmetic& arithmetic, const char* name, const Format& format, Tensor& storage) const;

    Tensor m_wide; ///< x in at least float32
    std::vector<Variable> m_variables; ///< gamma, beta, and what a class adds

private:
    Penalties m_penalties;
    double m_penalty = 0;
    AxesLast m_axes;
    Tensor m_x; ///< where axes are moved
    Tensor m_y;
    Tensor m_gradient;
    Tensor m_inputGradient;
};

} // namespace ulpscope
