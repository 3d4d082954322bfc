// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a layer's policy in its cell: a combo box with type-ahead, whose first entry inherits. Whether what was chosen is
// for one layer or for all that are selected is the model's to ask.
#pragma once

#include "ui/look/cell_delegate.h"

namespace ulpscope::ui {

class LayerPolicyDelegate : public CellDelegate
{
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
