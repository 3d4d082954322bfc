// SPDX-License-Identifier: GPL-3.0-or-later
// The training plots: one row of the plot catalog above the other on one step axis, with one cursor that
// reads all of them. Follows a run as it grows; zoomed by wheel, drag and box, fitted by double click.
#pragma once

#include "ui/training/models/rails.h"
#include "ui/training/plot_catalog.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCPMarginGroup;
class QCustomPlot;

namespace ulpscope {
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class PlotPane;

class StackedPlot : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the plot.
    explicit StackedPlot(const ShownRun& shown, QWidget* parent = nullptr);
    ~StackedPlot() override;

    /// Shows everything, and follows the run again.
    void fit();
    bool isFitted() const;
    /// Of a run whose operands have scales, those of that layer are shown.
    void followLayer(const std::string& path);

    /// The step that the cursor is on; empty: the newest step, without a line.
    std::optional<std::int64_t> cursorStep() const { return m_cursorStep; }
    /// Stays there, also when the mouse reads another step meanwhile.
    void setCursorStep(std::optional<std::int64_t> step);

    /// Light colours whatever the theme; PNG or PDF by the suffix (plot_file.h).
    bool exportTo(const QString& filePath);
    void copyImage();

    /// Ids of the plots from the top down.
    QStringList plots() const;
    /// How many of the run's samples the plot of that id draws on that rail: for tests and descriptions.
    std::size_t railedSamples(const QString& plot, Rail rail) const;
    /// What the legend of that plot says of samples on rails, by entry.
    QStringList legendCounts(const QString& plot) const;

signals:
    /// The step whose values are read, none without steps; `isOnCursor` is false when it is just the newest.
    void readingsChanged(std::optional<std::int64_t> step, bool isOnCursor);
    void exportRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void makePanes(std::vector<PlotRow> rows);
    /// Whether there are other panes than before.
    bool choosePlots();
    void replace();
    void grow();
    void applyTheme(bool forExport = false);
    void fitSteps();
    void fitValues();
    void refit();
    void showReadings();
    void showCursorAt(std::optional<std::int64_t> step);
    void moveCursor(std::int64_t by);
    std::optional<std::int64_t> withinRun(std::optional<std::int64_t> step) const;
    void onLayoutDone();
    const PlotPane* paneAt(const QPointF& position) const;
    const PlotPane& pane(const QString& plot) const;

    QCustomPlot* m_plot;
    std::unique_ptr<QCPMarginGroup> m_margins; ///< of the panes
    std::vector<std::unique_ptr<PlotPane>> m_panes;
    std::string m_selectedLayer; ///< path
    std::string m_scaledLayer; ///< whose operands are shown; empty: none are
    const ShownRun& m_shown;
    std::shared_ptr<const RunHistory> m_run; ///< that is drawn
    std::shared_ptr<const RunHistory> m_ghost;
    std::size_t m_shownRecords = 0;
    std::int64_t m_shownThinnings = 0;
    std::optional<std::int64_t> m_cursorStep;
    std::optional<std::int64_t> m_keptStep; ///< where it is without the mouse
    bool m_followsSteps = true; ///< false after a zoom or a drag along the steps
    bool m_followsValues = true;
    bool m_showsFocus = false; ///< only when the focus came by the keyboard
};

} // namespace ulpscope::ui
