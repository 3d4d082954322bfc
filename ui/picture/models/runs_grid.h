// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs as a grid: each over its layers, for one metric at a time.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/picture/models/grid_metric.h"

#include <span>

namespace ulpscope::ui {

/// Runs over the layers that any of them has, each cell as the tree of layers tells the whole run: shares as the mean over the
/// recorded steps up to a divergence, errors as they are in the end, counts as their sum.
GridData gridOfRuns(std::span<const KeptRun* const> runs, GridMetric metric);

} // namespace ulpscope::ui
