// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/tensor_tables.h"

#include "engine/dtype/stored_number.h"
#include "ui/look/models/display_text.h"

#include <QStringList>

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
                           {tr("Bits"), tr("The bits that the file has: sign, exponent, mantissa"), kAtLeft}},
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

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList extents;
    for (const std::int64_t extent : shape)
        extents += QString::number(extent);
    return QLatin1Char('[') + extents.join(QStringLiteral(", ")) + QLatin1Char(']');
}

TensorListModel::TensorListModel(const FileNumbers& numbers, QObject* parent)
    : FoundModel(
        {{tr("Tensor"), tr("The tensor's name in the file"), kAtLeft},
            {tr("dtype"), tr("What its elements are stored as"), kAtLeft},
            {tr("Shape"), tr("Its extents, the last axis last"), kAtLeft},
            {tr("Bytes"), tr("What its elements take in the file"), kAtRight},
            {tr("Least"), tr("The least magnitude above zero; empty until it was read"), kAtRight},
            {tr("Largest"), tr("The largest finite magnitude; empty until it was read"), kAtRight},
            {tr("NaN, ∞"), tr("How many elements are NaN or infinite; empty until it was read"), kAtRight}},
        parent)
    , m_numbers(numbers)
{
    connect(&numbers, &FileNumbers::knownChanged, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, LeastColumn), index(rowCount() - 1, NotFiniteColumn));
    });
}

void TensorListModel::setFile(std::shared_ptr<const TensorFile> file)
{
    beginResetModel();
    m_file = std::move(file);
    std::vector<QString> names;
    if (m_file)
        for (const TensorEntry& entry : m_file->tensors())
            names.push_back(toQt(entry.name));
    setNames(std::move(names));
    endResetModel();
}

QString TensorListModel::numberOf(std::size_t tensor, int column) const
{
    const KnownNumbers& known = m_numbers.known(tensor);
    if (!known.summary)
        return known.problem.isEmpty() ? QString() : QStringLiteral("–");
    const ValueSummary& summary = *known.summary;
    if (column == NotFiniteColumn)
        return countText(std::int64_t(summary.notFinite()));
    const bool hasMagnitude = summary.least > 0;
    return hasMagnitude ? numberText(column == LeastColumn ? summary.least : summary.largest)
                        : QStringLiteral("–");
}

QVariant TensorListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const std::size_t tensor = thingAt(index.row());
    const TensorEntry& entry = m_file->tensors()[tensor];
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    if (role == Qt::ToolTipRole) {
        const QString& problem = m_numbers.known(tensor).problem;
        const QString remark = problem.isEmpty() ? toQt(entry.remark) : problem;
        return remark.isEmpty() ? nameOf(tensor) : nameOf(tensor) + QLatin1Char('\n') + remark;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return nameOf(tensor);
    case TypeColumn:
        return entry.type ? toQt(entry.type->name) : toQt(entry.storedAs);
    case ShapeColumn:
        return shapeText(entry.shape);
    case BytesColumn:
        return bytesText(double(entry.bytes));
    default:
        return numberOf(tensor, index.column());
    }
}

} // namespace ulpscope::ui
