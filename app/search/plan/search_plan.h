// SPDX-License-Identifier: GPL-3.0-or-later
// How much a search has to do: before it begins, and while it goes on.
#pragma once

#include "app/search/plan/budget.h"
#include "app/search/plan/search_space.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr double kMaxProved = 4096; ///< assignments
inline constexpr std::size_t kMaxFrontPoints = 48; ///< of a longer front every so many are trained

struct SearchPlan
{
    double assignments = 0;
    double runs = 0; ///< at most, where all can be tried; else about
    bool canBeProved = false;
};

SearchPlan planOf(const SearchSpace& space, std::size_t seeds);

/// Progress of a search, counted in runs.
struct SearchProgress
{
    std::string_view stage; ///< "scores"; of a text that stays
    std::size_t done = 0; ///< runs of the stage that are done
    std::size_t wanted = 0; ///< runs of the stage in all, as far as that is known
    std::size_t trained = 0; ///< runs that the search has trained and not looked up
    double left
        = 0; ///< runs of the search: an upper limit until the cheaper assignments are known, then an estimate
    bool isLeftAtMost = true;

    /// secondsSoFar: of the search. Nothing before the first run is trained.
    std::optional<double> secondsLeft(double secondsSoFar) const;
};

} // namespace ulpscope
