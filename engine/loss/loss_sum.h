// SPDX-License-Identifier: GPL-3.0-or-later
// A loss' sums over classes and examples as JAX forms them: terms of fewer digits than float32 has are added in float32, and the sum
// is rounded to their dtype once (jax/_src/numpy/reductions.py: upcast_f16_for_computation).
#pragma once

#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/scalar_ops.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// Number by which a loss is divided: its examples, or places in them, rounded to the dtype.
inline double exampleCount(const Tensor& prediction)
{
    return roundToFormat(prediction.format(), static_cast<double>(prediction.rows()));
}

class LossSum
{
public:
    LossSum(Arithmetic& arithmetic, const Format& format)
        : m_ops(arithmetic, format)
        , m_wide(arithmetic, format.precision() < float32Format().precision() ? float32Format() : format)
    {
    }

    void add(double term) { m_sum = m_wide.add(m_sum, term); }
    double value() const { return m_ops.rounded(m_sum); }
    /// keras.ops.mean, which divides before it rounds to the dtype.
    double mean(Index count) const { return m_ops.rounded(m_wide.divide(m_sum, static_cast<double>(count))); }
    /// The mean over examples, which divides the rounded sum (keras/src/losses/loss.py).
    double over(double examples) const { return m_ops.divide(value(), examples); }

private:
    ScalarOps m_ops;
    ScalarOps m_wide;
    double m_sum = 0;
};

} // namespace ulpscope
