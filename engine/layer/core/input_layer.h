// SPDX-License-Identifier: GPL-3.0-or-later
// InputLayer: the shape of one example. The model puts the batch where its output would be.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class InputLayer : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext&, std::span<const Tensor* const>, Tensor&) override { }
    void backward(const StepContext&, std::span<const Tensor* const>, const Tensor&, const Tensor&,
        std::span<Tensor>) override
    {
    }
};

} // namespace ulpscope
