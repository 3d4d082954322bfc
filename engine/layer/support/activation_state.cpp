// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/activation_state.h"

namespace ulpscope {

void ActivationState::apply(Arithmetic& arithmetic, Tensor& values)
{
    if (m_function.needsInput)
        unary(arithmetic, Unary::Copy, values, m_input);
    m_function.apply(arithmetic, values);
}

const Tensor& ActivationState::gradient(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    if (m_function.name == "linear")
        return outputGradient;
    const Format& format = outputGradient.format();
    const Tensor& y = castIfNeeded(arithmetic, output, format, m_castOutput);
    const Tensor* x
        = m_function.needsInput ? &castIfNeeded(arithmetic, m_input, format, m_castInput) : nullptr;
    m_function.gradient(arithmetic, x, y, outputGradient, m_gradient);
    return m_gradient;
}

} // namespace ulpscope
