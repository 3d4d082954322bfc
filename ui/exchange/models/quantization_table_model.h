// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers take a quantized policy, which do not, and why, as rows.
#pragma once

#include "app/io/keras/quantized/quantization_report.h"
#include "ui/look/models/columns_model.h"

namespace ulpscope::ui {

class QuantizationTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { LayerColumn, ClassColumn, PolicyColumn, ReasonColumn };

    explicit QuantizationTableModel(QObject* parent = nullptr);

    void setRows(std::vector<QuantizationRow> rows);
    int quantizedCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<QuantizationRow> m_rows;
};

} // namespace ulpscope::ui
