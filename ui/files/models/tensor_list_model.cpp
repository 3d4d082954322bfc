// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/tensor_list_model.h"

#include "ui/look/models/display_text.h"

#include <QStringList>

namespace ulpscope::ui {

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
