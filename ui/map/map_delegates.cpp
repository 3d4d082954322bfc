// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_delegates.h"

#include "engine/policy/dtype_policy.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/map/models/policy_map_model.h"

#include <QFontDatabase>
#include <QLineEdit>

namespace ulpscope::ui {

MapKeyDelegate::MapKeyDelegate(PolicyMapModel& map, QObject* parent)
    : RemarkDelegate(parent)
    , m_map(map)
{
}

QWidget* MapKeyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* field = new FaultField(parent);
    describe(field, QStringLiteral("mapKeyEditor"), tr("Key of the policy map"),
        tr("A layer's path, such as sequential/dense, or a regular expression, such as "
           "sequential/.*\nReturn keeps it, Escape does not."));
    field->setPlaceholderText(tr("a path, or a regular expression: sequential/.*"));
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setFrame(false);
    field->setAutoFillBackground(true);
    // One more than can be decided, so that too long a key is said to be too long and not cut.
    field->setMaxLength(int(kLongestRegex) + 1);
    const int row = index.row();
    connect(field, &QLineEdit::textEdited, &m_map,
        [this, row](const QString& text) { m_map.setDraft(row, text); });
    connect(&m_map, &PolicyMapModel::judged, field, [this, row, field] {
        const KeyFinding* found = m_map.finding(row);
        field->setErrorPosition(found && found->faultAt ? int(*found->faultAt) : -1);
    });
    return field;
}

void MapKeyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* field = static_cast<FaultField*>(editor); // made by createEditor
    if (field->isModified()) // a judgement announces the cell; what is being typed stays
        return;
    field->setText(index.data(Qt::EditRole).toString());
    field->selectAll();
}

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
