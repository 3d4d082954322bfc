// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/element_rows_model.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <utility>

namespace ulpscope::ui {

ElementRowsModel::ElementRowsModel(const std::vector<Column>& columns, const QString& tip, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns{{tr("Index"), tr("Place of the element in the tensor"), false}}
    , m_tip(tip)
{
    m_columns.insert(m_columns.end(), columns.begin(), columns.end());
}

void ElementRowsModel::replace(
    std::vector<std::int64_t> extents, std::size_t count, const std::function<void()>& take)
{
    const int rows = int(std::min<std::size_t>(count, std::numeric_limits<int>::max() / 2));
    const bool isSameSize = rows == m_rows && rows > 0;
    if (!isSameSize)
        beginResetModel();
    m_extents = std::move(extents);
    m_rows = rows;
    take();
    if (!isSameSize)
        endResetModel();
    else
        emit dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
}

QString ElementRowsModel::indexText(int row) const
{
    QStringList parts;
    std::int64_t rest = row;
    for (std::size_t axis = m_extents.size(); axis-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(m_extents[axis], 1);
        parts.prepend(QString::number(rest % extent));
        rest /= extent;
    }
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

int ElementRowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int ElementRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant ElementRowsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return {};
    const bool isNumber = m_columns[std::size_t(index.column())].isNumber;
    if (role == Qt::TextAlignmentRole)
        return int(isNumber ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return m_tip;
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == kIndexColumn ? indexText(index.row()) : cellText(index.row(), index.column());
}

QVariant ElementRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_columns[std::size_t(section)];
    if (role == Qt::TextAlignmentRole)
        return int(column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return column.tip;
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

} // namespace ulpscope::ui
