// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_policy_delegate.h"

#include "engine/policy/dtype_policy.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"

#include <QComboBox>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>

namespace ulpscope::ui {

namespace {

/// Set on an editor in which Return was pressed: the delegate commits it by itself.
constexpr char kNameEndsByKey[] = "endsByKey";

} // namespace

QWidget* MapPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new QComboBox(parent);
    describe(combo, QStringLiteral("mapPolicyEditor"), tr("Policy of the key"),
        tr("A policy's name: choose one, or type one such as int8_from_mixed_bfloat16.\n"
           "Return keeps it, Escape does not."));
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    for (const std::string& name : commonPolicyNames())
        combo->addItem(toQt(name));
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    combo->completer()->setFilterMode(Qt::MatchContains);
    // A choice from the list is a decision: no second Return is asked for.
    connect(combo, &QComboBox::activated, this, [this, combo] {
        if (combo->property(kNameEndsByKey).toBool() || combo->isHidden()) // hidden: the view has given it up
            return;
        auto* self = const_cast<MapPolicyDelegate*>(this);
        emit self->commitData(combo);
        if (!combo->isHidden())
            emit self->closeEditor(combo);
    });
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

bool MapPolicyDelegate::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter)
            watched->setProperty(kNameEndsByKey, true);
    }
    return RemarkDelegate::eventFilter(watched, event);
}

} // namespace ulpscope::ui
