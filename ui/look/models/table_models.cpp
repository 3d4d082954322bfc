// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/table_models.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/dtype_mark.h"

#include <QFont>

#include <algorithm>
#include <limits>

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

void MetricTableModel::setTable(MetricTable table)
{
    beginResetModel();
    m_table = std::move(table);
    std::vector<Column> columns;
    for (const MetricColumn& column : m_table.columns)
        columns.push_back({column.title, column.tip, column.isNumber ? kAtRight : kAtLeft});
    setColumns(std::move(columns));
    endResetModel();
}

int MetricTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

QVariant MetricTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const MetricTableRow& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const bool isLast = index.column() == columnCount() - 1;
    switch (role) {
    case Qt::DisplayRole:
        return row.cells.value(index.column());
    case Qt::DecorationRole: {
        const QIcon mark = index.column() == 0 ? dtypeMark(row.dtype) : QIcon();
        return mark.isNull() ? QVariant() : mark;
    }
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
        return row.tip.isEmpty() ? QVariant() : row.tip;
    case Qt::FontRole: {
        if (!row.isBold && !row.isWorst)
            return {};
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    // As in the tree of layers, whose delegate paints the cells.
    case SeverityRole:
        return row.isWorst && (index.column() == 0 || isLast) ? int(Severity::Warning)
            : isLast && row.bar > 0                           ? int(Severity::Notice)
                                                              : QVariant();
    case BarRole:
        return isLast && row.bar > 0 ? row.bar : QVariant();
    default:
        return {};
    }
}

ElementRowsModel::ElementRowsModel(std::vector<Column> columns, const QString& tip, QObject* parent)
    : ColumnsModel({}, parent)
    , m_tip(tip)
{
    columns.insert(columns.begin(), Column{tr("Index"), tr("Place of the element in the tensor"), kAtLeft});
    for (Column& column : columns)
        column.alignment = column.alignment == 0 ? kAtRight : column.alignment;
    setColumns(std::move(columns));
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

QVariant ElementRowsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    if (role == Qt::ToolTipRole)
        return m_tip;
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == kIndexColumn ? indexText(index.row()) : cellText(index.row(), index.column());
}

} // namespace ulpscope::ui
