// SPDX-License-Identifier: GPL-3.0-or-later
// Which powers of a logarithmic axis get a tick where there is no room for all.
#pragma once

#include <optional>
#include <utility>

namespace ulpscope::ui {

/// Exponents e with (e - anchor) a multiple of stride.
struct AxisPowers
{
    int anchor = 0;
    int stride = 1;

    bool has(int exponent) const { return (exponent - anchor) % stride == 0; }
};

/// Ticks for the exponents first to last, at most about maxTicks, and two where two have room. data: the exponents of the smallest and the largest value; the
/// largest has a tick then, and the smallest too where two have room. Without: multiples of the stride, which stay where
/// they are while the axis moves.
AxisPowers axisPowers(int first, int last, int maxTicks, const std::optional<std::pair<int, int>>& data);

} // namespace ulpscope::ui
