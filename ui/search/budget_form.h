// SPDX-License-Identifier: GPL-3.0-or-later
// A budget as rows and as a sentence: each follows the other. While the sentence is wrong, the rows wait as they were.
#pragma once

#include "ui/search/models/budget_rows.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace ulpscope::ui {

class FaultField;

class BudgetForm : public QWidget
{
    Q_OBJECT
public:
    explicit BudgetForm(QWidget* parent = nullptr);

    /// Steps of the runs, which end a range without an end.
    void setSteps(std::int64_t steps);
    void setSentence(const QString& sentence);
    QString sentence() const;
    FaultField& field() const { return *m_sentence; }

signals:
    /// Emitted when the user edits the form.
    void edited();

private:
    struct Row
    {
        QComboBox* key;
        QLineEdit* steps;
        QComboBox* relation;
        QLineEdit* limit;
        QComboBox* unit;
        QToolButton* remove;

        std::vector<QWidget*> widgets() const;
    };

    void read();
    void write();
    void showRows(const std::vector<BudgetRow>& rows);
    std::vector<BudgetRow> rows() const;
    void fitText();
    void orderTabs();
    void addRow();
    void removeRow(std::size_t row);
    Row makeRow();

    QGridLayout* m_grid;
    std::vector<Row> m_rows; ///< the first m_shown of them are in sight
    std::size_t m_shown = 0;
    std::int64_t m_steps = 1;
    QPushButton* m_add;
    FaultField* m_sentence;
};

} // namespace ulpscope::ui
