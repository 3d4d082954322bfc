// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_totals.h"

namespace ulpscope {

StepCounts& StepCounts::operator+=(const StepCounts& other)
{
    gradientsNonZero += other.gradientsNonZero;
    gradientsFlushed += other.gradientsFlushed;
    updatesNonZero += other.updatesNonZero;
    updatesLost += other.updatesLost;
    overflows += other.overflows;
    return *this;
}

double percent(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace ulpscope
