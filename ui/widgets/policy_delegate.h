// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a layer's policy in its cell: a combo box with type-ahead, whose first entry inherits. An inherited
// policy is painted in grey, one of the layer's own in bold.
#pragma once

#include <QStyledItemDelegate>

namespace ulpscope::ui {

class PolicyDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit PolicyDelegate(QObject* parent = nullptr);

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace ulpscope::ui
