// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a file as a table, with what is known of their numbers; those that one searches for, the best found first.
#pragma once

#include "ui/files/models/file_numbers.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

/// "[3, 128]", "[]" of a single number.
QString shapeText(const std::vector<std::int64_t>& shape);

/// How well a name is found by words whose letters are in it in their order, small or capital; 0: best; nothing: not at all.
std::optional<int> searchRank(const QString& name, const QString& words);

class TensorListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, TypeColumn, ShapeColumn, BytesColumn, LeastColumn, LargestColumn, NotFiniteColumn, ColumnCount };

    /// numbers must outlive it, and be of the file that is set.
    explicit TensorListModel(const FileNumbers& numbers, QObject* parent = nullptr);

    /// Null: no rows.
    void setFile(std::shared_ptr<const TensorFile> file);
    void search(const QString& words);
    /// Which of the file's tensors a row is.
    std::size_t tensorAt(int row) const { return m_rows[std::size_t(row)]; }
    /// -1: it is not among those that are found.
    int rowOf(std::size_t tensor) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void find();
    QString numberOf(std::size_t tensor, int column) const;

    const FileNumbers& m_numbers;
    std::shared_ptr<const TensorFile> m_file;
    std::vector<QString> m_names;
    QString m_words;
    std::vector<std::size_t> m_rows; ///< in the file's order where nothing is searched for
};

} // namespace ulpscope::ui
