// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs side by side: one metric of all of them as a plot, and in what their sessions differ.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/look/models/table_models.h"

#include <vector>

namespace ulpscope::ui {

/// A row for each place where not all sessions say the same, a column for each run.
MetricTable differencesOf(const std::vector<const KeptRun*>& runs);

} // namespace ulpscope::ui
