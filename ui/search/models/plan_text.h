// SPDX-License-Identifier: GPL-3.0-or-later
// How much a search has to do, in words.
#pragma once

#include "app/search/plan/search_plan.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// "27 assignments: at most 81 runs, about 2 min". secondsPerRun: nothing where that is not known.
QString planText(const SearchPlan& plan, std::optional<double> secondsPerRun, int threads);

} // namespace ulpscope::ui
