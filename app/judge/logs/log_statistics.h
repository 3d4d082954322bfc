// SPDX-License-Identifier: GPL-3.0-or-later
// Judges metrics of tensors in a log (Transformer Engine through dlfw-inspect): which tensor of which layer loses values, and since when.
#pragma once

#include "app/judge/logs/log_verdict.h"

#include <vector>

namespace ulpscope {

/// One statistic of one tensor over the steps.
struct StatisticSeries
{
    std::string layer;
    std::string tensor;
    std::string statistic;
    std::vector<const LogStatistic*> values; ///< the log's entries, in its order

    bool isShare() const { return statistic.ends_with('%') || (tensor.empty() && layer.ends_with('%')); }
};

/// The series in the order in which they first appear in the log.
std::vector<StatisticSeries> statisticSeries(const TrainingLog& log);

/// Metrics that cannot be, tensors that are not finite, and values that underflow or overflow; nothing where the log has no such metrics.
std::vector<LogVerdict> statisticsVerdicts(const TrainingLog& log);

} // namespace ulpscope
