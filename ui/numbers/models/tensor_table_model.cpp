// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/tensor_table_model.h"

#include "engine/dtype/encoding.h"
#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_tensor.h"

#include <QStringList>

#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

} // namespace

QString elementText(const TensorSnapshot& snapshot, const QString& index)
{
    return TensorTableModel::tr("%1 %2 at step %3").arg(tensorText(snapshot.name), index).arg(snapshot.step);
}

void TensorTableModel::setSnapshot(std::shared_ptr<const TensorSnapshot> snapshot)
{
    const auto size = [](const TensorSnapshot* tensor) { return tensor ? tensor->values.size() : 0; };
    const bool isSameSize = size(snapshot.get()) == size(m_snapshot.get()) && size(snapshot.get()) > 0;
    if (!isSameSize)
        beginResetModel();
    m_snapshot = std::move(snapshot);
    if (!isSameSize)
        endResetModel();
    else
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1)); // the selection stays
}

QString TensorTableModel::indexText(int row) const
{
    QStringList parts;
    Index rest = row;
    for (int axis = m_snapshot->shape.rank() - 1; axis >= 0; --axis) {
        const Index extent = std::max<Index>(m_snapshot->shape[axis], 1);
        parts.prepend(QString::number(rest % extent));
        rest /= extent;
    }
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

double TensorTableModel::value(int row) const
{
    return m_snapshot->values[static_cast<std::size_t>(row)];
}

double TensorTableModel::twin(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_snapshot->reference.size() ? m_snapshot->reference[at] : kNan;
}

double TensorTableModel::errorInUlps(int row) const
{
    const double expected = twin(row);
    if (!std::isfinite(expected))
        return kNan;
    return (value(row) - expected) / ulp(*m_snapshot->format, expected);
}

int TensorTableModel::worstRow() const
{
    int worst = rowCount() > 0 ? 0 : -1;
    double most = -1;
    for (int row = 0; row < rowCount(); ++row) {
        if (!std::isfinite(value(row)))
            return row;
        const double error = std::fabs(errorInUlps(row));
        if (error > most) {
            most = error;
            worst = row;
        }
    }
    return worst;
}

int TensorTableModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_snapshot)
        return 0;
    return static_cast<int>(
        std::min<std::size_t>(m_snapshot->values.size(), std::numeric_limits<int>::max() / 2));
}

int TensorTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(index.column() == IndexColumn ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return tr("Press Enter or click to open this element in the lab");
    if (role != Qt::DisplayRole)
        return {};
    const double expected = twin(index.row());
    const auto orDash
        = [](double number) { return std::isnan(number) ? QStringLiteral("–") : numberText(number); };
    switch (index.column()) {
    case IndexColumn:
        return indexText(index.row());
    case ValueColumn:
        return shortNumber(value(index.row()), 8);
    case TwinColumn:
        return m_snapshot->reference.empty() ? QStringLiteral("–") : shortNumber(expected, 8);
    case ErrorColumn:
        return orDash(value(index.row()) - expected);
    case UlpsColumn:
        return orDash(errorInUlps(index.row()));
    default:
        return {};
    }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(section == IndexColumn ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case IndexColumn:
        return isTip ? tr("Place of the element in the tensor") : tr("Index");
    case ValueColumn:
        return isTip ? tr("The element as the run stores it; gradients are multiplied by the loss scale")
                     : tr("Value");
    case TwinColumn:
        return isTip ? tr("The same element in the float64 lane, multiplied by the same loss scale")
                     : tr("float64");
    case ErrorColumn:
        return isTip ? tr("Value less float64: all that happened to the run so far, not this one rounding")
                     : tr("Difference");
    case UlpsColumn:
        return isTip ? tr("The difference in units in the last place of the tensor's format") : tr("in ulp");
    default:
        return {};
    }
}

} // namespace ulpscope::ui
