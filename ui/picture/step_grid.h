// SPDX-License-Identifier: GPL-3.0-or-later
// What the run on the screen loses where and when: its layers over its steps, for a metric that is chosen above. A click goes to the
// layer and to the step.
#pragma once

#include "app/session/shown_run.h"
#include "ui/picture/models/run_grid.h"

#include <QWidget>

#include <memory>
#include <string>

class QComboBox;

namespace ulpscope::ui {

class ElidedLabel;
class GridLegend;
class GridView;

class StepGrid : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the grid.
    explicit StepGrid(const ShownRun& shown, QWidget* parent = nullptr);

    /// Highlights the row of that layer, or of the first within or around it.
    void chooseLayer(const std::string& path);
    /// Which metric is shown, where the run has it.
    void chooseMetric(GridMetric metric);
    GridView& view() const { return *m_view; }

signals:
    /// A layer was clicked: its path in the run.
    void chosen(const QString& path);
    /// The cell at the cursor in words; empty without one.
    void read(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void replace();
    void follow();
    std::int64_t expectedSteps() const;
    void followVerdict();
    void fillMetrics();
    void makeGrid();
    void showStep();
    void pick(std::size_t row, std::size_t column, bool isLayerChosen);

    const ShownRun& m_shown;
    QComboBox* m_metric;
    ElidedLabel* m_reading;
    GridView* m_view;
    GridLegend* m_legend;
    std::unique_ptr<RunGrid> m_grid; ///< null without a run
    std::size_t m_metrics = 0; ///< that the run had when the choices were made
    GridMetric m_wanted = GridMetric::Flushed; ///< another run may have it again
    bool m_isChosen = false; ///< by the user; else it is what the verdict is about
    std::string m_layer; ///< path of the chosen one
    bool m_isOutdated = true; ///< what is shown is of another run
};

} // namespace ulpscope::ui
