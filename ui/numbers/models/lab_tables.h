// SPDX-License-Identifier: GPL-3.0-or-later
// The number lab's tables.
#pragma once

#include "ui/look/models/table_models.h"
#include "ui/numbers/models/number_lab.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

// A row for each overflow rule: its results for the number in the selected format, for values beyond the range, infinity and NaN.
class OverflowTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { RuleColumn, NumberColumn, BeyondColumn, InfinityColumn, NanColumn, ColumnCount };

    /// `lab` must outlive the model.
    explicit OverflowTableModel(NumberLab& lab, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    NumberLab& m_lab;
};

// The number lab's table: one row for each format, with the stored number and its error.
class StoredTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column {
        FormatColumn,
        BitsColumn,
        StoredColumn,
        OutcomeColumn,
        ErrorColumn,
        UlpsColumn,
        HalfUlpColumn,
        BelowColumn,
        AboveColumn,
        LargestColumn,
        ColumnCount
    };

    /// `lab` must outlive the model.
    explicit StoredTableModel(NumberLab& lab, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    NumberLab& m_lab;
};

/// "normal", "subnormal", "rounded · overflow to infinity", ...
QString outcomeSummary(const StoredNumber& number);
/// Several lines: what is stored, exactly; error; neighbours.
QString storedExplanation(const StoredNumber& number);

} // namespace ulpscope::ui
