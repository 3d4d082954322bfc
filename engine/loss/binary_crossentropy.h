// SPDX-License-Identifier: GPL-3.0-or-later
// BinaryCrossentropy: -z log p - (1 - z) log(1 - p), mean over all elements; z is 0 or 1.
#pragma once

#include "engine/base/config.h"
#include "engine/loss/loss.h"

namespace ulpscope {

class BinaryCrossentropy : public Loss
{
public:
    explicit BinaryCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
    {
    }
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const float> targets,
        double upstream, Tensor& gradient) override;
    std::int64_t countCorrect(const Tensor& prediction, std::span<const float> targets) const override;

private:
    bool m_fromLogits;
};

} // namespace ulpscope
