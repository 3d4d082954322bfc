// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of a matrix product copied into the order in which tiles read them, filled up with zeros to whole tiles.
#pragma once

#include "engine/kernels/kernel_arguments.h"
#include "engine/kernels/per_level/rounding/carrier_bits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ulpscope::kernels {

/// One operand: panel after panel of kWidth rows of a (or columns of b); in a panel, for each k, kWidth values.
/// Terms are packed so many at a time, so that long sums of few columns need little memory.
constexpr Index kSlab = 4096;

template <class T, Index kWidth>
class Panels
{
public:
    /// value(line, p): line is a row of a, or a column of b.
    template <class Value>
    Panels(Index lines, Index k, Value value)
        : m_k(k)
        , m_count((lines + kWidth - 1) / kWidth)
        , m_values(static_cast<std::size_t>(m_count * kWidth * k))
    {
        for (Index panel = 0; panel < m_count; ++panel) {
            T* to = m_values.data() + panel * kWidth * k;
            const Index width = std::min(kWidth, lines - panel * kWidth);
            for (Index p = 0; p < k; ++p)
                for (Index i = 0; i < width; ++i)
                    to[p * kWidth + i] = value(panel * kWidth + i, p);
        }
    }
    Index count() const { return m_count; }
    const T* panel(Index index) const { return m_values.data() + index * kWidth * m_k; }

private:
    Index m_k;
    Index m_count;
    std::vector<T> m_values;
};

/// One NaN for all, so that no payload meets integer arithmetic on bit patterns.
template <class T, class In>
inline T operandAs(In x)
{
    return std::isnan(x) ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(x);
}

} // namespace ulpscope::kernels
