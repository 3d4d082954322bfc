// SPDX-License-Identifier: GPL-3.0-or-later
// A run's name with the line that it is drawn with, and the editors of names and notes.
#pragma once

#include "ui/look/remark_delegate.h"

namespace ulpscope::ui {

class RunDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    using RemarkDelegate::RemarkDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
