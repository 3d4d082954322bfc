// SPDX-License-Identifier: GPL-3.0-or-later
// Which plots there are: one row each, with its axis, its series and how a reading is written. A plot of an
// existing kind is one row here.
#pragma once

#include "app/session/run_history.h"
#include "engine/session/session_spec.h"
#include "ui/look/plot_theme.h"

#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

enum class AxisKind { Log10, Log2, Percent, Count, Linear };

inline bool isLog(AxisKind kind)
{
    return kind == AxisKind::Log10 || kind == AxisKind::Log2;
}

/// Facts about a run's number formats that series need, found once for each run.
struct RunFormats
{
    /// The smallest magnitude above zero of the compute format whose range is the smallest; absent when no
    /// layer computes in a format of small range.
    std::optional<double> smallestMagnitude;
};
RunFormats runFormats(const SessionSpec& session);

/// A recorded metric of a tensor: `path` is of a run's paths.
struct TensorSource
{
    std::string path;
    TensorRole role = TensorRole::Output;
    Metric metric = Metric::Amax;
};
/// Recorded series of a source; null if the run has not recorded it.
const Series* seriesOf(const RunHistory& run, const TensorSource& source);

/// Index of the shown run among those that the training plots get.
inline constexpr std::size_t kShownRun = 0;
inline constexpr std::size_t kGhostRun = 1;

/// A metric of each step, or of a tensor at the steps that have it.
struct SeriesRow
{
    QString label; ///< the series' name in the plot's header, "float64"
    QString part
        = {}; ///< which of the plot's metrics it is, where the name of its run alone does not say that
    QString description;
    Ink ink = Ink::Candidate;
    bool isStepped = false; ///< drawn as steps, for values that hold until they change
    bool isFitted = true; ///< whether the axis makes room for it
    std::size_t run = kShownRun; ///< the plotted run that the series is read from
    StepMetric metric = StepMetric::Loss;
    /// Makes the plotted value from the metric; null: the metric itself is plotted.
    std::optional<double> (*derived)(std::optional<double> metric, const RunFormats&) = nullptr;
    /// Tensor metric that is plotted instead of a metric of the step.
    std::optional<TensorSource> tensor = {};
    /// The plotted side of a watch: its value, or the value that it is compared with.
    std::string watch = {};
    bool isWatchLimit = false;
    /// In place of the ink's colour and dashes, where several runs have the same series.
    std::optional<int> look = {}; ///< index of the pen of PlotTheme::runPen()
    /// The room between this curve and that one of the same plot is filled: an index into its series.
    std::optional<std::size_t> fillsTo = {};
    double width = 1; ///< the line's width, in widths of its ink or look
    bool isInLegend = true; ///< whether the series is in the legend and a cursor marks its value

    /// Value that is plotted for a metric.
    std::optional<double> shown(std::optional<double> metric, const RunFormats& formats) const;
    /// Value of the step's metric; nothing where it does not apply.
    std::optional<double> value(const StepRecord& record, const RunFormats& formats) const;
};

struct PlotRow
{
    QString id; ///< "loss"; the plot's object name
    QByteArray terms
        = {}; ///< ids of the glossary's terms with spaces between them; empty: the one of the same id
    QString title;
    QString description; ///< tool tip: what the number is
    AxisKind axis = AxisKind::Log10;
    int heightShare = 3;
    /// Is shown even if a layer's scaled operands take the room of the others.
    bool isShownBesideOperands = false;
    bool marksSkippedSteps = false; ///< a cross on the first series where a step was skipped
    QString absentText; ///< shown instead of a reading when there is nothing to plot
    QString (*reading)(double value) = nullptr;
    std::vector<SeriesRow> series;
};

std::vector<PlotRow> plotCatalog();

/// The legend's name for the run before: its title if that differs; with a remark if it has other layers.
QString ghostLabel(const SessionSpec& run, const SessionSpec& ghost);

} // namespace ulpscope::ui
