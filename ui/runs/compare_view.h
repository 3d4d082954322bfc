// SPDX-License-Identifier: GPL-3.0-or-later
// Runs beside each other: which ones, any recorded figure of them in one plot, in what their sessions differ, and sweeps.
#pragma once

#include "app/document.h"
#include "app/kept_runs.h"
#include "app/shown_run.h"
#include "engine/kernels/kernels.h"

#include <QString>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class FigureTableModel;
class FigureView;
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
    bool isSweeping() const;
    /// Ends a sweep.
    void stop();

signals:
    void editRefused(const QString& message);
    void noticed(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void compare();
    void grow();
    void fillChoices();
    void choose();

    KeptRuns& m_kept;
    const ShownRun& m_shown;
    RunsPanel* m_runs;
    QComboBox* m_choice;
    StackedPlot* m_plot;
    QLabel* m_note;
    FigureTableModel* m_differences;
    FigureView* m_differencesView;
    SweepPanel* m_sweep;
    std::size_t m_figuresShown = 0; ///< tensors' figures that the run had when the choices were made
    std::shared_ptr<const RunHistory> m_comparedWith; ///< the run on the screen when it was fitted
    QString m_figure; ///< id of a FigureChoice
};

} // namespace ulpscope::ui
