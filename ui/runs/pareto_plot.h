// SPDX-License-Identifier: GPL-3.0-or-later
// Runs by the memory that they take and the error that they end with: filled where no other takes as little and errs less. Runs
// that diverged are crosses at the upper edge, exact ones circles at the lower one, where the axis has no place for them.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/runs/point_plot.h"

#include <vector>

namespace ulpscope::ui {

struct ParetoRun
{
    KeptRunId id;
    QString name;
    double bytes = 0;
    double error = 0; ///< NaN: it diverged
    int look = 0;
    bool isOnFront = false;
};

class ParetoPlot : public PointPlot
{
    Q_OBJECT
public:
    explicit ParetoPlot(QWidget* parent = nullptr);

    /// In the order of rising memory. The run that was selected stays so.
    void showRuns(std::vector<ParetoRun> runs);
    const std::vector<ParetoRun>& runs() const { return m_runs; }
    /// The selected run; null if there are none.
    const ParetoRun* selected() const;

protected:
    int points() const override { return int(m_runs.size()); }
    int pointAt(const QPointF& position) const override;
    QPointF coordinatesOf(int point) const override;
    QPointF placeOf(int point) const override { return placeOf(m_runs[std::size_t(point)]); }
    void draw(const PlotTheme& theme) override;
    PlotContent content() override;

private:
    /// Place of a run on the plot's canvas.
    QPointF placeOf(const ParetoRun& run) const;

    std::vector<ParetoRun> m_runs;
};

} // namespace ulpscope::ui
