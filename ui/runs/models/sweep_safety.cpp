// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/sweep_safety.h"

#include "app/judge/runs/arithmetic_difference.h"
#include "app/judge/runs/severity.h"
#include "app/judge/runs/verdicts.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct SweepSafety
{
    Q_DECLARE_TR_FUNCTIONS(SweepSafety)
};

bool isTrained(const SweepPoint& point)
{
    return point.run != nullptr;
}

bool isMeasured(const SweepPoint& point)
{
    return point.run && point.run->last().errorVsFloat64;
}

bool isSafe(const SweepPoint& point)
{
    if (!point.run)
        return false;
    const RunHistory& run = *point.run;
    // That the output is far from float64's is no alarm of a verdict, since both may be as good, and nothing to call safe.
    return judge(run.session(), run.totals(), run.last(), run.accuracy().value_or(RunAccuracy())).severity
        < Severity::Warning
        && kErrorLimits.grade(run.last().errorVsFloat64.value_or(0)) < Severity::Warning;
}

bool hasDiverged(const SweepPoint& point)
{
    return point.run && point.run->totals().divergedAt;
}

/// Words in quotes: "none" is a recipe.
QString named(const SweepPoint& point)
{
    return point.number ? point.value : SweepSafety::tr("\"%1\"").arg(point.value);
}

/// "2^4 to 2^12, 2^16"; empty where none is so.
QString valuesThat(std::span<const SweepPoint> points, bool (*isSo)(const SweepPoint& point))
{
    QStringList stretches;
    for (std::size_t first = 0; first < points.size(); ++first) {
        if (!isSo(points[first]))
            continue;
        std::size_t last = first;
        while (points[first].number && last + 1 < points.size() && points[last + 1].number
            && isSo(points[last + 1]))
            ++last;
        stretches += first == last
            ? named(points[first])
            : SweepSafety::tr("%1 to %2").arg(named(points[first]), named(points[last]));
        first = last;
    }
    return stretches.join(QStringLiteral(", "));
}

} // namespace

QString sweepSafety(std::span<const SweepPoint> points)
{
    if (std::ranges::none_of(points, isTrained))
        return {};
    const QString safe = valuesThat(points, isSafe);
    const QString diverged = valuesThat(points, hasDiverged);
    const bool areMeasured = std::ranges::any_of(points, isMeasured);
    QString text;
    if (safe.isEmpty())
        text = areMeasured ? SweepSafety::tr(
                   "Safe at no value: each run diverged, has a warning, or is 10 % and more from float64.")
                           : SweepSafety::tr("Safe at no value: each run diverged or has a warning.");
    else
        text = (areMeasured
                ? SweepSafety::tr(
                    "Safe: %1 (no run diverged there or has a warning, and each is less than 10 % from float64).")
                : SweepSafety::tr(
                    "Safe: %1 (no run diverged there or has a warning; how far they are from float64 is not measured)."))
                   .arg(safe);
    if (!diverged.isEmpty())
        text += QLatin1Char(' ') + SweepSafety::tr("Diverged: %1.").arg(diverged);
    return text;
}

QString sweptArithmetics(std::span<const SweepPoint> points)
{
    std::vector<ArithmeticOutcome> outcomes;
    for (const SweepPoint& point : points)
        if (point.run && point.run->summary)
            outcomes.push_back(arithmeticOutcome(point.run->session(), *point.run->summary));
    const bool isOfArithmetics = std::ranges::any_of(
        outcomes, [&](const ArithmeticOutcome& run) { return run.asked != outcomes.front().asked; });
    if (!isOfArithmetics)
        return {};
    const QString text = engineText(arithmeticDifference(outcomes));
    return text.left(1).toUpper() + text.mid(1) + QLatin1Char('.');
}

} // namespace ulpscope::ui
