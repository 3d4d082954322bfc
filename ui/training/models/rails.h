// SPDX-License-Identifier: GPL-3.0-or-later
// Where a sample goes on a plot: on the axis, or on a rail at its edge because the axis has no place for it.
// Every sample has a place; none is dropped.
#pragma once

#include "engine/probe/records.h"
#include "ui/look/models/trace_data.h"

#include <QString>
#include <QVector>

#include <array>
#include <cstddef>
#include <optional>

namespace ulpscope::ui {

/// Rails from the bottom edge up, then from the top edge down.
enum class Rail { MinusInfinity, Negative, Zero, PlusInfinity, NotANumber };
inline constexpr std::size_t kRailCount = 5;
inline constexpr std::array<Rail, kRailCount> kRails{
    Rail::MinusInfinity, Rail::Negative, Rail::Zero, Rail::PlusInfinity, Rail::NotANumber};

bool isAtTop(Rail rail);
/// The rail's own tick label: "0 (exact)", "NaN", "Inf".
QString railText(Rail rail);

/// No rail: the value has a place on the axis. A logarithmic axis has none for zero and below.
std::optional<Rail> railOf(double value, bool isLogAxis);

/// How many of the counted values are on that rail of a logarithmic axis.
std::int64_t countOn(Rail rail, const SpecialCounts& counts);

/// A series split by that rule, in the form in which plots want it; grows by appending.
class RailedSeries
{
public:
    explicit RailedSeries(bool isLogAxis)
        : m_isLogAxis(isLogAxis)
    {
    }

    /// An absent value leaves a gap in the line and no mark.
    void append(double step, std::optional<double> value);

    /// The curve, with a gap wherever no value lies on the axis.
    const TraceData& line() const { return m_line; }
    /// Steps of the samples on a rail.
    const QVector<double>& onRail(Rail rail) const { return m_rails[static_cast<std::size_t>(rail)]; }
    /// Indices of finite samples between gaps: no line reaches them, so they need a mark of their own. Appending adds to
    /// the end, after it has taken the last one away or not.
    const QVector<int>& isolated() const { return m_isolated; }

private:
    bool m_isLogAxis;
    TraceData m_line;
    std::array<QVector<double>, kRailCount> m_rails;
    QVector<int> m_isolated;
};

/// Axis range that shows [low, high] with `bottom` and `top` pixels free inside `height`; all in axis
/// coordinates that are already logarithms on a logarithmic axis. A span below `minimumSpan` is widened to
/// it.
struct AxisRange
{
    double low = 0;
    double high = 1;
};
AxisRange padded(double low, double high, double height, double bottom, double top, double minimumSpan);

} // namespace ulpscope::ui
