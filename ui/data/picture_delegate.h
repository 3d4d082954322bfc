// SPDX-License-Identifier: GPL-3.0-or-later
// Paints an image with its class and what both lanes say below it, each with a sign for right or wrong, and a frame where they
// say different classes.
#pragma once

#include <QStyledItemDelegate>

namespace ulpscope::ui {

class PictureDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
