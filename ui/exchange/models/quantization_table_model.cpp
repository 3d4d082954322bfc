// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/models/quantization_table_model.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>

namespace ulpscope::ui {

QuantizationTableModel::QuantizationTableModel(QObject* parent)
    : ColumnsModel({{tr("Layer")}, {tr("Class")}, {tr("Policy afterwards")}, {tr("Result")}}, parent)
{
}

void QuantizationTableModel::setRows(std::vector<QuantizationRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int QuantizationTableModel::quantizedCount() const
{
    return int(std::count_if(
        m_rows.begin(), m_rows.end(), [](const QuantizationRow& row) { return row.isQuantized; }));
}

int QuantizationTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant QuantizationTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) // Ctrl+C asks for the current cell even if there is none
        return {};
    const QuantizationRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == SeverityRole && index.column() == ReasonColumn)
        return int(row.isQuantized ? Severity::Good : Severity::Warning);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case LayerColumn:
        return toQt(row.path);
    case ClassColumn:
        return toQt(row.className);
    case PolicyColumn:
        return toQt(row.policy);
    default:
        return row.isQuantized ? tr("quantized") : engineText(row.reason);
    }
}

} // namespace ulpscope::ui
