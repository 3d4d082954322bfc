// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the name of a policy in a cell: a combo box that lists the common ones and takes any other.
#pragma once

#include "ui/look/remark_delegate.h"

namespace ulpscope::ui {

class MapPolicyDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    using RemarkDelegate::RemarkDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
