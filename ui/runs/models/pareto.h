// SPDX-License-Identifier: GPL-3.0-or-later
// The Pareto front of things with a cost and an error: those that no other beats in both.
#pragma once

#include <cstddef>
#include <vector>

namespace ulpscope::ui {

struct CostAndError
{
    double cost = 0;
    double error = 0; ///< an infinity or a NaN is the worst
};

/// Indices in the order of rising cost. Of several with the same cost and error all are there.
std::vector<std::size_t> paretoFront(const std::vector<CostAndError>& points);

} // namespace ulpscope::ui
