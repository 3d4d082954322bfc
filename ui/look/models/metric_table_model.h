// SPDX-License-Identifier: GPL-3.0-or-later
// A small table of metrics that is made whole and replaced whole: text on the left, numbers on the right.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <vector>

namespace ulpscope::ui {

struct MetricColumn
{
    QString title; ///< with its unit
    QString tip; ///< what the number is
    bool isNumber = true; ///< aligned to the right
};

struct MetricTableRow
{
    QStringList cells;
    QString tip = {}; ///< one sentence
    bool isBold = false; ///< a sum
    bool isWorst = false; ///< what the table was asked for: a sign and a bar
    double bar = 0; ///< 0 to 1, behind the last cell
    QString dtype = {}; ///< whose mark the first cell has
};

struct MetricTable
{
    std::vector<MetricColumn> columns;
    std::vector<MetricTableRow> rows;
};

class MetricTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(MetricTable table);
    const MetricTable& table() const { return m_table; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    MetricTable m_table;
};

} // namespace ulpscope::ui
