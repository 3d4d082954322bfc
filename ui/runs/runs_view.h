// SPDX-License-Identifier: GPL-3.0-or-later
// A tree that is read like a table: the arrows go along the columns, and → opens and ← closes a row's own rows. The first column, the
// names, stays where the others are scrolled: a number belongs to a name.
#pragma once

#include "ui/look/cell_editing.h"

#include <QTreeView>

namespace ulpscope::ui {

class RunsView : public EditingView<QTreeView>
{
    Q_OBJECT
public:
    explicit RunsView(QWidget* parent = nullptr);

    /// One for each of the two, which it keeps: one that serves two views commits to both.
    void setDelegates(QAbstractItemDelegate* own, QAbstractItemDelegate* ofNames);
    void setModel(QAbstractItemModel* model) override;
    void setSelectionModel(QItemSelectionModel* selection) override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeNames();
    void scrollNames();

    QTreeView* m_names; ///< above the scrolled columns; hidden while none is scrolled
};

} // namespace ulpscope::ui
