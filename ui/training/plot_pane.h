// SPDX-License-Identifier: GPL-3.0-or-later
// One plot of the stack: header, axes, the graphs of one catalog row, and its rails. Zero on a logarithmic
// axis, NaN and infinity are drawn at the edges on a second axis that counts pixels. Only plots include this.
#pragma once

#include "engine/session/watch.h"
#include "ui/look/axis_ticks.h"
#include "ui/look/models/plot_table.h"
#include "ui/look/trace.h"
#include "ui/training/mark_rail.h"
#include "ui/training/models/rails.h"
#include "ui/training/plot_catalog.h"
#include "ui/training/plot_header.h"

#include <optional>
#include <span>
#include <vector>

namespace ulpscope::ui {

inline constexpr char kCursorLayer[] = "cursor";

/// Source of a pane's readings.
struct PaneReading
{
    const RunHistory* run = nullptr;
    const StepRecord* record = nullptr; ///< null: the run has none at the step that is read
    const StepRecord* second = nullptr; ///< the record at the second cursor's step
};

class PlotPane
{
public:
    /// Adds two rows, header and axes, to the end of the plot's grid.
    PlotPane(QCustomPlot& plot, PlotRow row, QCPMarginGroup& margins);

    const PlotRow& row() const { return m_row; }
    /// Values where a step was skipped.
    std::vector<QPointF> crosses() const;
    QCPAxisRect& axisRect() const { return *m_axisRect; }
    QCPAxis& stepAxis() const { return *m_axisRect->axis(QCPAxis::atBottom); }
    QCPAxis& valueAxis() const { return *m_axisRect->axis(QCPAxis::atLeft); }
    PlotHeader& header() const { return *m_header; }

    /// names: what the legend calls the runs that are shown next, by SeriesRow::run; an empty one leaves it to the series.
    void clear(QStringList names);
    /// The run's records from that one on, for the series that are read from it.
    void append(const RunHistory& run, std::size_t slot, std::size_t from);
    /// Fits the axis to the run before its divergence.
    void fitBefore(std::size_t slot, std::int64_t step);

    /// Makes room for this value on an axis of percent, because a guess is no drawn value.
    void setGuessed(double highest) { m_guessed = highest; }
    /// Fits the value axis to the samples between two steps and leaves room for the rails in use.
    void fitValues(double firstStep, double lastStep);
    /// The rails' axis counts pixels: call after the layout has changed.
    void layoutRails();
    /// The axes have another height than at the last fit.
    bool needsFit() const { return m_fittedHeight != m_axisRect->height(); }
    /// The axes have another height than the rails were laid out for.
    bool needsRails() const { return m_railsHeight != m_axisRect->height(); }

    /// Readings at a step, by SeriesRow::run, and with a second cursor how that step's differ. The cursors' lines show only if
    /// asked for a step.
    void showReadings(std::span<const PaneReading> runs, std::optional<std::int64_t> cursor,
        std::optional<std::int64_t> second = {});
    void applyTheme(const PlotTheme& theme, const QFont& font);

    /// The curves with all that they are drawn from, NaN, infinity and zero too. runs: by SeriesRow::run, null for none.
    std::vector<PlotCurve> curves(std::span<const RunHistory* const> runs) const;
    /// One curve for each series, without samples.
    std::vector<PlotCurve> emptyCurves() const;
    /// Adds what showReadings() reads at `step` to each of emptyCurves() whose run is there.
    void read(std::span<const PaneReading> runs, std::int64_t step, std::vector<PlotCurve>& curves) const;

    /// How many samples of the candidate are on a rail.
    std::size_t railedSamples(Rail rail) const;

private:
    struct SeriesGraphs
    {
        SeriesRow row;
        RailedSeries data;
        Trace* line = nullptr;
        Band* band = nullptr; ///< null: nothing is filled
        QCPGraph* isolated = nullptr;
        std::array<RailMarks*, kRailCount> rails{};
        QCPItemTracer* dot = nullptr;
        RunFormats formats = {}; ///< the formats of the curve's run
        /// Step before which the axis has room for the curve, because a run behind the shown one diverged there.
        double fittedBefore = std::numeric_limits<double>::infinity();
        double readUntil = -1; ///< the newest step that a tensor's metric had when it was read
        std::optional<Watch> watch = {}; ///< found in its run; not yet, or the run has not what it is about
    };
    /// The value at a step; for a tensor's metric the newest value until then.
    struct Sample
    {
        double step = 0;
        std::optional<double> value;
    };

    void addGraphs(SeriesGraphs& series);
    /// Takes over a tensor's metrics, which change as they grow.
    void readTensor(SeriesGraphs& series, const RunHistory& run);
    /// Values of a watch about steps alone are appended, others change as they grow.
    void readWatch(SeriesGraphs& series, const RunHistory& run, std::size_t from);
    void findRails(const SeriesGraphs& series);
    /// All that there is, in the order of its steps.
    std::vector<std::pair<double, std::optional<double>>> samplesOf(
        const SeriesGraphs& series, const RunHistory& run) const;
    std::optional<double> shareOfRun(const SeriesGraphs& series, const RunHistory* run) const;
    Sample sampleOf(const SeriesGraphs& series, const RunHistory* run, const StepRecord* record) const;
    QString differenceText(double from, double to) const;
    /// Label of the series in the legend.
    QString labelOf(const SeriesGraphs& series) const;
    QString counts(const SeriesGraphs& series, const RunHistory* run) const;
    double railHeight(Rail rail) const;
    /// Tick labels leave the rails free.
    void limitTicks();
    void syncIsolated(SeriesGraphs& series);

    PlotRow m_row;
    QCustomPlot& m_plot;
    PlotHeader* m_header;
    QCPAxisRect* m_axisRect;
    QCPItemRect* m_bottomBand;
    QCPItemRect* m_topBand;
    QCPItemStraightLine* m_cursor;
    QCPItemStraightLine* m_second; ///< the second cursor
    QCPItemRect* m_between; ///< the two
    QCPGraph* m_skipped = nullptr;
    QSharedPointer<PowerTicker> m_powerTicker;
    std::vector<SeriesGraphs> m_series;
    std::array<int, kRailCount> m_railSlot{}; ///< 1-based from its edge; 0: not in use
    int m_bottomSlots = 0;
    int m_topSlots = 0;
    int m_fittedHeight = -1;
    int m_railsHeight = -1;
    double m_guessed = 0;
    QStringList m_runNames;
};

} // namespace ulpscope::ui
