// SPDX-License-Identifier: GPL-3.0-or-later
// The same session under several seeds: one metric of all its runs as a median between a least and a largest.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/training/plot_catalog.h"

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Runs that differ in the seed alone, together, of each seed the first; a run may be alone. In the given order.
std::vector<std::vector<const KeptRun*>> seedGroups(const std::vector<const KeptRun*>& runs);

/// A run to be plotted, with the three curves under bandSource(). At each step that the shortest of them has; where a long run is
/// thinned out, by its nearest step before. A NaN is the largest. curve: what is taken of each run.
std::shared_ptr<const RunHistory> bandOf(const std::vector<const KeptRun*>& runs, const SeriesRow& curve);

enum class BandEdge { Least, Median, Largest };
TensorSource bandSource(BandEdge edge);

} // namespace ulpscope::ui
