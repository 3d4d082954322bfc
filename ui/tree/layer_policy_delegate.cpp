// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/layer_policy_delegate.h"

#include "ui/look/describe.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/policy_text.h"

#include <QLineEdit>

namespace ulpscope::ui {

QWidget* LayerPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new CellCombo(parent, const_cast<LayerPolicyDelegate&>(*this));
    describe(combo, QStringLiteral("policyEditor"), tr("Policy of the layer"),
        tr("A policy's name; typing finds it. \"inherit\" gives the layer back to the global policy."));
    combo->addItem(tr("inherit"));
    for (const PolicyGroup& group : policyGroups()) {
        combo->insertSeparator(combo->count());
        combo->addItems(group.names);
    }
    return combo;
}

void LayerPolicyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* combo = static_cast<QComboBox*>(editor); // made by createEditor
    const QString own = index.data(OwnPolicyRole).toString();
    combo->setCurrentIndex(own.isEmpty() ? 0 : combo->findText(own));
    combo->setEditText(own.isEmpty() ? combo->itemText(0) : own);
    combo->lineEdit()->selectAll();
}

void LayerPolicyDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* combo = static_cast<QComboBox*>(editor);
    const QString text = combo->currentText().trimmed();
    model->setData(index, text == combo->itemText(0) ? QString() : text);
}

} // namespace ulpscope::ui
