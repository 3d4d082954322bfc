// SPDX-License-Identifier: GPL-3.0-or-later
// Runs beside each other: which ones, any recorded figure of them in one plot, and in what their sessions differ.
#pragma once

#include "app/document.h"
#include "app/kept_runs.h"
#include "app/shown_run.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class FigureTableModel;
class FigureView;
class RunsPanel;
class StackedPlot;

class CompareView : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the view.
    CompareView(Document& document, KeptRuns& kept, const ShownRun& shown, QWidget* parent = nullptr);

    void focusRuns();

signals:
    void editRefused(const QString& message);

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
    QString m_figure; ///< id of a FigureChoice
};

} // namespace ulpscope::ui
