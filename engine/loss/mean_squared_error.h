// SPDX-License-Identifier: GPL-3.0-or-later
// MeanSquaredError: mean of (prediction - target)^2 over all elements.
#pragma once

#include "engine/loss/loss.h"

namespace ulpscope {

class MeanSquaredError : public Loss
{
public:
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const float> targets,
        double upstream, Tensor& gradient) override;
    std::int64_t countCorrect(const Tensor&, std::span<const float>) const override { return -1; }
};

} // namespace ulpscope
