// SPDX-License-Identifier: GPL-3.0-or-later
// Base classes for the window's tables.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ulpscope::ui {

// A table whose columns are told once: their titles, what the tool tips say, and where cells stand.
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
    /// Call between beginResetModel() and endResetModel().
    void setColumns(std::vector<Column> columns) { m_columns = std::move(columns); }

private:
    std::vector<Column> m_columns;
};

// A small table of metrics that is made whole and replaced whole: text on the left, numbers on the right.
struct MetricColumn
{
    QString title; ///< title with its unit
    QString tip; ///< says what the number is
    bool isNumber = true; ///< aligned to the right
};

struct MetricTableRow
{
    QStringList cells;
    QString tip = {}; ///< one sentence that explains the column
    bool isBold = false; ///< a sum
    bool isWorst = false; ///< the row that the table was asked for: it has a sign and a bar
    double bar = 0; ///< 0 to 1, behind the last cell
    QString dtype = {}; ///< the dtype whose mark the first cell has
};

struct MetricTable
{
    std::vector<MetricColumn> columns;
    std::vector<MetricTableRow> rows;
};

class MetricTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    explicit MetricTableModel(QObject* parent = nullptr)
        : ColumnsModel({}, parent)
    {
    }

    void setTable(MetricTable table);
    const MetricTable& table() const { return m_table; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    MetricTable m_table;
};

// A row for each element of a tensor: its place, and columns that say what it is. Text is made for the rows that are shown, so a tensor may be
// large.
class ElementRowsModel : public ColumnsModel
{
    Q_OBJECT
public:
    /// The first column of every such table.
    static constexpr int kIndexColumn = 0;

    /// "[3, 7]"
    QString indexText(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

protected:
    /// columns: those behind the index, at the right if they do not say otherwise. tip: what opens an element.
    ElementRowsModel(std::vector<Column> columns, const QString& tip, QObject* parent);

    /// `take` puts other elements of these extents in place of those that are there. Where there are as many, what is selected stays.
    void replace(std::vector<std::int64_t> extents, std::size_t count, const std::function<void()>& take);
    /// Text of a column behind the index.
    virtual QString cellText(int row, int column) const = 0;

private:
    QString m_tip;
    std::vector<std::int64_t> m_extents;
    int m_rows = 0;
};

} // namespace ulpscope::ui
