// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/layer_policy_delegate.h"

#include "ui/look/cell_editing.h"
#include "ui/look/describe.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/policy_text.h"

#include <QComboBox>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>

namespace ulpscope::ui {

namespace {

/// Set on an editor in which Return was pressed: the delegate commits it by itself.
constexpr char kEndsByKey[] = "endsByKey";

} // namespace

LayerPolicyDelegate::LayerPolicyDelegate(QObject* parent)
    : CellDelegate(parent)
{
}

QWidget* LayerPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new QComboBox(parent);
    describe(combo, QStringLiteral("policyEditor"), tr("Policy of the layer"),
        tr("A policy's name; typing finds it. \"inherit\" gives the layer back to the global policy."));
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->addItem(tr("inherit"));
    for (const PolicyGroup& group : policyGroups()) {
        combo->insertSeparator(combo->count());
        combo->addItems(group.names);
    }
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    combo->completer()->setFilterMode(Qt::MatchContains);
    // A choice from the list is a decision: no second Return is asked for.
    connect(combo, &QComboBox::activated, this, [this, combo] {
        if (combo->property(kEndsByKey).toBool() || combo->isHidden()) // hidden: the view has given it up
            return;
        auto* self = const_cast<LayerPolicyDelegate*>(this);
        emit self->commitData(combo);
        if (!combo->isHidden())
            emit self->closeEditor(combo);
    });
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

bool LayerPolicyDelegate::eventFilter(QObject* watched, QEvent* event)
{
    if (isOfGivenUpEditor(*watched, *event))
        return false;
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter)
            watched->setProperty(kEndsByKey, true);
    }
    return CellDelegate::eventFilter(watched, event);
}

} // namespace ulpscope::ui
