// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_summary.h"

#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"

namespace ulpscope {

std::vector<MetricValue> metricsOf(const Score& score)
{
    std::vector<MetricValue> values;
    for (const TestMetric& metric : testMetricCatalog())
        if (const std::optional<double> value = metric.value(score))
            values.push_back({std::string(metric.name), *value});
    return values;
}

std::optional<double> metricAmong(const std::vector<MetricValue>& metrics, std::string_view name)
{
    for (const MetricValue& metric : metrics)
        if (metric.name == name)
            return metric.value;
    return std::nullopt;
}

bool hasAccuracy(const SessionSpec& session)
{
    const LossClass* row = findRow(lossCatalog(), session.training.loss.className);
    return row != nullptr && row->decisionRule != nullptr;
}

HeadlineMetrics headlineOf(const RunSummary& summary)
{
    const StepCounts& counts = summary.totals.counts;
    return {.loss = summary.last.loss,
        .testAccuracy = summary.testAccuracy,
        .gradientsFlushedPercent = counts.gradientsFlushedPercent(),
        .updatesLostPercent = counts.updatesLostPercent(),
        .overflows = counts.overflows,
        .errorVsFloat64 = summary.last.errorVsFloat64,
        .skippedSteps = summary.totals.skippedSteps,
        .divergedAt = summary.totals.divergedAt};
}

const std::vector<std::string>& runEndNames()
{
    static const std::vector<std::string> names{"complete", "condition", "interrupted"};
    return names;
}

} // namespace ulpscope
