// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of one tensor, with the float64 lane's beside them. Text is made for the rows that are shown, so a tensor
// may be large.
#pragma once

#include "engine/train/tensor_snapshot.h"

#include <QAbstractTableModel>
#include <QString>

#include <memory>

namespace ulpscope::ui {

class TensorTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { IndexColumn, ValueColumn, TwinColumn, ErrorColumn, UlpsColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setSnapshot(std::shared_ptr<const TensorSnapshot> snapshot);
    const TensorSnapshot* snapshot() const { return m_snapshot.get(); }

    /// "[3, 7]"
    QString indexText(int row) const;
    double value(int row) const;
    /// NaN where there is none.
    double twin(int row) const;
    /// value - twin in ulps of the tensor's format at the twin.
    double errorInUlps(int row) const;
    /// The row where the format did worst: a non-finite value, else the largest error in ulps; -1 without rows.
    int worstRow() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const TensorSnapshot> m_snapshot;
};

/// "dense_1 / kernel [3, 7] at step 1499"
QString elementText(const TensorSnapshot& snapshot, const QString& index);

} // namespace ulpscope::ui
