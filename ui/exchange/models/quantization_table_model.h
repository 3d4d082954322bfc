// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers take a quantized policy, which do not, and why, as rows.
#pragma once

#include "app/io/keras/quantized/quantization_report.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

class QuantizationTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { LayerColumn, ClassColumn, PolicyColumn, ReasonColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<QuantizationRow> rows);
    int quantizedCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<QuantizationRow> m_rows;
};

} // namespace ulpscope::ui
