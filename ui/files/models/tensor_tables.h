// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a file, and the elements of one of them.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"
#include "ui/look/models/table_models.h"

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

/// "[3, 128]", "[]" of a single number.
QString shapeText(const std::vector<std::int64_t>& shape);

class TensorListModel : public FoundModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        TypeColumn,
        ShapeColumn,
        BytesColumn,
        LeastColumn,
        LargestColumn,
        NotFiniteColumn
    };

    /// numbers must outlive it, and be of the file that is set.
    explicit TensorListModel(const FileNumbers& numbers, QObject* parent = nullptr);

    /// Null: no rows.
    void setFile(std::shared_ptr<const TensorFile> file);

    QVariant data(const QModelIndex& index, int role) const override;

private:
    QString numberOf(std::size_t tensor, int column) const;

    const FileNumbers& m_numbers;
    std::shared_ptr<const TensorFile> m_file;
};

} // namespace ulpscope::ui
