// SPDX-License-Identifier: GPL-3.0-or-later
// In which steps operands saturate whose scales come from earlier steps; each row pins its step.
#pragma once

#include "app/session/shown_run.h"
#include "ui/diagnosis/models/diagnosis_tables.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTimer;

namespace ulpscope::ui {

class MetricView;

class SaturationPanel : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the panel.
    explicit SaturationPanel(const ShownRun& shown, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void pin(const QModelIndex& row);

    const ShownRun& m_shown;
    QTimer* m_soon; ///< while a run grows
    QLabel* m_message;
    MetricTableModel* m_model;
    MetricView* m_view;
    std::vector<Saturation> m_rows;
};

} // namespace ulpscope::ui
