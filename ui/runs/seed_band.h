// SPDX-License-Identifier: GPL-3.0-or-later
// One metric as a median within a band: of runs that differ in the seed, or of the steps around each step of one run.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/training/plot_catalog.h"

#include <QString>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Runs that differ in the seed alone, together, of each seed the first; a run may be alone. In the given order.
std::vector<std::vector<const KeptRun*>> seedGroups(const std::vector<const KeptRun*>& runs);

/// A run to be plotted, with the three curves under bandSource(). At each step that the shortest of them has; where a long run is
/// thinned out, by its nearest step before. A NaN is the largest. curve: what is taken of each run.
std::shared_ptr<const RunHistory> bandOf(const std::vector<const KeptRun*>& runs, const SeriesRow& curve);

/// Steps that a running median over these runs takes, an odd number: a twentieth of the longest run, of one that is not finished as it is
/// planned. 1: too few steps to smooth.
std::int64_t smoothingWindow(const std::vector<const KeptRun*>& runs);

/// A run to be plotted, with the three curves under bandSource(): of the finite values within `window` steps around each point the
/// median, and the 10 % and the 90 % quantile by the nearest rank. Near an end the window is cut. A value that is not
/// finite stays what it is, in all three. Of a long run at most some hundred points. curve: what is taken of the run.
std::shared_ptr<const RunHistory> smoothedRun(
    const RunHistory& run, const SeriesRow& curve, std::int64_t window);

/// Whether a running median says more than the curve. A state that holds until it changes has no noise, and the median of rare events
/// is 0.
bool isSmoothed(const PlotRow& plot, const SeriesRow& curve, std::int64_t window);
/// What is drawn of a smoothed run: its median, and the edges of a band, which the legend leaves out. at: where in the plot's series
/// the first of them goes.
std::vector<SeriesRow> smoothedSeries(const SeriesRow& curve, int look, std::size_t at);
/// "Loss (median of 75 steps; band 10-90 %)"
QString smoothedTitle(const QString& title, std::int64_t window);

enum class BandEdge { Least, Median, Largest };
TensorSource bandSource(BandEdge edge);
inline constexpr double kBandEdgeWidth = 0.6; ///< width of a band's edge, in widths of a run's line
inline constexpr double kMedianWidth = 1.7;

} // namespace ulpscope::ui
