// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a tensor of a file: where each stands, its value, its bits as they are stored. Text is made for the rows that are shown.
#pragma once

#include "ui/files/models/file_numbers.h"

#include <QAbstractTableModel>
#include <QString>

namespace ulpscope::ui {

/// "0 01111 0000000000": sign, exponent and mantissa apart where the type is a number format.
QString bitsText(const ElementType& type, std::uint64_t code);

class ElementTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { IndexColumn, ValueColumn, BitsColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setTensor(std::shared_ptr<const ReadTensor> tensor);
    const std::shared_ptr<const ReadTensor>& tensor() const { return m_tensor; }
    /// "[3, 7]"
    QString indexText(int row) const;
    /// The first NaN or infinity from that row on, or else from the first; -1: there is none.
    int notFiniteFrom(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const ReadTensor> m_tensor;
};

} // namespace ulpscope::ui
