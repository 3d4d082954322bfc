// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the layer whose arithmetic makes the session's error: trains it over again with one layer at a time in float32,
// aside, with progress and Cancel.
#pragma once

#include "app/judge/runs/blame.h"
#include "app/session/document.h"
#include "app/session/kept/aside.h"
#include "engine/kernels/kernels.h"
#include "ui/diagnosis/models/diagnosis_tables.h"

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace ulpscope::ui {

class MetricView;

class BlamePanel : public QWidget
{
    Q_OBJECT
public:
    /// `document` must outlive the panel. threads: at most that many for the lanes.
    BlamePanel(
        Document& document, std::shared_ptr<const Kernels> kernels, int threads, QWidget* parent = nullptr);

    bool isIdle() const { return !m_aside->isBusy(); }
    /// Returns null before the first answer.
    const BlameTable* table() const { return m_table ? &*m_table : nullptr; }

    void find();
    void cancel();
    /// The budget that its trainings take memory from.
    void shareMemory(std::shared_ptr<MemoryBudget> budget) { m_memory = std::move(budget); }
    /// While a step is pinned, trains up to and including that step; afterwards as many steps as before.
    void followStep(std::optional<std::int64_t> pinned);

private:
    struct Progress
    {
        std::atomic<std::int64_t> done = 0;
        std::atomic<std::int64_t> steps = 0; ///< 0: the data is being loaded
    };

    void place();
    void showProgress();
    void showAnswer();
    void showBusy();
    /// The repair of the selected row, or without one of the first.
    void showRepair();
    void repair();
    void say(Finding finding);
    void paintMessage();

    Document& m_document;
    std::shared_ptr<const Kernels> m_kernels;
    int m_threads;
    std::shared_ptr<MemoryBudget> m_memory;
    Aside* m_aside;
    MetricTableModel* m_model;
    MetricView* m_view;
    QPushButton* m_find;
    QPushButton* m_cancel;
    QPushButton* m_repair;
    QSpinBox* m_steps;
    std::optional<int> m_stepsBefore; ///< number of steps to restore when the step is no longer pinned
    QProgressBar* m_bar;
    QLabel* m_message;
    Finding m_said;
    QTimer m_look; ///< looks at the progress
    std::shared_ptr<Progress> m_progress; ///< shared with the thread
    std::shared_ptr<const SessionSpec> m_session; ///< the session that the answer is about
    std::optional<BlameTable> m_table;
    QString m_repaired; ///< name of the layer that repair() is about; empty: none
};

} // namespace ulpscope::ui
