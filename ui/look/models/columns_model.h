// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose columns are told once: their titles, what the tool tips say, and where cells stand.
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace ulpscope::ui {

class ColumnsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int kAtLeft = int(Qt::AlignLeft) | int(Qt::AlignVCenter);
    static constexpr int kAtRight = int(Qt::AlignRight) | int(Qt::AlignVCenter);

    struct Column
    {
        QString title;
        QString tip = {};
        int alignment = 0; ///< kAtLeft or kAtRight, of cells and title; 0: the view's own
    };

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    ColumnsModel(std::vector<Column> columns, QObject* parent);
    int alignmentOf(int column) const { return m_columns[std::size_t(column)].alignment; }

private:
    std::vector<Column> m_columns;
};

} // namespace ulpscope::ui
