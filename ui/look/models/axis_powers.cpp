// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/axis_powers.h"

#include <algorithm>

namespace ulpscope::ui {

AxisPowers axisPowers(int first, int last, int maxTicks, const std::optional<std::pair<int, int>>& data)
{
    AxisPowers powers;
    while ((last - first) / powers.stride + 1 > maxTicks)
        ++powers.stride;
    if (data && powers.stride > 1) {
        powers.anchor = data->second;
        const int span = data->second - data->first;
        if (const int intervals = span / powers.stride; intervals > 0)
            powers.stride = (span + intervals - 1) / intervals;
    }
    int count = 0;
    for (int exponent = first; exponent <= last; ++exponent)
        count += powers.has(exponent);
    if (count < std::min({2, maxTicks, last - first + 1})) {
        // The data's own power keeps its tick, and the farther end of the axis has the other one.
        const int kept = data ? std::clamp(data->second, first, last)
            : maxTicks > 1    ? first
                              : first + (last - first) / 2;
        powers.anchor = kept;
        powers.stride = maxTicks > 1 ? std::max({kept - first, last - kept, 1}) : last - first + 1;
    }
    return powers;
}

} // namespace ulpscope::ui
