// SPDX-License-Identifier: GPL-3.0-or-later
// The policies that are offered, in groups, each with what it does. One is dragged as Keras' JSON.
#pragma once

#include <QStandardItemModel>

namespace ulpscope::ui {

class PolicyPaletteModel : public QStandardItemModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ComputeColumn, VariableColumn, QuantizationColumn, ColumnCount };

    explicit PolicyPaletteModel(QObject* parent = nullptr);

    /// Returns an empty text for a group, which has one column only.
    QString policyName(const QModelIndex& index) const;

    QStringList mimeTypes() const override { return {QStringLiteral("text/plain")}; }
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
};

} // namespace ulpscope::ui
