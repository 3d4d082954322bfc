// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/rails.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

struct Rails
{
    Q_DECLARE_TR_FUNCTIONS(Rails)
};

} // namespace

bool isAtTop(Rail rail)
{
    return rail == Rail::PlusInfinity || rail == Rail::NotANumber;
}

QString railText(Rail rail)
{
    switch (rail) {
    case Rail::MinusInfinity:
        return QStringLiteral("-Inf");
    case Rail::Negative:
        return QStringLiteral("< 0");
    case Rail::Zero:
        return Rails::tr("0 (exact)");
    case Rail::PlusInfinity:
        return QStringLiteral("Inf");
    case Rail::NotANumber:
        return QStringLiteral("NaN");
    }
    return {};
}

std::optional<Rail> railOf(double value, bool isLogAxis)
{
    if (std::isnan(value))
        return Rail::NotANumber;
    if (std::isinf(value))
        return value > 0 ? Rail::PlusInfinity : Rail::MinusInfinity;
    if (isLogAxis && value == 0)
        return Rail::Zero;
    if (isLogAxis && value < 0)
        return Rail::Negative;
    return std::nullopt;
}

std::int64_t countOn(Rail rail, const SpecialCounts& counts)
{
    switch (rail) {
    case Rail::MinusInfinity:
        return counts.minusInfinity;
    case Rail::Negative:
        return counts.negative;
    case Rail::Zero:
        return counts.zero;
    case Rail::PlusInfinity:
        return counts.plusInfinity;
    case Rail::NotANumber:
        return counts.notANumber;
    }
    return 0;
}

void RailedSeries::append(double step, std::optional<double> value)
{
    const std::optional<Rail> rail = value ? railOf(*value, m_isLogAxis) : std::nullopt;
    const bool isOnAxis = value && !rail;
    const QVector<double>& values = m_line.values();
    const bool followsPoint = !values.isEmpty() && !std::isnan(values.last());
    // A point is taken for isolated until a second one continues the line.
    if (isOnAxis && !followsPoint)
        m_isolated.append(static_cast<int>(values.size()));
    else if (isOnAxis && !m_isolated.isEmpty() && m_isolated.last() == values.size() - 1)
        m_isolated.removeLast();
    m_line.append(step, isOnAxis ? *value : std::numeric_limits<double>::quiet_NaN());
    if (rail)
        m_rails[static_cast<std::size_t>(*rail)].append(step);
}

AxisRange padded(double low, double high, double height, double bottom, double top, double minimumSpan)
{
    if (high - low < minimumSpan) {
        const double middle = (low + high) / 2;
        low = middle - minimumSpan / 2;
        high = middle + minimumSpan / 2;
    }
    const double unitsPerPixel = (high - low) / std::max(1.0, height - bottom - top);
    return {low - bottom * unitsPerPixel, high + top * unitsPerPixel};
}

} // namespace ulpscope::ui
