// SPDX-License-Identifier: GPL-3.0-or-later
// A row for each element of a tensor: its place, and columns that say what it is. Text is made for the rows that are shown, so a tensor may be
// large.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

namespace ulpscope::ui {

class ElementRowsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The first column of every such table.
    static constexpr int kIndexColumn = 0;

    /// "[3, 7]"
    QString indexText(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    struct Column
    {
        QString title;
        QString tip;
        bool isNumber = true; ///< it stands at the right
    };

    /// columns: those behind the index. tip: what opens an element.
    ElementRowsModel(const std::vector<Column>& columns, const QString& tip, QObject* parent);

    /// `take` puts other elements of these extents in place of those that are there. Where there are as many, what is selected stays.
    void replace(std::vector<std::int64_t> extents, std::size_t count, const std::function<void()>& take);
    /// Text of a column behind the index.
    virtual QString cellText(int row, int column) const = 0;

private:
    std::vector<Column> m_columns;
    QString m_tip;
    std::vector<std::int64_t> m_extents;
    int m_rows = 0;
};

} // namespace ulpscope::ui
