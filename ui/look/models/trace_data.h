// SPDX-License-Identifier: GPL-3.0-or-later
// A curve's samples over rising steps, with the least and the largest value of each eight neighbours, of each 64 and so
// on: what any stretch of a million samples reaches is known after some dozen comparisons.
#pragma once

#include <QVector>

#include <limits>
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
        void add(const Range& other);
    };

    /// A NaN is a gap.
    void append(double step, double value);

    const QVector<double>& steps() const { return m_steps; }
    const QVector<double>& values() const { return m_values; }
    /// Of the samples [begin, end); gaps are passed over.
    Range range(qsizetype begin, qsizetype end) const;

private:
    Range at(std::size_t level, qsizetype index) const;

    QVector<double> m_steps;
    QVector<double> m_values;
    std::vector<std::vector<Range>> m_levels; ///< [k][i]: of the 8^(k+1) samples from i 8^(k+1) on
};

} // namespace ulpscope::ui
