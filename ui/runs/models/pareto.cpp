// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/pareto.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {

std::vector<std::size_t> paretoFront(const std::vector<CostAndError>& points)
{
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(
        order, [&](std::size_t i) { return !std::isfinite(points[i].error) || std::isnan(points[i].cost); });
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return points[a].cost != points[b].cost ? points[a].cost < points[b].cost
                                                : points[a].error < points[b].error;
    });
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        const bool isBetter = front.empty() || points[i].error < points[front.back()].error;
        const bool isSame = !front.empty() && points[i].error == points[front.back()].error
            && points[i].cost == points[front.back()].cost;
        if (isBetter || isSame)
            front.push_back(i);
    }
    return front;
}

} // namespace ulpscope::ui
