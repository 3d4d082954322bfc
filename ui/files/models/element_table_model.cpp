// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/element_table_model.h"

#include "engine/dtype/stored_number.h"
#include "ui/look/models/display_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

ElementTableModel::ElementTableModel(QObject* parent)
    : ElementRowsModel({{tr("Value"), tr("The element as the file stores it")},
                           {tr("Bits"), tr("The bits that the file has: sign, exponent, mantissa"), false}},
        tr("Return or a double click opens this element in the number lab"), parent)
{
}

void ElementTableModel::setTensor(std::shared_ptr<const ReadTensor> tensor)
{
    static_assert(FileNumbers::kMaxElements <= std::uint64_t(std::numeric_limits<int>::max() / 2));
    replace(tensor ? tensor->stored.shape : std::vector<std::int64_t>(),
        tensor ? tensor->snapshot.values.size() : 0, [&] { m_tensor = std::move(tensor); });
}

int ElementTableModel::notFiniteFrom(int row) const
{
    const int rows = rowCount();
    for (int i = 0; i < rows; ++i)
        if (const int at = (row + i) % rows; !std::isfinite(m_tensor->snapshot.values[std::size_t(at)]))
            return at;
    return -1;
}

QString ElementTableModel::cellText(int row, int column) const
{
    switch (column) {
    case ValueColumn:
        return shortNumber(m_tensor->snapshot.values[std::size_t(row)], 8);
    case BitsColumn:
        return bitsText(*m_tensor->stored.type, m_tensor->stored.code(std::uint64_t(row)));
    default:
        return {};
    }
}

} // namespace ulpscope::ui
