// SPDX-License-Identifier: GPL-3.0-or-later
// The number lab's table, with the bits of each row as a strip of cells. The current row is the selected format.
#pragma once

#include "ui/numbers/models/number_lab.h"

#include <QTableView>

namespace ulpscope::ui {

class BitStrip;
class StoredTableModel;

class StoredTable : public QTableView
{
    Q_OBJECT
public:
    /// `lab` must outlive the table.
    explicit StoredTable(NumberLab& lab, QWidget* parent = nullptr);

    /// For a room: nothing of it takes the mouse or the keys, and the first columns are shown, as many as there is room for.
    void setOnlyLookedAt();
    NumberLab& lab() const { return m_lab; }
    BitStrip* strip(int row) const;
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeStrips();
    void showCodes();
    void layOut();
    int widthOfTexts(int column) const;

    NumberLab& m_lab;
    StoredTableModel* m_model;
    bool m_isOnlyLookedAt = false;
};

} // namespace ulpscope::ui
