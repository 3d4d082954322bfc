// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of axes that count: steps, elements, powers. They stand at whole numbers, however few are in sight. Only plots include this.
#pragma once

#include "ui/look/axis_ticks.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

class WholeTicker : public LinearTicker
{
protected:
    /// QCustomPlot's is 1, 2, 2.5 or 5 times a power of ten.
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(LinearTicker::getTickStep(range)));
    }
    int getSubTickCount(double tickStep) override
    {
        return static_cast<int>(std::min(double(LinearTicker::getSubTickCount(tickStep)), tickStep - 1));
    }
};

} // namespace ulpscope::ui
