// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_policy_delegate.h"

#include "engine/policy/dtype_policy.h"
#include "ui/look/cell_combo.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"

#include <QLineEdit>

namespace ulpscope::ui {

QWidget* MapPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new CellCombo(parent, const_cast<MapPolicyDelegate&>(*this));
    describe(combo, QStringLiteral("mapPolicyEditor"), tr("Policy of the key"),
        tr("A policy's name: choose one, or type one such as int8_from_mixed_bfloat16.\n"
           "Return keeps it, Escape does not."));
    for (const std::string& name : commonPolicyNames())
        combo->addItem(toQt(name));
    return combo;
}

void MapPolicyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* combo = static_cast<QComboBox*>(editor); // made by createEditor
    if (combo->lineEdit()->isModified())
        return;
    const QString name = index.data(Qt::EditRole).toString();
    combo->setCurrentIndex(combo->findText(name));
    combo->setEditText(name);
    combo->lineEdit()->selectAll();
}

void MapPolicyDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    model->setData(index, static_cast<QComboBox*>(editor)->currentText().trimmed(), Qt::EditRole);
}

} // namespace ulpscope::ui
