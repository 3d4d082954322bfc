// SPDX-License-Identifier: GPL-3.0-or-later
// A run's name with the line that it is drawn with, and the editors of names and notes.
#pragma once

#include "ui/look/remark_delegate.h"

namespace ulpscope::ui {

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
