// SPDX-License-Identifier: GPL-3.0-or-later
// What a search has come to: a sentence that says whether it is proved, what was tried as a plot, the layers one by one, and what can be
// done with it.
#pragma once

#include "app/judge/runs/severity.h"
#include "app/session/search_runner.h"
#include "engine/kernels/kernels.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ulpscope::ui {

class MetricTableModel;
class MetricView;
class SearchPlot;

class SearchResults : public QWidget
{
    Q_OBJECT
public:
    /// runner: must outlive it.
    SearchResults(
        const SearchRunner& runner, std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Shows the runner's current results.
    void refresh();
    /// Why the answer cannot be applied; empty: it can.
    void setObstacle(const QString& obstacle);

signals:
    /// A run is to be trained and shown.
    void runWanted(const ulpscope::Assignment& assignment, std::uint64_t seed);
    void applyWanted();
    void exportWanted();
    void failed(const QString& message);
    void noticed(const QString& message);

private:
    void place();
    void colorHeadline();
    void fillTable();
    void read();
    void openPoint();
    void openRow(int row);
    void askReport();

    const SearchRunner& m_runner;
    std::shared_ptr<const Kernels> m_kernels;
    QLabel* m_headline;
    QLabel* m_detail;
    QLabel* m_of;
    QPushButton* m_apply;
    QPushButton* m_open;
    QPushButton* m_export;
    QPushButton* m_report;
    QLabel* m_reading;
    QLabel* m_legend;
    SearchPlot* m_plot;
    MetricTableModel* m_table;
    MetricView* m_tableView;
    QString m_obstacle;
    std::shared_ptr<const SearchQuestion> m_tableOf; ///< the question that the table was filled from
    std::optional<Assignment> m_tableAnswer;
    std::size_t m_tableRefuted = 0;
    Severity m_severity = Severity::Notice; ///< the headline's severity
};

} // namespace ulpscope::ui
