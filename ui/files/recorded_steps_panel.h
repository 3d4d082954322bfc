// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen tensor of a recording over its steps: its amax, and the scale that each recipe would have given it, with a history as long as one
// likes.
#pragma once

#include "app/aside.h"
#include "app/shown_step.h"
#include "ui/files/models/scale_figures.h"
#include "ui/files/models/shown_recording.h"
#include "ui/look/models/figure_table_model.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QSpinBox;

namespace ulpscope::ui {

class FigureView;
class StackedPlot;
class TaskBar;

class RecordedStepsPanel : public QWidget
{
    Q_OBJECT
public:
    /// step: which is read and pinned in the plots; must outlive the panel.
    explicit RecordedStepsPanel(ShownStep& step, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    /// Reads it at all its steps.
    void choose(std::size_t series);
    bool isIdle() const { return !m_aside.isBusy(); }

private:
    void place();
    void forget();
    void read();
    /// By what is chosen, of points that were read.
    void scale();
    void take(Result<ScaledSeries>& scaled);
    void draw();
    QString tensorName() const;

    std::shared_ptr<const ShownRecording> m_recording;
    std::optional<std::size_t> m_series;
    std::vector<SeriesPoint> m_points;
    std::shared_ptr<const ScaledSeries> m_scaled; ///< null before it is read
    QComboBox* m_format;
    QSpinBox* m_history;
    TaskBar* m_task;
    StackedPlot* m_plot;
    FigureTableModel* m_table;
    FigureView* m_view;
    Aside m_aside; ///< last: it answers this
};

} // namespace ulpscope::ui
