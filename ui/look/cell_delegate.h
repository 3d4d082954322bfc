// SPDX-License-Identifier: GPL-3.0-or-later
// How a cell is painted and edited.
#pragma once

#include <QComboBox>
#include <QStyledItemDelegate>

class QAbstractItemDelegate;

namespace ulpscope::ui {

class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

// The editor of a cell that takes a name: a list with type-ahead that takes any other name too. A choice from the list is a
// decision, no second Return is asked for.
class CellCombo : public QComboBox
{
    Q_OBJECT
public:
    /// A choice from the list has `delegate`, which made this, commit and close it.
    CellCombo(QWidget* parent, QAbstractItemDelegate& delegate);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void end();

    QAbstractItemDelegate& m_delegate;
    bool m_endsByKey = false; ///< Return was pressed: the delegate commits by itself
};

// Paints a cell of the policy map: a sign where something is wrong, grey what is not the session's own words.
class RemarkDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
