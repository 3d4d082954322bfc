// SPDX-License-Identifier: GPL-3.0-or-later
// Plots above each other on one step axis, with one cursor that reads all of them, and a second one to tell how far apart two
// steps are. Follows runs as they grow; zoomed by wheel, drag and box, fitted by double click.
#pragma once

#include "ui/look/plot_content.h"
#include "ui/look/plot_frame.h"
#include "ui/training/models/rails.h"
#include "ui/training/models/run_events.h"
#include "ui/training/models/step_cursors.h"
#include "ui/training/plot_catalog.h"

#include <QPointF>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

class QCPMarginGroup;
class QCPRange;
class QCustomPlot;

namespace ulpscope::ui {

class MarkRail;
class PlotPane;
class PlotZoom;

/// A run whose records are drawn, and what the legend calls it; an empty name leaves that to the series.
struct PlottedRun
{
    std::shared_ptr<const RunHistory> run; ///< null: its series are empty
    QString name = {};
    bool setsSteps = true; ///< whether the step axis makes room for it, and the cursor goes to its steps
};

class StackedPlot : public QWidget
{
    Q_OBJECT
public:
    /// id: the object name, that of the canvas begins with it; name: what a screen reader says. step: where the cursors are
    /// pinned, which must outlive the plots.
    StackedPlot(const QString& id, const QString& name, ShownStep& step, QWidget* parent = nullptr);
    ~StackedPlot() override;

    /// Title of the axis below if it does not show training steps. Must be set before the rows.
    void setAlongLabel(const QString& label) { m_alongLabel = label; }
    /// Sets the plots, at least one, from the top down.
    void setRows(std::vector<PlotRow> rows);
    /// Sets the runs; SeriesRow::run is an index into them.
    void setRuns(std::vector<PlottedRun> runs);
    /// Shows a strip above the plots with these marks, which a click pins.
    void setMarks(std::vector<StepMark> marks);
    /// Both at once, for runs and rows that belong together.
    void setPlots(std::vector<PlotRow> rows, std::vector<PlottedRun> runs);
    /// The runs have more records, or have ended.
    void grow();
    /// Whether the run is being trained: then the step axis has room for all planned steps, so that the picture does
    /// not creep. Otherwise it ends soon after the last step.
    void setGrowing(bool isGrowing);
    /// Values that were guessed of that plot: an axis of percent makes room for them.
    void setGuessed(const QString& plot, std::span<const double> values);

    /// Shows everything, and follows the run again.
    void fit();
    bool isFitted() const;

    /// The step that is read, the pointer's or else the pinned one, as far as the runs go; empty: the newest, without a line.
    std::optional<std::int64_t> cursorStep() const { return m_cursors.read(); }
    /// Pinned: stays there, also when the mouse reads another step meanwhile.
    void setCursorStep(std::optional<std::int64_t> step);
    std::optional<std::int64_t> pinnedStep() const { return m_cursors.pinned(); }
    /// Step of the second cursor, which needs a pinned one.
    std::optional<std::int64_t> secondStep() const { return m_cursors.second(); }

    /// Ids of the plots from the top down.
    QStringList plots() const;
    std::vector<PlotRow> rows() const;
    /// Frame of the plot of that id; nothing where it is not shown.
    std::optional<PlotFrame> frameOf(const QString& plot) const;
    /// How many of the run's samples the plot of that id draws on that rail: for tests and descriptions.
    std::size_t railedSamples(const QString& plot, Rail rail) const;
    /// Counts of samples on rails in the legend of that plot, by entry.
    QStringList legendCounts(const QString& plot) const;

signals:
    /// The step whose values are read, none without steps; `isOnCursor` is false when it is just the newest.
    void readingsChanged(std::optional<std::int64_t> step, bool isOnCursor);
    /// Axes or curves are drawn anew.
    void replotted();
    /// To the next event after the step that is read, or with -1 to the one before it.
    void eventRequested(int direction);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A run with its drawn parts.
    struct Drawn
    {
        PlottedRun plotted;
        std::size_t records = 0;
        std::int64_t thinnings = 0;
    };

    void redraw();
    void addRail();
    void applyTheme(bool forExport = false);
    void limitHeight();
    /// The last step that the axis has room for: of the runs as they are planned, or as far as they went.
    double lastStep(bool isPlanned) const;
    QCPRange wholeSteps() const;
    void fitAnother();
    void fitValues();
    void refit();
    PlotContent content();
    PlotTable numbers(double from, double to) const;
    /// A table with a row for each step and the values that the legends read there; for a tensor's metric the newest
    /// value until then.
    PlotTable readings(const std::set<std::int64_t>& steps) const;
    void showReadings();
    void showCursors();
    /// Sets the step below the pointer; nullopt if the pointer left.
    void point(std::optional<std::int64_t> step);
    void moveCursor(std::int64_t by);
    void moveSecond(std::int64_t by);
    void pinAt(const QPointF& position);
    std::int64_t stepAt(const QPointF& position) const;
    /// The first and the last step that the cursor goes to; nothing without steps.
    std::optional<StepRange> cursorSteps() const;
    void onLayoutDone();
    const PlotPane* paneAt(const QPointF& position) const;
    const PlotPane& pane(const QString& plot) const;

    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    std::unique_ptr<QCPMarginGroup> m_margins; ///< aligns the margins of all panes
    std::vector<std::unique_ptr<PlotPane>> m_panes;
    MarkRail* m_rail = nullptr; ///< the canvas's; null without marks
    std::optional<std::vector<StepMark>> m_marks;
    QString m_alongLabel;
    std::vector<Drawn> m_runs;
    bool m_isGrowing = false;
    std::pair<QString, double> m_guessed; ///< which plot, and the largest guess of it
    std::pair<std::string, double> m_measure; ///< the title and the last step of what was fitted
    StepCursors m_cursors;
    std::optional<QPointF> m_pressedAt; ///< where a click began, while it is no drag
    std::optional<QPointF> m_rangeFrom; ///< point where a drag with Shift began
    bool m_showsFocus = false; ///< only when the focus came by the keyboard
};

} // namespace ulpscope::ui
