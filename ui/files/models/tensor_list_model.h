// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a file as a table, with what is known of their numbers.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"

namespace ulpscope::ui {

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
