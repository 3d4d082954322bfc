// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/models/policy_palette_model.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"

#include <QMimeData>

namespace ulpscope::ui {

PolicyPaletteModel::PolicyPaletteModel(QObject* parent)
    : QStandardItemModel(parent)
{
    setHorizontalHeaderLabels({tr("Policy"), tr("Computes in"), tr("Stores in"), tr("Quantized")});
    for (const PolicyGroup& group : policyGroups()) {
        auto* title = new QStandardItem(tr("%1 – %2").arg(group.title, group.sentence));
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        title->setFlags(Qt::ItemIsEnabled);
        title->setToolTip(group.sentence);
        for (const QString& name : group.names) {
            const DTypePolicy policy = *getPolicy(name.toStdString());
            QList<QStandardItem*> cells;
            for (const QString& text : {name, toQt(policy.computeDtype), toQt(policy.variableDtype),
                     policy.isQuantized() ? toQt(policy.quantizationMode) : QStringLiteral("–")})
                cells += new QStandardItem(text);
            for (const int column : {1, 2})
                cells[column]->setIcon(dtypeMark(cells[column]->text()));
            for (QStandardItem* cell : cells) {
                cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
                cell->setToolTip(
                    tr("%1: %2.\nDrag it onto a layer, or press Enter to give it to the selected layers.")
                        .arg(name, policySentence(policy)));
            }
            cells.first()->setAccessibleDescription(policySentence(policy));
            title->appendRow(cells);
        }
        appendRow(title);
    }
}

QString PolicyPaletteModel::policyName(const QModelIndex& index) const
{
    return index.parent().isValid() ? index.siblingAtColumn(NameColumn).data().toString() : QString();
}

QMimeData* PolicyPaletteModel::mimeData(const QModelIndexList& indexes) const
{
    for (const QModelIndex& index : indexes)
        if (const Result<DTypePolicy> policy = getPolicy(policyName(index).toStdString())) {
            auto* data = new QMimeData;
            data->setText(policyToText(*policy));
            return data;
        }
    return nullptr;
}

} // namespace ulpscope::ui
