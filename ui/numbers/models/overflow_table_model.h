// SPDX-License-Identifier: GPL-3.0-or-later
// What each overflow rule makes of the number in the selected format, and of values beyond it, of infinity and NaN.
#pragma once

#include "ui/numbers/models/number_lab.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
