// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax over the last axis, in the compute dtype. With a causal mask, scores above the diagonal of the last two axes
// are filled with -3e4 in float16 and -1e9 elsewhere before, and their outputs are set to zero after, as Keras does.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class Softmax : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    void makeMask(const Shape& shape, const Format& format);

    Tensor m_mask; ///< 1 where a score is kept, else 0
    Tensor m_fill; ///< 0 where a score is kept, else a large negative number
    Tensor m_kept;
    Tensor m_softmax; ///< before masked outputs are zeroed
};

} // namespace ulpscope
