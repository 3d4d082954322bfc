// SPDX-License-Identifier: GPL-3.0-or-later
// The open session's layers as rows: name, class, policy, and how the run treats them. Edits go through the
// document, and what it refuses is said once and changes nothing.
#pragma once

#include "app/document.h"
#include "ui/models/layer_health.h"

#include <QAbstractTableModel>

#include <vector>

namespace ulpscope::ui {

class LayerTreeModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ClassColumn, PolicyColumn, FlushedColumn, ErrorColumn, ColumnCount };
    enum Role {
        BarRole = Qt::UserRole + 1, ///< 0 to 1: how far the cell's bar reaches
        SeverityRole, ///< int of a Severity: the bar's colour
        IsInheritedRole, ///< bool: the policy is not the layer's own
        OwnPolicyRole ///< the layer's own policy name, or empty
    };

    explicit LayerTreeModel(Document& document, QObject* parent = nullptr);

    /// Null: no figures. Copied, so the run may go.
    void showRun(const RunHistory* run);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Policy: a policy's name, or an empty text to inherit. Name: the new name.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void editRefused(const QString& message);

private:
    void onSessionChanged();
    QVariant policyData(const LayerSpec& layer, int role) const;
    QVariant inputDtypeData(int role) const;
    QVariant healthData(int row, int column, int role) const;
    bool setPolicy(int row, const QString& name);

    Document& m_document;
    std::shared_ptr<const SessionSpec> m_shown; ///< the rows that views know of
    std::vector<LayerHealth> m_health; ///< empty, or one a row
};

} // namespace ulpscope::ui
