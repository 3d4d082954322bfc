// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/columns_model.h"

#include <utility>

namespace ulpscope::ui {

ColumnsModel::ColumnsModel(std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
{
}

int ColumnsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant ColumnsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_columns[std::size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.tip.isEmpty() ? QVariant() : column.tip;
    case Qt::TextAlignmentRole:
        return column.alignment == 0 ? QVariant() : column.alignment;
    default:
        return {};
    }
}

} // namespace ulpscope::ui
