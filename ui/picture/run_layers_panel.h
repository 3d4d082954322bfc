// SPDX-License-Identifier: GPL-3.0-or-later
// Compared runs over their layers, as a grid: which run loses what in which layer. A page of the comparison.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/picture/models/grid_metric.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class GridView;

class RunLayersPanel : public QWidget
{
    Q_OBJECT
public:
    /// `kept` must outlive the panel.
    explicit RunLayersPanel(const KeptRuns& kept, QWidget* parent = nullptr);

    const KeptRuns& kept() const { return m_kept; }
    GridView& view() const { return *m_view; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fillMetrics(const std::vector<const KeptRun*>& runs);
    void follow();

    const KeptRuns& m_kept;
    QComboBox* m_metric;
    QLabel* m_reading;
    GridView* m_view;
    GridMetric m_wanted = GridMetric::Flushed; ///< chosen last; other runs may have it again
    QTimer m_soon; ///< a run that grows is looked at a few times a second
};

} // namespace ulpscope::ui
