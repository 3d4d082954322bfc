// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a cell of the policy map: a sign where something is wrong, grey what is not the session's own words.
#pragma once

#include <QStyledItemDelegate>

namespace ulpscope::ui {

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
