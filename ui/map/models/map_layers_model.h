// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that one key of the policy map matches, or every layer: its path, the policy it gets, and what decides.
#pragma once

#include "ui/look/models/table_models.h"
#include "ui/map/models/policy_map_model.h"

namespace ulpscope::ui {

class MapLayersModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { PathColumn, PolicyColumn, DeciderColumn, ColumnCount };

    /// `map` must outlive the model.
    explicit MapLayersModel(PolicyMapModel& map, QObject* parent = nullptr);

    /// The layers of that row of the map; -1: every layer.
    void showKey(int row);
    int shownKey() const { return m_key; }

    std::string pathAt(int row) const;
    std::vector<std::string> allPaths() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    void refresh();

    PolicyMapModel& m_map;
    std::shared_ptr<const MapAnswer> m_answer; ///< answer that the rows show
    int m_key = -1;
    std::vector<std::size_t> m_layers; ///< a layer of the answer a row
};

/// "key 'dense_.*'", "the default": what gives a path its policy.
QString deciderText(const PathFinding& finding);

} // namespace ulpscope::ui
