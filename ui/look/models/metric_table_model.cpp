// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/metric_table_model.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/dtype_mark.h"

#include <QFont>

namespace ulpscope::ui {

namespace {

int alignmentOf(const MetricColumn& column)
{
    return int(column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
}

} // namespace

void MetricTableModel::setTable(MetricTable table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int MetricTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int MetricTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.columns.size());
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
        return alignmentOf(m_table.columns[static_cast<std::size_t>(index.column())]);
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

QVariant MetricTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const MetricColumn& column = m_table.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.tip;
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    default:
        return {};
    }
}

} // namespace ulpscope::ui
