// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer: turns gradients into updates of the stored variables, in each variable's own dtype, as Keras does.
#pragma once

#include "engine/tensor/ops.h"

#include <cstddef>

namespace ulpscope {

class Optimizer
{
public:
    virtual ~Optimizer() = default;

    /// Before the updates of a step that is applied; counts iterations.
    void beginStep() { ++m_iterations; }

    /// variable: slot `slot` of the model, always the same one. gradientDivisor: the loss scale.
    virtual UpdateCounts update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable,
        const Tensor& gradient, double gradientDivisor)
        = 0;

protected:
    /// Steps begun; 1 during the first.
    std::int64_t iterations() const { return m_iterations; }

private:
    std::int64_t m_iterations = 0;
};

} // namespace ulpscope
