// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/search_plan.h"

#include <algorithm>

namespace ulpscope {

SearchPlan planOf(const SearchSpace& space, std::size_t seeds)
{
    const auto layers = static_cast<double>(space.layers.size());
    const auto under = static_cast<double>(seeds);
    const auto scales = static_cast<double>(space.lossScaleMenu);
    const double lower = static_cast<double>(space.menu) - (space.float32 < space.menu ? 1 : 0);
    SearchPlan plan{.assignments = space.assignments()};
    plan.canBeProved = plan.assignments <= kMaxProved;
    const double every = (plan.assignments + (space.isOfMenu(space.reference()) ? 0 : 1)) * under;
    // float32, scores from both ends, the front, and the certificate, whose refutations take one seed each.
    const double points = std::min(layers * lower + 1, static_cast<double>(kMaxFrontPoints));
    const double some = under + scales * lower * (1 + 2 * layers) + points * under + lower * layers;
    plan.runs = plan.canBeProved ? every : some;
    return plan;
}

std::optional<double> SearchProgress::secondsLeft(double secondsSoFar) const
{
    if (trained == 0)
        return std::nullopt;
    return left * secondsSoFar / static_cast<double>(trained);
}

} // namespace ulpscope
