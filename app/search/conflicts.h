// SPDX-License-Identifier: GPL-3.0-or-later
// Conflicts: sets of layers that break a budget only together, which sums of single layers' uses cannot predict.
#pragma once

#include "app/search/plan/search_space.h"

#include <optional>
#include <vector>

namespace ulpscope {

// The multiple-choice knapsack: one item for each layer, all sums of costs and uses than which no other has both less. One pass gives the
// answer for every budget. Layers are taken one after the other, and of the sums so far only those are kept that no other beats (Nemhauser and
// Ullmann 1969). It is exact as long as these are at most kMaxSums, so for every space that can be proved; of more so many are kept, evenly.
inline constexpr std::size_t kMaxSums = 4096;

struct KnapsackItem
{
    double cost = 0;
    double use = 0; ///< a use that is not below 0; infinite: the item cannot be taken
};

struct KnapsackPoint
{
    double cost = 0;
    double use = 0;
    Assignment items; ///< one item for each layer
};

/// items: by layer, then by policy. Ascending in cost, and so descending in use; empty where some layer has nothing to take. Of equal
/// points the one that takes earlier items.
std::vector<KnapsackPoint> knapsackFront(const std::vector<std::vector<KnapsackItem>>& items);

struct LayerChoice
{
    std::size_t layer = 0; ///< index among SearchSpace::layers; behind them the loss scale's
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
