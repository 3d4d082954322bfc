// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep: which knob, over which values, and one number of all its runs as a curve. Its runs are kept like any other.
#pragma once

#include "app/document.h"
#include "app/kept_runs.h"
#include "app/sweep.h"
#include "ui/runs/sweep_plot.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

class FaultField;

class SweepPanel : public QWidget
{
    Q_OBJECT
public:
    /// `document` and `kept` must outlive the panel.
    SweepPanel(Document& document, KeptRuns& kept, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    bool isRunning() const { return m_sweep.isRunning(); }
    void cancel() { m_sweep.cancel(); }

signals:
    /// Its runs are to be drawn together; of seeds as a band.
    void comparisonRequested(bool isOfSeeds);

private:
    void startOrStop();
    KeptRunId keep(std::size_t index);
    void onPointDone(std::size_t index);
    void refresh();
    void showRun(int point);
    void showProgress();
    void compareRuns();
    /// Of the kept runs of the session that was swept, where several seeds are among them.
    std::optional<SweepPlot::Noise> noise() const;

    Document& m_document;
    KeptRuns& m_kept;
    Sweep m_sweep;
    QComboBox* m_knob;
    FaultField* m_values;
    QPushButton* m_start;
    QPushButton* m_compare;
    QComboBox* m_number;
    QLabel* m_of; ///< which session was swept
    QLabel* m_message;
    QLabel* m_safety; ///< where it is safe
    SweepPlot* m_plot;
    SweepPlot::Knob m_sweptKnob;
    bool m_valuesNameRuns = false; ///< SweepKnob::namesItself, of the swept one
    QString m_name; ///< under which its runs are kept together; empty: it is one run
    SessionSpec m_swept; ///< as it was when the sweep began
    bool m_isOfSeeds = false;
    qsizetype m_dropped = 0; ///< runs that have made room for its own
    std::vector<std::optional<KeptRunId>> m_runs; ///< by point
};

} // namespace ulpscope::ui
