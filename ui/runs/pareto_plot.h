// SPDX-License-Identifier: GPL-3.0-or-later
// Runs by the memory that they take and the error that they end with: filled where no other takes as little and errs less. Runs
// that diverged are crosses at the upper edge, exact ones circles at the lower one, where the axis has no place for them.
#pragma once

#include "app/kept_runs.h"
#include "ui/look/plot_content.h"

#include <QWidget>

#include <vector>

namespace ulpscope::ui {

struct PlotTheme;

struct ParetoRun
{
    KeptRunId id;
    QString name;
    double bytes = 0;
    double error = 0; ///< NaN: it diverged
    int look = 0;
    bool isOnFront = false;
};

class ParetoPlot : public QWidget
{
    Q_OBJECT
public:
    explicit ParetoPlot(QWidget* parent = nullptr);

    /// In the order of rising memory. The run that was selected stays so.
    void showRuns(std::vector<ParetoRun> runs);
    const std::vector<ParetoRun>& runs() const { return m_runs; }
    /// Null without runs.
    const ParetoRun* selected() const;

signals:
    void selectionChanged();
    /// Return or a double click.
    void runRequested(ulpscope::KeptRunId run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    void draw(const PlotTheme& theme);
    PlotContent content();
    void select(int index);
    int nearestTo(const QPointF& position) const;
    /// Of the plot's canvas.
    QPointF placeOf(const ParetoRun& run) const;

    QCustomPlot* m_plot;
    std::vector<ParetoRun> m_runs;
    int m_selected = -1;
};

} // namespace ulpscope::ui
