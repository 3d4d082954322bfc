// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/element_table_model.h"

#include "engine/dtype/stored_number.h"
#include "ui/look/models/display_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

QString bitsText(const ElementType& type, std::uint64_t code)
{
    QString text;
    const bool hasFields = type.kind == ElementKind::Float && type.format != nullptr;
    for (int bit = std::min(type.bits, 64); bit-- > 0;) {
        text += code >> bit & 1 ? QLatin1Char('1') : QLatin1Char('0');
        if (hasFields && bit > 0 && bitField(*type.format, bit) != bitField(*type.format, bit - 1))
            text += QLatin1Char(' ');
    }
    return text;
}

void ElementTableModel::setTensor(std::shared_ptr<const ReadTensor> tensor)
{
    beginResetModel();
    m_tensor = std::move(tensor);
    endResetModel();
}

QString ElementTableModel::indexText(int row) const
{
    QStringList parts;
    std::int64_t rest = row;
    const std::vector<std::int64_t>& shape = m_tensor->stored.shape;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        parts.prepend(QString::number(rest % shape[axis]));
        rest /= shape[axis];
    }
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

int ElementTableModel::notFiniteFrom(int row) const
{
    const int rows = rowCount();
    for (int i = 0; i < rows; ++i)
        if (const int at = (row + i) % rows; !std::isfinite(m_tensor->snapshot.values[std::size_t(at)]))
            return at;
    return -1;
}

int ElementTableModel::rowCount(const QModelIndex& parent) const
{
    static_assert(FileNumbers::kMostElements <= std::uint64_t(std::numeric_limits<int>::max()));
    return parent.isValid() || !m_tensor ? 0 : int(m_tensor->snapshot.values.size());
}

int ElementTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ElementTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(index.column() == ValueColumn ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return tr("Return or a double click opens this element in the number lab");
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case IndexColumn:
        return indexText(index.row());
    case ValueColumn:
        return shortNumber(m_tensor->snapshot.values[std::size_t(index.row())], 8);
    case BitsColumn:
        return bitsText(*m_tensor->stored.type, m_tensor->stored.code(std::uint64_t(index.row())));
    default:
        return {};
    }
}

QVariant ElementTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(section == ValueColumn ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case IndexColumn:
        return isTip ? tr("Place of the element in the tensor") : tr("Index");
    case ValueColumn:
        return isTip ? tr("The element as the file stores it") : tr("Value");
    case BitsColumn:
        return isTip ? tr("The bits that the file has: sign, exponent, mantissa") : tr("Bits");
    default:
        return {};
    }
}

} // namespace ulpscope::ui
