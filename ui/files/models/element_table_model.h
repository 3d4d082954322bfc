// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a tensor of a file: where each stands, its value, its bits as they are stored.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/look/models/element_rows_model.h"

#include <QString>

namespace ulpscope::ui {

/// "0 01111 0000000000": sign, exponent and mantissa apart where the type is a number format.
QString bitsText(const ElementType& type, std::uint64_t code);

class ElementTableModel : public ElementRowsModel
{
    Q_OBJECT
public:
    enum { ValueColumn = kIndexColumn + 1, BitsColumn };

    explicit ElementTableModel(QObject* parent = nullptr);

    /// Null: no rows.
    void setTensor(std::shared_ptr<const ReadTensor> tensor);
    const std::shared_ptr<const ReadTensor>& tensor() const { return m_tensor; }
    /// The first NaN or infinity from that row on, or else from the first; -1: there is none.
    int notFiniteFrom(int row) const;

protected:
    QString cellText(int row, int column) const override;

private:
    std::shared_ptr<const ReadTensor> m_tensor;
};

} // namespace ulpscope::ui
