// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/axis_powers.h"

namespace ulpscope::ui {

AxisPowers axisPowers(int first, int last, int maxTicks, const std::optional<std::pair<int, int>>& data)
{
    AxisPowers powers;
    while ((last - first) / powers.stride + 1 > maxTicks)
        ++powers.stride;
    if (!data || powers.stride == 1)
        return powers;
    powers.anchor = data->second;
    const int span = data->second - data->first;
    if (const int intervals = span / powers.stride; intervals > 0)
        powers.stride = (span + intervals - 1) / intervals;
    return powers;
}

} // namespace ulpscope::ui
