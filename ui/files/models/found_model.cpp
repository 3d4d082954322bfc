// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/found_model.h"

#include <QStringList>

#include <algorithm>
#include <tuple>

namespace ulpscope::ui {

namespace {

bool hasInOrder(const QString& name, const QString& letters)
{
    qsizetype at = 0;
    for (const QChar letter : letters) {
        at = name.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

} // namespace

std::optional<int> searchRank(const QString& name, const QString& words)
{
    int scattered = 0;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (name.contains(word, Qt::CaseInsensitive))
            continue;
        if (!hasInOrder(name, word))
            return std::nullopt;
        ++scattered;
    }
    return scattered;
}

void FoundModel::setNames(std::vector<QString> names)
{
    m_names = std::move(names);
    m_words.clear();
    m_pinned.clear();
    find();
}

void FoundModel::search(const QString& words)
{
    beginResetModel();
    m_words = words;
    find();
    endResetModel();
}

void FoundModel::find()
{
    std::vector<std::tuple<bool, int, std::size_t>> found; // unpinned rows come later
    for (std::size_t i = 0; i < m_names.size(); ++i)
        if (const std::optional<int> rank = isPinned(i) ? 0 : searchRank(m_names[i], m_words))
            found.emplace_back(!isPinned(i), *rank, i);
    std::sort(found.begin(), found.end());
    m_rows.clear();
    for (const auto& [isLater, rank, thing] : found)
        m_rows.push_back(thing);
}

/// Pins or unpins a row; the selection stays.
void FoundModel::setPinned(std::size_t thing, bool isPinned)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> wanted;
    for (const QModelIndex& each : before)
        wanted.push_back(thingAt(each.row()));
    if (isPinned)
        m_pinned.insert(thing);
    else
        m_pinned.erase(thing);
    find();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int row = rowOf(wanted[std::size_t(i)]);
        after += row < 0 ? QModelIndex() : index(row, before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

int FoundModel::rowOf(std::size_t thing) const
{
    const auto found = std::find(m_rows.begin(), m_rows.end(), thing);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int FoundModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

} // namespace ulpscope::ui
