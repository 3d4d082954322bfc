// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a recording by the error of their own arithmetic, those that made one beyond their dtype's apart from the others.
#pragma once

#include "ui/files/models/local_errors.h"
#include "ui/files/models/recording_list_model.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace ulpscope::ui {

class LeadingTable;
class TaskBar;
struct TaskProgress;

class LocalErrorsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LocalErrorsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    void focusFirst();
    bool isIdle() const { return !m_errors->isBusy(); }

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    void place();
    void show();

    LocalErrors* m_errors;
    std::shared_ptr<TaskProgress> m_progress; ///< null while nothing is computed
    TaskBar* m_task;
    QLabel* m_producersTitle;
    LeadingTable* m_producers;
    QLabel* m_othersTitle;
    LeadingTable* m_others;
    QLabel* m_leftAside;
};

} // namespace ulpscope::ui
