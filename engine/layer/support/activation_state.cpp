// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/activation_state.h"

namespace ulpscope {

void ActivationState::apply(Arithmetic& arithmetic, Tensor& values)
{
    if (m_function.needsInput)
        unary(arithmetic, Unary::Copy, values, m_input);
    if (!roundsOnce(arithmetic, values.format()))
        return m_function.apply(arithmetic, values);
    const Format& format = values.format();
    cast(arithmetic, values, carrierFormat(format), m_wide);
    m_function.apply(arithmetic, m_wide);
    cast(arithmetic, m_wide, format, values);
}

bool ActivationState::roundsOnce(const Arithmetic& arithmetic, const Format& format) const
{
    return arithmetic.rules().roundsActivationsOnce && !isLinear() && !(format == carrierFormat(format));
}

const Tensor& ActivationState::gradientRoundedOnce(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    const Format& format = outputGradient.format();
    const bool roundsEach = m_function.roundsEachInFloat16 && format.name == "float16";
    const Format& wide = roundsEach ? format : carrierFormat(format);
    cast(arithmetic, outputGradient, wide, m_castGradient);
    cast(arithmetic, output, wide, m_castOutput);
    if (m_function.gradientOfOutput != nullptr) {
        m_function.gradientOfOutput(arithmetic, m_castOutput, m_castGradient, m_wide);
    } else if (m_function.needsInput) { // what the output was before it was rounded comes from the input
        cast(arithmetic, m_input, wide, m_castInput);
        unary(arithmetic, Unary::Copy, m_castInput, m_castOutput);
        m_function.apply(arithmetic, m_castOutput);
        m_function.gradient(arithmetic, &m_castInput, m_castOutput, m_castGradient, m_wide);
    } else {
        m_function.gradient(arithmetic, nullptr, m_castOutput, m_castGradient, m_wide);
    }
    cast(arithmetic, m_wide, format, m_gradient);
    return m_gradient;
}

const Tensor& ActivationState::gradient(
    Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient)
{
    if (m_function.name == "linear")
        return outputGradient;
    const Format& format = outputGradient.format();
    if (roundsOnce(arithmetic, format))
        return gradientRoundedOnce(arithmetic, output, outputGradient);
    const Tensor& y = castIfNeeded(arithmetic, output, format, m_castOutput);
    const Tensor* x
        = m_function.needsInput ? &castIfNeeded(arithmetic, m_input, format, m_castInput) : nullptr;
    m_function.gradient(arithmetic, x, y, outputGradient, m_gradient);
    return m_gradient;
}

} // namespace ulpscope
