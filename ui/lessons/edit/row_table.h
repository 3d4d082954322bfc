// SPDX-License-Identifier: GPL-3.0-or-later
// One list of a lesson as a table to edit, with buttons that add, remove and move rows.
#pragma once

#include "ui/lessons/models/lesson_draft.h"
#include "ui/lessons/models/lesson_rows.h"

#include <QWidget>

class QLabel;
class QTableWidget;
class QTableWidgetItem;
class QToolButton;

namespace ulpscope::ui {

class RowTable : public QWidget
{
    Q_OBJECT
public:
    /// draft must outlive it.
    RowTable(LessonDraft& draft, RowList rows, QWidget* parent);

    const QString& place() const { return m_rows.place; }
    int chosenRow() const;
    /// The row of that number, with the keys on it.
    void focusRow(int row);

signals:
    /// -1: none.
    void rowChosen(int row);

public slots:
    /// Shows the lesson's current rows.
    void refresh();

private:
    QToolButton* addButton(const QString& id, const QString& text, const QString& tip);
    void onChanged(QTableWidgetItem* item);
    void insertRow();
    void removeRow();
    void moveRow(int by);
    void showButtons();
    void fitHeight();

    LessonDraft& m_draft;
    RowList m_rows;
    QTableWidget* m_table;
    QLabel* m_remark; ///< why a cell was not taken
    QToolButton* m_add;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    bool m_isFilling = false;
};

} // namespace ulpscope::ui
