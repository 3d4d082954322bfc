// SPDX-License-Identifier: GPL-3.0-or-later
// Targets that are a row of probabilities for each row of predictions.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/tensor.h"

#include <span>

namespace ulpscope {

/// Targets as rows, whether they are given as rows or as class numbers.
class TargetRows
{
public:
    /// Whether predictions of `output` fit targets that are rows, or numbers of classes.
    static Status fit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes);

    TargetRows(const Tensor& prediction, std::span<const double> targets)
        : m_targets(targets)
        , m_classes(prediction.columns())
        , m_areRows(static_cast<Index>(targets.size()) == prediction.size() && m_classes > 1)
    {
    }
    double at(Index row, Index column) const
    {
        if (m_areRows)
            return m_targets[static_cast<std::size_t>(row * m_classes + column)];
        return static_cast<Index>(m_targets[static_cast<std::size_t>(row)]) == column ? 1 : 0;
    }
    Index classOf(Index row) const
    {
        Index best = 0;
        for (Index c = 1; c < m_classes; ++c)
            best = at(row, c) > at(row, best) ? c : best;
        return best;
    }

private:
    std::span<const double> m_targets;
    Index m_classes;
    bool m_areRows;
};

} // namespace ulpscope
