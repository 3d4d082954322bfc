// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/tensor_table_model.h"

#include "engine/dtype/encoding.h"
#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_tensor.h"

#include <cmath>
#include <limits>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

} // namespace

TensorTableModel::TensorTableModel(QObject* parent)
    : ElementRowsModel(
        {{tr("Value"), tr("The element as the run stores it; gradients are multiplied by the loss scale")},
            {tr("float64"),
                tr("The same element in the float64 reference, multiplied by the same loss scale")},
            {tr("Difference"),
                tr("Value less float64: all that happened to the run so far, not this one rounding")},
            {tr("in ulp"), tr("The difference in units in the last place of the tensor's format")},
            {tr("Weight"), tr("As it was before the update, in its own format")}},
        tr("Press Enter or click to open this element in the lab"), parent)
{
}

QString elementText(const TensorSnapshot& snapshot, const QString& index)
{
    return TensorTableModel::tr("%1 %2 at step %3").arg(tensorText(snapshot.name), index).arg(snapshot.step);
}

void TensorTableModel::setSnapshot(std::shared_ptr<const TensorSnapshot> snapshot)
{
    std::vector<std::int64_t> extents;
    for (int axis = 0; snapshot && axis < snapshot->shape.rank(); ++axis)
        extents.push_back(snapshot->shape[axis]);
    const bool wasUpdate = isUpdate();
    replace(std::move(extents), snapshot ? snapshot->values.size() : 0,
        [&] { m_snapshot = std::move(snapshot); });
    if (isUpdate() != wasUpdate)
        emit headerDataChanged(Qt::Horizontal, ValueColumn, WeightColumn);
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (isUpdate() && orientation == Qt::Horizontal) {
        if (section == ValueColumn && role == Qt::DisplayRole)
            return tr("Update");
        if (section == ValueColumn && role == Qt::ToolTipRole)
            return tr("By how much the weight as it is stored has moved; 0: not at all");
        if (section == ReferenceColumn && role == Qt::ToolTipRole)
            return tr("By how much the same weight has moved in the float64 reference");
        if (section == UlpsColumn && role == Qt::ToolTipRole)
            return tr(
                "The difference in units in the last place of the weight: what is less than a half of one is lost by rounding");
    }
    return ElementRowsModel::headerData(section, orientation, role);
}

double TensorTableModel::value(int row) const
{
    return m_snapshot->values[static_cast<std::size_t>(row)];
}

double TensorTableModel::reference(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_snapshot->reference.size() ? m_snapshot->reference[at] : kNan;
}

double TensorTableModel::errorInUlps(int row) const
{
    const double expected = reference(row);
    if (!std::isfinite(expected))
        return kNan;
    const double unit
        = isUpdate() ? ulp(*m_snapshot->weightFormat, weight(row)) : ulp(*m_snapshot->format, expected);
    return (value(row) - expected) / unit;
}

double TensorTableModel::weight(int row) const
{
    return m_snapshot->weights[static_cast<std::size_t>(row)];
}

int TensorTableModel::unmoved() const
{
    int count = 0;
    for (int row = 0; isUpdate() && row < rowCount(); ++row)
        count += value(row) == 0 && std::isfinite(reference(row)) && reference(row) != 0 ? 1 : 0;
    return count;
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

QString TensorTableModel::cellText(int row, int column) const
{
    const double expected = reference(row);
    const auto orDash
        = [](double number) { return std::isnan(number) ? QStringLiteral("–") : numberText(number); };
    switch (column) {
    case ValueColumn:
        return shortNumber(value(row), 8);
    case ReferenceColumn:
        return m_snapshot->reference.empty() ? QStringLiteral("–") : shortNumber(expected, 8);
    case ErrorColumn:
        return orDash(value(row) - expected);
    case UlpsColumn:
        return orDash(errorInUlps(row));
    case WeightColumn:
        return isUpdate() ? shortNumber(weight(row), 8) : QString();
    default:
        return {};
    }
}

} // namespace ulpscope::ui
