// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on single numbers of one format, as losses and penalties need them: each rounds its result once, counts what that did,
// and tells a watch which operands made a number that is not finite.
#pragma once

#include "engine/dtype/format.h"
#include "engine/tensor/arithmetic.h"

#include <initializer_list>

namespace ulpscope {

struct NamedNumber
{
    const char* name;
    double value;
};

/// `exact`, the result of an operation on these operands, rounded to the format. It counts as an overflow where the operands are
/// finite and the result is not, as after a division by zero.
double roundScalar(Arithmetic& arithmetic, const Format& format, double exact, const char* operation,
    std::initializer_list<NamedNumber> operands);
/// A number that comes in another format, or in none.
double roundScalar(Arithmetic& arithmetic, const Format& format, double value);

class ScalarOps
{
public:
    ScalarOps(Arithmetic& arithmetic, const Format& format)
        : m_arithmetic(arithmetic)
        , m_format(format)
    {
    }

    const Format& format() const { return m_format; }
    double rounded(double value) const { return roundScalar(m_arithmetic, m_format, value); }
    double add(double a, double b) const;
    double multiply(double a, double b) const;
    double divide(double a, double b) const;
    double log(double x) const;

private:
    Arithmetic& m_arithmetic;
    const Format& m_format;
};

} // namespace ulpscope
