// SPDX-License-Identifier: GPL-3.0-or-later
// Runs beside each other: which ones, and of these, on a page each, any recorded metric in one plot, in what their sessions
// differ and where they part, what they cost against how they err, sweeps, and whether they differ by more than seeds do.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"
#include "engine/base/memory_budget.h"
#include "engine/kernels/kernels.h"

#include <QString>
#include <QWidget>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QTabWidget;

namespace ulpscope::ui {

class DivergencePanel;
class MetricTableModel;
class MetricView;
class NoisePanel;
class RunsPanel;
class StackedPlot;
class SweepPanel;

class CompareView : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the view.
    CompareView(Document& document, KeptRuns& kept, const ShownRun& shown,
        std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    void focusRuns();
    /// The page where one setting is swept.
    void showSweep();
    /// Another page, behind the others.
    void addPage(QWidget* page, const QString& title, const QString& tip);
    bool isSweeping() const;
    /// Ends trainings in the background.
    void stop();
    /// The budget that its runs take memory from.
    void shareMemory(const std::shared_ptr<MemoryBudget>& budget);

signals:
    void noticed(const QString& message);

private:
    void addPages(std::shared_ptr<const Kernels> kernels, Document& document);
    QWidget* curvesPage();
    QWidget* differencesPage();
    void stopForAnother();
    void compareOwnScene();
    void compare();
    void grow();
    void fillChoices();
    void choose();

    Document& m_document;
    KeptRuns& m_kept;
    const ShownRun& m_shown;
    RunsPanel* m_runs;
    QTabWidget* m_pages;
    QComboBox* m_choice;
    QCheckBox* m_smooth;
    QCheckBox* m_band;
    StackedPlot* m_plot;
    QLabel* m_note;
    MetricTableModel* m_differences;
    MetricView* m_differencesView;
    DivergencePanel* m_divergence;
    NoisePanel* m_noise = nullptr;
    SweepPanel* m_sweep = nullptr;
    std::shared_ptr<const SessionSpec> m_session; ///< the session as it was last compared
    std::int64_t m_window = 1; ///< steps of the running median; 1: none
    std::int64_t m_comparedSteps = 0; ///< steps of the run on the screen that were drawn
    std::size_t m_metricsShown = 0; ///< tensors' metrics that the run had when the choices were made
    std::shared_ptr<const RunHistory> m_comparedWith; ///< the run on the screen when it was fitted
    QString m_metric; ///< id of a MetricChoice
};

} // namespace ulpscope::ui
