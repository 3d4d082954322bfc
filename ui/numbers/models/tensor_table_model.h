// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of one tensor of a run, with the float64 lane's beside them; those of an update with the weights that it moved, or did not.
#pragma once

#include "engine/train/tensor_snapshot.h"
#include "ui/look/models/table_models.h"

#include <QString>

#include <memory>

namespace ulpscope::ui {

class TensorTableModel : public ElementRowsModel
{
    Q_OBJECT
public:
    enum { ValueColumn = kIndexColumn + 1, ReferenceColumn, ErrorColumn, UlpsColumn, WeightColumn };

    explicit TensorTableModel(QObject* parent = nullptr);

    /// Shows a tensor; null leaves no rows.
    void setSnapshot(std::shared_ptr<const TensorSnapshot> snapshot);
    const TensorSnapshot* snapshot() const { return m_snapshot.get(); }

    double value(int row) const;
    /// NaN where there is none.
    double reference(int row) const;
    /// value - reference in ulps of the tensor's format at the reference; of an update in ulps of its weight.
    double errorInUlps(int row) const;
    bool isUpdate() const { return m_snapshot && m_snapshot->weightFormat != nullptr; }
    /// For the tensor of updates: the weight before the update.
    double weight(int row) const;
    /// For an update: how many weights it left where they were although float64's moved.
    int unmoved() const;

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// The row where the format did worst: a non-finite value, else the largest error in ulps; -1 without rows.
    int worstRow() const;

protected:
    QString cellText(int row, int column) const override;

private:
    std::shared_ptr<const TensorSnapshot> m_snapshot;
};

/// "dense_1 / kernel [3, 7] at step 1499"
QString elementText(const TensorSnapshot& snapshot, const QString& index);

} // namespace ulpscope::ui
