// SPDX-License-Identifier: GPL-3.0-or-later
// What sums of single layers' uses cannot know: sets of layers that break a budget together and not without each other.
#pragma once

#include "app/search/knapsack.h"

#include <optional>
#include <vector>

namespace ulpscope {

struct LayerChoice
{
    std::size_t layer = 0; ///< among SearchSpace::layers; behind them the loss scale
    std::size_t policy = 0; ///< among SearchSpace::entries; of the loss scale among SearchSpace::lossScales

    bool operator==(const LayerChoice&) const = default;
};

/// Choices that together break the budget, all others being float32; without any one of the layers they do not. Where loss scales are
/// searched it is told of one of them.
using Conflict = std::vector<LayerChoice>;

bool contains(const Assignment& assignment, const Conflict& conflict);

/// The cheapest choice of items whose uses add up to at most `mostUse` and that contains no conflict; by branching on the choices of a
/// conflict that the knapsack's own answer contains. Nothing where there is none, or none was found in a few hundred knapsacks.
std::optional<KnapsackPoint> cheapestWithout(
    const std::vector<Conflict>& conflicts, std::vector<std::vector<KnapsackItem>> items, double mostUse);

} // namespace ulpscope
