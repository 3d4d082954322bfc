// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/tensor_list_model.h"

#include "ui/look/models/display_text.h"

#include <QStringList>

#include <algorithm>

namespace ulpscope::ui {

namespace {

bool hasInOrder(const QString& name, const QString& letters)
{
    qsizetype at = 0;
    for (const QChar letter : letters) {
        at = name.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

} // namespace

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList extents;
    for (const std::int64_t extent : shape)
        extents += QString::number(extent);
    return QLatin1Char('[') + extents.join(QStringLiteral(", ")) + QLatin1Char(']');
}

std::optional<int> searchRank(const QString& name, const QString& words)
{
    int scattered = 0;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (name.contains(word, Qt::CaseInsensitive))
            continue;
        if (!hasInOrder(name, word))
            return std::nullopt;
        ++scattered;
    }
    return scattered;
}

TensorListModel::TensorListModel(const FileNumbers& numbers, QObject* parent)
    : QAbstractTableModel(parent)
    , m_numbers(numbers)
{
    connect(&numbers, &FileNumbers::knownChanged, this, [this] {
        if (!m_rows.empty())
            emit dataChanged(index(0, LeastColumn), index(rowCount() - 1, NotFiniteColumn));
    });
}

void TensorListModel::setFile(std::shared_ptr<const TensorFile> file)
{
    beginResetModel();
    m_file = std::move(file);
    m_names.clear();
    m_words.clear();
    if (m_file)
        for (const TensorEntry& entry : m_file->tensors())
            m_names.push_back(toQt(entry.name));
    find();
    endResetModel();
}

void TensorListModel::search(const QString& words)
{
    beginResetModel();
    m_words = words;
    find();
    endResetModel();
}

void TensorListModel::find()
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_names.size(); ++i)
        if (const std::optional<int> rank = searchRank(m_names[i], m_words))
            found.emplace_back(*rank, i);
    std::sort(found.begin(), found.end());
    m_rows.clear();
    for (const auto& [rank, tensor] : found)
        m_rows.push_back(tensor);
}

int TensorListModel::rowOf(std::size_t tensor) const
{
    const auto found = std::find(m_rows.begin(), m_rows.end(), tensor);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int TensorListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int TensorListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
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
    const std::size_t tensor = tensorAt(index.row());
    const TensorEntry& entry = m_file->tensors()[tensor];
    const bool isText = index.column() <= ShapeColumn;
    if (role == Qt::TextAlignmentRole)
        return int(isText ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        const QString& problem = m_numbers.known(tensor).problem;
        const QString remark = problem.isEmpty() ? toQt(entry.remark) : problem;
        return remark.isEmpty() ? m_names[tensor] : m_names[tensor] + QLatin1Char('\n') + remark;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return m_names[tensor];
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

QVariant TensorListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(section <= ShapeColumn ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case NameColumn:
        return isTip ? tr("The tensor's name in the file") : tr("Tensor");
    case TypeColumn:
        return isTip ? tr("What its elements are stored as") : tr("dtype");
    case ShapeColumn:
        return isTip ? tr("Its extents, the last axis last") : tr("Shape");
    case BytesColumn:
        return isTip ? tr("What its elements take in the file") : tr("Bytes");
    case LeastColumn:
        return isTip ? tr("The least magnitude above zero; empty until it was read") : tr("Least");
    case LargestColumn:
        return isTip ? tr("The largest finite magnitude; empty until it was read") : tr("Largest");
    case NotFiniteColumn:
        return isTip ? tr("How many elements are NaN or infinite; empty until it was read") : tr("NaN, ∞");
    default:
        return {};
    }
}

} // namespace ulpscope::ui
