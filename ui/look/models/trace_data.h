// SPDX-License-Identifier: GPL-3.0-or-later
// A curve's samples over rising steps, with the first step, the least and the largest value of each eight neighbours, of each
// 64 and so on: what any stretch of a million samples reaches is known after some dozen comparisons.
#pragma once

#include <QRect>
#include <QVector>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace ulpscope::ui {

class TraceData
{
public:
    /// low > high where there is no value.
    struct Range
    {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();

        bool isEmpty() const { return !(low <= high); }
        void add(const Range& other)
        {
            low = std::min(low, other.low);
            high = std::max(high, other.high);
        }
    };

    /// The samples between two bounds.
    struct Stretch
    {
        Range range;
        bool hasSamples = false; ///< gaps too
    };

    /// A NaN is a gap.
    void append(double step, double value);

    const QVector<double>& steps() const { return m_steps; }
    const QVector<double>& values() const { return m_values; }
    /// Range of the samples [begin, end); gaps are passed over.
    Range range(qsizetype begin, qsizetype end) const;
    /// Stretches of the steps from each of the rising bounds to the next. A sample may be counted with the stretch before its own if it lies no
    /// further in than that share of the one before.
    std::vector<Stretch> stretches(std::span<const double> bounds, double share) const;

private:
    /// Covers 8^level samples from a multiple of that on.
    struct Node
    {
        double first = 0; ///< step
        Range range;
    };

    static constexpr int kFanOutBits = 3;
    static constexpr qsizetype kFanOutMask = (1 << kFanOutBits) - 1;

    // The node of that level with the samples from 8^level * index on; at level 0 the sample itself.
    const Node& node(std::size_t level, qsizetype index) const
    {
        return m_levels[level - 1][static_cast<std::size_t>(index)];
    }
    Range rangeOf(std::size_t level, qsizetype index) const
    {
        if (level > 0)
            return node(level, index).range;
        const double value = m_values[index];
        return std::isnan(value) ? Range{} : Range{value, value};
    }
    double firstOf(std::size_t level, qsizetype index) const
    {
        return level > 0 ? node(level, index).first : m_steps[index];
    }
    /// Whether all its samples lie before that step.
    bool endsBefore(double step, std::size_t level, qsizetype index) const
    {
        const bool isLast = ((index + 1) << (kFanOutBits * level)) >= m_steps.size();
        return isLast ? m_steps.last() < step : firstOf(level, index + 1) <= step;
    }

    QVector<double> m_steps;
    QVector<double> m_values;
    std::vector<std::vector<Node>> m_levels; ///< [k][i]: of the 8^(k+1) samples from i 8^(k+1) on
};

/// A pixel wide.
struct PixelColumn
{
    int x = 0;
    int top = 0;
    int end = 0; ///< below its last pixel; > top
};

/// Each pixel of the columns once, and no other. Columns are in the order of their x, no two at the same.
std::vector<QRect> coverOf(std::span<const PixelColumn> columns);

} // namespace ulpscope::ui
