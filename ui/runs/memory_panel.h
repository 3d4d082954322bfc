// SPDX-License-Identifier: GPL-3.0-or-later
// Plots the memory that the policies of kept runs cost against the runs' final error. Memory is counted from the
// sessions, as in the diagnosis, while the panel is shown.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QLabel;

namespace ulpscope::ui {

class ParetoPlot;

class MemoryPanel : public QWidget
{
    Q_OBJECT
public:
    /// `kept` and `shown` must outlive the panel.
    MemoryPanel(KeptRuns& kept, const ShownRun& shown, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

private:
    void refresh();
    void read();
    /// Bytes of a run; nullopt if they cannot be counted.
    std::optional<double> bytesOf(const KeptRun& run);

    KeptRuns& m_kept;
    const ShownRun& m_shown;
    std::shared_ptr<const Kernels> m_kernels;
    std::map<KeptRunId, std::optional<double>> m_bytes; ///< counted so far
    ParetoPlot* m_plot;
    QLabel* m_reading;
};

} // namespace ulpscope::ui
