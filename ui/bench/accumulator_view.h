// SPDX-License-Identifier: GPL-3.0-or-later
// The accumulator bench: choose what to add up and in which format, tick accumulators, see where their sums part from the
// exact one.
#pragma once

#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "ui/bench/accumulation_plot.h"
#include "ui/bench/bench_bar.h"
#include "ui/bench/models/accumulation_bench.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QTableView;

namespace ulpscope::ui {

class AccumulatorView : public QWidget
{
    Q_OBJECT
public:
    /// `runner` and `shown`, which is of the runner, must outlive the view.
    AccumulatorView(std::shared_ptr<const Kernels> kernels, SessionRunner& runner, const ShownRun& shown,
        QWidget* parent = nullptr);

    /// Resets the view to its state at the program's start.
    void beginAfresh();
    /// Whether no computation is running or scheduled.
    bool isIdle() const { return !m_bench->isBusy() && !m_later.isActive(); }
    AccumulationPlot& plot() const { return *m_plot; }
    BenchTableModel& results() const { return *m_results; }

private:
    QWidget* makeSide();
    void fillAccumulators();
    void listTensors();
    /// Adds a row, or the message says why it does not.
    bool addAccumulator(const QString& name, bool isChecked);
    void addTypedAccumulator();
    void askSoon();
    void ask();
    void compute(std::vector<double> terms);
    void takeTensor(const std::shared_ptr<const TensorSnapshot>& snapshot);
    void showAnswer(const std::shared_ptr<const BenchAnswer>& answer);
    void showSwatches();
    void report();
    void say(const QString& text, bool isWrong);

    SessionRunner& m_runner;
    const ShownRun& m_shown;
    AccumulationBench* m_bench;
    BenchTableModel* m_results;
    AccumulationPlot* m_plot;
    BenchBar* m_bar;
    QListWidget* m_list;
    QLineEdit* m_name;
    QTableView* m_table;
    QLabel* m_message;
    QTimer m_later; ///< a burst of edits computes once
    bool m_isOutdated = false; ///< the sums are of a tensor of the run before
};

} // namespace ulpscope::ui
