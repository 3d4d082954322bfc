// SPDX-License-Identifier: GPL-3.0-or-later
// One number of the run on the screen through all operations of the shown step: what made it and what became of it, in the run's
// arithmetic and in float64.
#pragma once

#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "ui/numbers/models/number_lab.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ulpscope::ui {

class MetricTableModel;

class ElementHistoryPanel : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the panel; `shown` is of the runner.
    ElementHistoryPanel(
        NumberLab& lab, SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    void follow(const ElementQuestion& question);
    void focusTable();

signals:
    /// A row's number is in the lab.
    void bitsShown();

private:
    void ask();
    void take(const ElementQuestion& question, const std::shared_ptr<const ElementHistory>& history);
    void openRow(int row);

    NumberLab& m_lab;
    SessionRunner& m_runner;
    const ShownRun& m_shown;
    std::optional<ElementQuestion> m_question;
    std::shared_ptr<const ElementHistory> m_history;
    MetricTableModel* m_model;
    QLabel* m_sentence;
    QTableView* m_table;
};

} // namespace ulpscope::ui
