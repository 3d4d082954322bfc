// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_summary.h"

#include "engine/loss/metric_catalog.h"
#include "engine/train/training_run.h"
#include "engine/train/training_run_state.h"

namespace ulpscope {

namespace {

std::vector<MetricValue> metricsOf(const Score& score)
{
    std::vector<MetricValue> values;
    for (const TestMetric& metric : testMetricCatalog())
        if (const std::optional<double> value = metric.value(score))
            values.push_back({std::string(metric.name), *value});
    return values;
}

std::optional<double> accuracyAmong(const std::vector<MetricValue>& metrics)
{
    for (const MetricValue& metric : metrics)
        if (metric.name == "accuracy")
            return metric.value;
    return std::nullopt;
}

} // namespace

const std::vector<std::string>& runEndNames()
{
    static const std::vector<std::string> names{"complete", "condition", "interrupted"};
    return names;
}

RunSummary TrainingRun::summarize(std::size_t candidate, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    Candidate& c = *s.lanes.candidates.at(candidate);
    RunSummary summary;
    summary.steps = s.stepsDone;
    summary.watch = s.lanes.probes.watch;
    summary.loss = c.record.loss;
    summary.referenceLoss = c.record.referenceLoss;
    if (const std::optional<Score> score = c.lane.evaluate(s.lanes.data, s.lanes.data.test, &stop))
        summary.testMetrics = metricsOf(*score);
    if (s.lanes.twin)
        if (const std::optional<Score> score = s.lanes.twin->evaluate(s.lanes.data, s.lanes.data.test, &stop))
            summary.referenceTestMetrics = metricsOf(*score);
    if (!c.totals.divergedAt)
        summary.testAccuracy = accuracyAmong(summary.testMetrics);
    if (s.lanes.twin && !s.lanes.twin->outcome().diverged) // of weights that are not finite it means nothing
        summary.referenceTestAccuracy = accuracyAmong(summary.referenceTestMetrics);
    summary.gradientsFlushedPercent = c.totals.gradientsFlushedPercent();
    summary.updatesLostPercent = c.totals.updatesLostPercent();
    summary.overflows = c.totals.counts.overflows;
    summary.errorVsFloat64 = c.record.errorVsFloat64;
    summary.gradientErrorVsFloat64 = c.record.gradientErrorVsFloat64;
    if (c.lane.lossScale().isScaled())
        summary.lossScale = static_cast<double>(c.lane.lossScale().scale);
    summary.skippedSteps = c.totals.skippedSteps;
    summary.divergedAt = c.totals.divergedAt;
    if (c.totals.birthplace)
        summary.firstNonFinite = *c.totals.birthplace;
    summary.stepsPerSecond = s.seconds > 0 ? static_cast<double>(s.timedSteps) / s.seconds : 0;
    return summary;
}

} // namespace ulpscope
