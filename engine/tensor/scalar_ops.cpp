// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/scalar_ops.h"

#include "engine/base/message.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

double roundScalar(Arithmetic& arithmetic, const Format& format, double exact, const char* operation,
    std::initializer_list<NamedNumber> operands)
{
    const double rounded = roundToFormat(format, exact);
    if (std::isfinite(rounded))
        return rounded;
    ++arithmetic.counts().nonFinite;
    const bool isMadeHere = std::all_of(operands.begin(), operands.end(),
        [](const NamedNumber& operand) { return std::isfinite(operand.value); });
    arithmetic.counts().overflows += isMadeHere ? 1 : 0;
    if (isWatched(arithmetic))
        watchScalar(arithmetic, format, rounded, operation, operands);
    return rounded;
}

double roundScalar(Arithmetic& arithmetic, const Format& format, double value)
{
    return roundScalar(arithmetic, format, value, translated("rounding"), {{"value", value}});
}

double ScalarOps::add(double a, double b) const
{
    return roundScalar(
        m_arithmetic, m_format, a + b, translated("addition"), {{"left operand", a}, {"right operand", b}});
}

double ScalarOps::multiply(double a, double b) const
{
    return roundScalar(m_arithmetic, m_format, a * b, translated("multiplication"),
        {{"left operand", a}, {"right operand", b}});
}

double ScalarOps::divide(double a, double b) const
{
    return roundScalar(
        m_arithmetic, m_format, a / b, translated("division"), {{"left operand", a}, {"right operand", b}});
}

double ScalarOps::log(double x) const
{
    return roundScalar(m_arithmetic, m_format, std::log(x), translated("logarithm"), {{"value", x}});
}

} // namespace ulpscope
