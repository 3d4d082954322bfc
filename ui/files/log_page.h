// SPDX-License-Identifier: GPL-3.0-or-later
// A training's log: what is to be said of it, its loss and loss scale over its steps, and its lines, to which verdicts and plots lead.
#pragma once

#include "app/session/shown_step.h"
#include "ui/files/log_timeline.h"
#include "ui/files/models/opened_file.h"

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;
class QVBoxLayout;

namespace ulpscope::ui {

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
    ShownStep m_step; ///< of the log's plots
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
