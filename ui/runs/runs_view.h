// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of kept runs, and how its cells are painted and edited.
#pragma once

#include "ui/look/cell_delegate.h"
#include "ui/look/table_look.h"

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

/// Height of the table's rows, which are chosen and edited.
int runRowHeight(const QFontMetrics& metrics);

class RunDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    using RemarkDelegate::RemarkDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
