// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/plan_text.h"

#include "ui/look/models/display_text.h"
#include "ui/training/models/run_time.h"

#include <QCoreApplication>

#include <cmath>

namespace ulpscope::ui {

namespace {

struct SearchPlanText
{
    Q_DECLARE_TR_FUNCTIONS(SearchPlan)
};

constexpr double kMaxCounted = 1e15; ///< above it is a power of ten

QString manyText(double count, const QString& one, const QString& many)
{
    if (count < kMaxCounted)
        return countedText(std::int64_t(count), one, many);
    return QStringLiteral("%1 %2").arg(powerText(10, int(std::log10(count))), many);
}

} // namespace

QString planText(const SearchPlan& plan, std::optional<double> secondsPerRun, int threads)
{
    const QString time = secondsPerRun
        ? SearchPlanText::tr(", about %1").arg(durationText(plan.runs * *secondsPerRun / threads))
        : SearchPlanText::tr(", how long is said with the first runs");
    const QString assignments
        = manyText(plan.assignments, SearchPlanText::tr("assignment"), SearchPlanText::tr("assignments"));
    const QString runs = manyText(plan.runs, SearchPlanText::tr("run"), SearchPlanText::tr("runs"));
    if (plan.canBeProved)
        return SearchPlanText::tr("%1: at most %2%3; the answer can be proved.").arg(assignments, runs, time);
    return SearchPlanText::tr("%1: some %2%3; more than %4 are too many to be proved.")
        .arg(assignments, runs, time, countText(std::int64_t(kMaxProved)));
}

} // namespace ulpscope::ui
