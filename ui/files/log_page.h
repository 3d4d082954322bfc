// SPDX-License-Identifier: GPL-3.0-or-later
// A training's log: what is to be said of it, its loss and loss scale over its steps, and its lines, to which verdicts and plots lead.
#pragma once

#include "app/judge/runs/training_log.h"
#include "app/session/run_history.h"
#include "app/session/shown_step.h"
#include "ui/files/models/opened_file.h"
#include "ui/training/models/run_events.h"
#include "ui/training/plot_catalog.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QListView;
class QPushButton;
class QVBoxLayout;

namespace ulpscope::ui {

// A training's log as a run of three metrics, so that it is plotted as runs are: loss and loss scale, and marks where steps were skipped.
struct LogTimeline
{
    /// Along the log's own steps, if each line that says something has one and they never go back; else along its lines.
    bool isAlongSteps = false;
    std::shared_ptr<const RunHistory> run; ///< null: nothing is to be plotted
    std::vector<PlotRow> rows; ///< the loss, the loss scale: those that the log has
    std::vector<StepMark> marks;
    std::vector<std::pair<std::int64_t, std::size_t>>
        lines; ///< place along the axis and line of the log, ascending

    /// The line that said what is read at a place; 0: none.
    std::size_t lineAt(std::int64_t place) const;
    /// Where that line is, or the next one that says something; nothing after the last.
    std::optional<std::int64_t> placeOf(std::size_t line) const;
};

LogTimeline timelineOf(const TrainingLog& log);

class LogLinesModel;
class StackedPlot;

class LogPage : public QWidget
{
    Q_OBJECT
public:
    explicit LogPage(QWidget* parent = nullptr);

    /// Null: none.
    void setLog(std::shared_ptr<const JudgedLog> log);
    void focusLines();

signals:
    /// The log's loss scale, as lossScaleByText() reads it: in the scene about loss scales, or in the session that is open.
    void ruleWanted(const QString& rule, bool inScene);

private:
    void place();
    void showVerdicts();
    void showPlots();
    /// Counted from 1.
    void goTo(const LogPlace& place);
    void goToPlace();

    std::shared_ptr<const JudgedLog> m_log;
    LogTimeline m_timeline;
    ShownStep m_step; ///< the step that the log's plots show
    LogLinesModel* m_lines;
    QWidget* m_verdicts;
    QVBoxLayout* m_verdictList;
    QPushButton* m_tryInScene;
    QPushButton* m_tryHere;
    QLabel* m_counts;
    StackedPlot* m_plot;
    QListView* m_view;
};

} // namespace ulpscope::ui
