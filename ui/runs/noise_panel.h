// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the session on the screen and the same in float32 differ by more than seeds do: trains both under several seeds in the
// background, and tells what all kept runs of the two say. Its runs are kept like any other.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/sweep.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ulpscope::ui {

class FaultField;
class MetricTableModel;
class MetricView;

class NoisePanel : public QWidget
{
    Q_OBJECT
public:
    /// `document` and `kept` must outlive the panel.
    NoisePanel(Document& document, KeptRuns& kept, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    bool isRunning() const { return m_sweep.isRunning(); }
    void cancel() { m_sweep.cancel(); }
    /// The budget that its runs take memory from.
    void shareMemory(const std::shared_ptr<MemoryBudget>& budget) { m_sweep.shareMemory(budget); }

private:
    void startOrStop();
    void refresh();
    QString message(std::size_t pairs) const;
    /// Runs still to be trained: those not kept, or dropped to make room.
    std::vector<SweepPoint> missing(const std::vector<std::uint64_t>& seeds) const;
    /// Says which kept runs would be dropped for the runs of the typed seeds.
    QString plan() const;

    Document& m_document;
    KeptRuns& m_kept;
    Sweep m_sweep;
    QString m_name; ///< name of the row that the runs have among the kept ones
    FaultField* m_seeds;
    QPushButton* m_start;
    QLabel* m_message;
    MetricTableModel* m_table;
    MetricView* m_view;
};

} // namespace ulpscope::ui
