// SPDX-License-Identifier: GPL-3.0-or-later
// How much a search has to do, before it begins.
#pragma once

#include "engine/search/search.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

struct SearchPlan
{
    double assignments = 0;
    double runs = 0; ///< at most, where all can be tried; else about
    bool canBeProved = false;
};

SearchPlan planOf(const SearchQuestion& question);

/// "27 assignments: at most 81 runs, about 2 min". secondsPerRun: nothing where that is not known.
QString planText(const SearchPlan& plan, std::optional<double> secondsPerRun, int threads);

} // namespace ulpscope::ui
