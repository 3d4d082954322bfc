// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/budget_keys.h"

#include <array>
#include <limits>

namespace ulpscope {

namespace {

using Number = std::optional<double>;
using Step = StepRecord;
using Run = RunSummary;

double stepOrNever(const std::optional<std::int64_t>& step)
{
    return step ? static_cast<double>(*step) : std::numeric_limits<double>::infinity();
}

Number metric(const std::vector<MetricValue>& metrics, std::string_view name)
{
    for (const MetricValue& each : metrics)
        if (each.name == name)
            return each.value;
    return std::nullopt;
}

constexpr std::array kBudgetKeys{
    BudgetKey{.name = "loss",
        .ofStep = [](const Step& s) -> Number { return s.loss; },
        .ofRun = [](const Run& r) -> Number { return r.last.loss; }},
    BudgetKey{.name = "reference_loss",
        .ofStep = [](const Step& s) { return s.referenceLoss; },
        .ofRun = [](const Run& r) { return r.last.referenceLoss; },
        .needsFloat64 = true},
    BudgetKey{.name = "loss_scale",
        .ofStep = [](const Step& s) { return s.lossScale; },
        .ofRun = [](const Run& r) { return r.nextLossScale; }},
    BudgetKey{.name = "skipped", .ofStep = [](const Step& s) -> Number { return s.skipped ? 1 : 0; }},
    BudgetKey{.name = "skipped_steps",
        .ofStep = [](const Step& s) -> Number { return s.skipped ? 1 : 0; },
        .ofRun = [](const Run& r) -> Number { return static_cast<double>(r.totals.skippedSteps); },
        .isSum = true,
        .isSumOfRange = true},
    BudgetKey{.name = "gradients_flushed_percent",
        .ofStep = [](const Step& s) { return s.counts.gradientsFlushedPercent(); },
        .ofRun = [](const Run& r) { return r.totals.counts.gradientsFlushedPercent(); },
        .needsFloat64 = true},
    BudgetKey{.name = "updates_lost_percent",
        .ofStep = [](const Step& s) -> Number { return s.counts.updatesLostPercent(); },
        .ofRun = [](const Run& r) -> Number { return r.totals.counts.updatesLostPercent(); },
        .needsFloat64 = true},
    BudgetKey{.name = "overflows",
        .ofStep = [](const Step& s) -> Number { return static_cast<double>(s.counts.overflows); },
        .ofRun = [](const Run& r) -> Number { return static_cast<double>(r.totals.counts.overflows); },
        .isSum = true},
    BudgetKey{.name = "error_vs_float64",
        .ofStep = [](const Step& s) { return s.errorVsFloat64; },
        .ofRun = [](const Run& r) { return r.last.errorVsFloat64; },
        .needsFloat64 = true},
    BudgetKey{.name = "gradient_error_vs_float64",
        .ofStep = [](const Step& s) { return s.gradientErrorVsFloat64; },
        .ofRun = [](const Run& r) { return r.last.gradientErrorVsFloat64; },
        .needsFloat64 = true},
    BudgetKey{
        .name = "test_accuracy", .ofRun = [](const Run& r) { return r.testAccuracy; }, .needsTestData = true},
    BudgetKey{.name = "reference_test_accuracy",
        .ofRun = [](const Run& r) { return r.referenceTestAccuracy; },
        .needsFloat64 = true,
        .needsTestData = true},
    BudgetKey{.name = "test_metrics.loss",
        .ofRun = [](const Run& r) { return metric(r.testMetrics, "loss"); },
        .needsTestData = true},
    BudgetKey{.name = "diverged_at",
        .ofRun = [](const Run& r) -> Number { return stepOrNever(r.totals.divergedAt); }},
    BudgetKey{.name = "scaler_ended_at",
        .ofRun = [](const Run& r) -> Number { return stepOrNever(r.totals.scalerEndedAt); }},
};

} // namespace

std::span<const BudgetKey> budgetKeys()
{
    return kBudgetKeys;
}

} // namespace ulpscope
