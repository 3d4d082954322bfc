// SPDX-License-Identifier: GPL-3.0-or-later
// The open session's layers as a tree: name, class, policy and where it came from, what it means, and how the run treats
// them; the layers inside a composite one below it. Edits go through the document, and what it refuses is said once and
// changes nothing.
#pragma once

#include "app/session/document.h"
#include "ui/tree/models/layer_health.h"
#include "ui/tree/models/layer_nodes.h"

#include <QAbstractItemModel>

#include <functional>
#include <map>
#include <vector>

namespace ulpscope::ui {

class LayerTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        ClassColumn,
        PolicyColumn,
        ComputeColumn,
        VariableColumn,
        OutputColumn,
        QuantizationColumn,
        OriginColumn,
        FlushedColumn,
        LostColumn, ///< leads to the updates
        ErrorColumn,
        ColumnCount
    };

    explicit LayerTreeModel(Document& document, QObject* parent = nullptr);

    /// Null: no metrics. Copied, so the run may go. step: the metrics are those of that step, or the last probed one before.
    void showRun(const RunHistory* run, std::optional<std::int64_t> step = {});
    /// Step of the metrics; nothing without metrics.
    std::optional<std::int64_t> probedStep() const;
    /// The metrics are of the session as it was before.
    void setStale(bool isStale);
    /// Whether the policy says where it came from: not where a column of its own does.
    void setShowsOriginWithPolicy(bool shows);
    /// "Flushed, run" and "Flushed, step", or "Flushed" alone.
    void setHeadsNameScope(bool name);
    /// Layers to which a policy chosen in a layer's cell, or dropped on it, applies, as indices of this model; without it that
    /// one alone.
    void setPolicyTargets(std::function<QModelIndexList(const QModelIndex&)> targets)
    {
        m_policyTargets = targets;
    }

    /// Returns null for an invalid index.
    const LayerNode* node(const QModelIndex& index) const;
    QModelIndex indexOf(const LayerPlace& place, int column = 0) const;

    /// One undo step; input layers among them are left alone. nullopt inherits.
    bool setPolicies(const QModelIndexList& layers, const std::optional<DTypePolicy>& policy);
    /// Sets policies by their name; an empty name inherits.
    bool setPoliciesByName(const QModelIndexList& layers, const QString& name);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Policy: a policy's name, or an empty text to inherit, for all its targets. Name: the new name.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// A layer is dragged as its policy, in Keras' JSON; what is dropped is a policy in that or by name.
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) override;

signals:
    void editRefused(const QString& message);

private:
    void onSessionChanged();
    void announceData(int firstColumn, int lastColumn);
    QModelIndexList targetsOf(const QModelIndex& layer) const;
    QVariant policyData(const LayerNode& node, int role) const;
    QVariant dtypeData(const LayerNode& node, int column, int role) const;
    QVariant originData(const LayerNode& node, int role) const;
    QVariant healthData(const LayerNode& node, int column, int role) const;
    QVariant sortData(const QModelIndex& index) const;

    Document& m_document;
    std::vector<LayerNode> m_nodes; ///< the rows that views know of
    std::map<std::string, LayerHealth> m_health; ///< keyed by path
    std::function<QModelIndexList(const QModelIndex&)> m_policyTargets;
    bool m_isPinned = false; ///< the metrics are not the newest
    bool m_isStale = false;
    bool m_showsOriginWithPolicy = true;
    bool m_headsNameScope = true;
};

} // namespace ulpscope::ui
