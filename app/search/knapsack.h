// SPDX-License-Identifier: GPL-3.0-or-later
// The multiple-choice knapsack: one item for each layer, all sums of costs and uses than which no other has both less. One pass gives the
// answer for every budget. Layers are taken one after the other, and of the sums so far only those are kept that no other beats (Nemhauser and
// Ullmann 1969). It is exact as long as these are at most kMaxSums, so for every space that can be proved; of more so many are kept, evenly.
#pragma once

#include "app/search/plan/search_space.h"

#include <vector>

namespace ulpscope {

inline constexpr std::size_t kMaxSums = 4096;

struct KnapsackItem
{
    double cost = 0;
    double use = 0; ///< not below 0; infinite: it cannot be taken
};

struct KnapsackPoint
{
    double cost = 0;
    double use = 0;
    Assignment items; ///< one for each layer
};

/// items: by layer, then by policy. Ascending in cost, and so descending in use; empty where some layer has nothing to take. Of equal
/// points the one that takes earlier items.
std::vector<KnapsackPoint> knapsackFront(const std::vector<std::vector<KnapsackItem>>& items);

} // namespace ulpscope
