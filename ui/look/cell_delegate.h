// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a number over a bar that shows how bad it is, a sign on layers that saw NaN or infinity and on policies that
// have a problem, and what is inherited or out of date in grey.
#pragma once

#include <QStyledItemDelegate>

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

} // namespace ulpscope::ui
