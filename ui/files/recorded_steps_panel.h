// SPDX-License-Identifier: GPL-3.0-or-later
// The amax of a tensor over steps, those of a recording or those that a file's amax history keeps, and the scale that each recipe would have given
// it, with a history as long as one likes.
#pragma once

#include "app/session/kept/aside.h"
#include "app/session/shown_step.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/files/models/recording_metrics.h"
#include "ui/look/models/table_models.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QSpinBox;

namespace ulpscope::ui {

class MetricView;
class StackedPlot;
class TaskBar;

class RecordedStepsPanel : public QWidget
{
    Q_OBJECT
public:
    /// id: object names begin with it. step: which is read and pinned in the plots; must outlive the panel.
    RecordedStepsPanel(const QString& id, ShownStep& step, QWidget* parent = nullptr);

    /// One history, the oldest amax first; not empty. tensor: what had them. format: that it was scaled to.
    void setAmaxes(const QString& tensor, const std::vector<float>& amaxes, const std::string& format);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    /// Reads it at all its steps.
    void choose(std::size_t series);
    bool isIdle() const { return !m_aside.isBusy(); }

private:
    void place(const QString& id);
    void forget();
    void read();
    /// By what is chosen, of points that were read.
    void scale();
    void take(Result<ScaledSeries>& scaled);
    void draw();

    std::shared_ptr<const ShownRecording> m_recording;
    std::optional<std::size_t> m_series;
    QString m_tensor; ///< the tensor's name
    int m_firstRecipe; ///< the recipe that is drawn before one is chosen
    std::vector<SeriesPoint> m_points;
    std::shared_ptr<const ScaledSeries> m_scaled; ///< null before it is read
    QComboBox* m_format;
    QSpinBox* m_history;
    TaskBar* m_task;
    StackedPlot* m_plot;
    MetricTableModel* m_table;
    MetricView* m_view;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
