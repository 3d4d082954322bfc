// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep: which override, over which values, and one number of all its runs as a curve. Its runs are kept like any other, and one that is
// kept can be drawn again.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/sweep.h"
#include "ui/runs/models/kept_sweep.h"
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
    /// The budget that its runs take memory from.
    void shareMemory(const std::shared_ptr<MemoryBudget>& budget) { m_sweep.shareMemory(budget); }

signals:
    /// Emitted to draw the sweep's runs together; seeds are drawn as a band.
    void comparisonRequested(bool isOfSeeds);

private:
    void startOrStop();
    KeptRunId keep(std::size_t index);
    /// The points that are drawn: of the sweep trained here, or of a kept one.
    const std::vector<SweepPoint>& points() const { return m_again ? m_again->points : m_sweep.points(); }
    /// Fills the list of kept sweeps.
    void listSweeps();
    void showKept(const QString& name);
    void onPointDone(std::size_t index);
    void onListChanged();
    void refresh();
    void showRun(int point);
    void showProgress();
    void compareRuns();
    /// Noise of the kept runs of the swept session, where they have several seeds.
    std::optional<SweepPlot::Noise> noise() const;

    Document& m_document;
    KeptRuns& m_kept;
    Sweep m_sweep;
    QComboBox* m_setting;
    FaultField* m_values;
    QPushButton* m_start;
    QPushButton* m_compare;
    QComboBox* m_number;
    QLabel* m_of; ///< says which session was swept
    QComboBox* m_which; ///< names of the kept sweeps, to choose from
    QLabel* m_message;
    QLabel* m_safety; ///< says where the swept value is safe
    SweepPlot* m_plot;
    SweepPlot::Override m_sweptOverride;
    bool m_valuesNameRuns = false; ///< SweepOverride::namesItself, of the swept one
    QString m_name; ///< under which its runs are kept together; empty: it is one run
    std::optional<SessionSpec> m_swept; ///< the session as it was when the sweep began; empty: not known
    bool m_isOfSeeds = false;
    qsizetype m_dropped = 0; ///< runs that have made room for its own
    std::vector<std::optional<KeptRunId>> m_runs; ///< one run for each point, once it has been trained
    std::optional<KeptSweep> m_again; ///< kept sweep that is drawn; empty: the one trained here last
};

} // namespace ulpscope::ui
