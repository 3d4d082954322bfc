// SPDX-License-Identifier: GPL-3.0-or-later
// Things that have a name, as the rows of a table: those that one searches for, the best found first, and before them those that are pinned.
#pragma once

#include "ui/look/models/table_models.h"

#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace ulpscope::ui {

/// How well a name is found by words whose letters are in it in their order, small or capital; 0: best; nothing: not at all.
std::optional<int> searchRank(const QString& name, const QString& words);

class FoundModel : public ColumnsModel
{
    Q_OBJECT
public:
    void search(const QString& words);
    /// Found or not.
    std::size_t things() const { return m_names.size(); }
    std::size_t thingAt(int row) const { return m_rows[std::size_t(row)]; }
    /// -1: it is not among those that are found.
    int rowOf(std::size_t thing) const;

    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    using ColumnsModel::ColumnsModel;
    /// Takes other names; nothing is searched for or pinned then. Call between beginResetModel() and endResetModel().
    void setNames(std::vector<QString> names);
    const QString& nameOf(std::size_t thing) const { return m_names[thing]; }
    bool isPinned(std::size_t thing) const { return m_pinned.contains(thing); }
    void setPinned(std::size_t thing, bool isPinned);

private:
    void find();

    std::vector<QString> m_names;
    QString m_words;
    std::set<std::size_t> m_pinned;
    std::vector<std::size_t> m_rows; ///< in the things' order where nothing is searched for
};

} // namespace ulpscope::ui
