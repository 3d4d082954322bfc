// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' use_ema: a moving average of every variable beside the optimizer's own state, which takes the variable's place every
// so many steps if wanted (keras/src/optimizers/base_optimizer.py and backend/jax/optimizer.py).
#pragma once

#include "engine/optimizer/gradient_pipeline.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ulpscope {

class MovingAverages
{
public:
    /// config: a checked one of an optimizer.
    explicit MovingAverages(const Config& config);

    bool areKept() const { return m_areKept; }
    /// Makes them, all zero: the first step replaces them.
    void build(std::span<const VariableUpdate> updates);
    /// After a step's update: average = momentum average + (1 - momentum) variable, each operation rounded to the average's
    /// format, and with an overwrite frequency the variable anew. updatesBefore: so far, as Keras' `iterations`.
    void follow(Arithmetic& arithmetic, std::span<const VariableUpdate> updates, std::int64_t updatesBefore);

    /// Replaces every variable by its average, as Keras does at the end of fit().
    void replace(Arithmetic& arithmetic, std::span<const VariableUpdate> updates) const;

    /// The averages in the order of the variables; empty without averaging.
    std::span<const Tensor> averages() const { return m_averages; }
    std::span<Tensor> averages() { return m_averages; }

private:
    void overwrite(Arithmetic& arithmetic, bool isNow, const Tensor& average, Tensor& variable);

    bool m_areKept;
    double m_momentum;
    std::int64_t m_overwriteFrequency; ///< 0: never
    std::vector<Tensor> m_averages;
    Tensor m_share;
    Tensor m_wide;
    Tensor m_sum;
};

} // namespace ulpscope
