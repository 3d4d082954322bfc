// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_events.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

struct RunEventText
{
    Q_DECLARE_TR_FUNCTIONS(RunEvents)
};

/// Whether that step has a value, and one that is larger.
bool isAbove(double limit, const Series& series, std::int64_t step)
{
    const auto found = std::ranges::lower_bound(series.steps, double(step));
    return found != series.steps.end() && *found == double(step)
        && series.values[std::size_t(found - series.steps.begin())] > limit;
}

} // namespace

bool AmaxJumps::isJump(double amax)
{
    if (!std::isfinite(amax))
        return false;
    const double largest = *std::ranges::max_element(m_last);
    m_last[m_seen++ % kBefore] = amax;
    return largest > 0 && amax >= kJump * largest;
}

const std::vector<RunEvent>& RunEvents::of(const std::shared_ptr<const RunHistory>& run)
{
    const bool hasGoneOn = run && m_run.lock() == run && run->thinnings() == m_thinnings
        && run->records().size() >= m_looked
        && (m_looked == 0 || run->records()[m_looked - 1].step == m_lastStep);
    if (!hasGoneOn) {
        *this = RunEvents();
        m_run = run;
        m_thinnings = run ? run->thinnings() : 0;
    }
    if (!run || m_looked == run->records().size())
        return m_events;
    std::vector<const Series*> saturated;
    for (const RunHistory::NamedMetric& metric : run->metrics())
        if (metric.metric == Metric::Float8Saturated)
            saturated.push_back(run->series(metric.path, metric.role, metric.metric));
    for (; m_looked < run->records().size(); ++m_looked)
        look(*run, run->records()[m_looked], saturated);
    return m_events;
}

void RunEvents::look(
    const RunHistory& run, const StepRecord& record, const std::vector<const Series*>& saturated)
{
    const RunTotals& totals = run.totals();
    QStringList texts;
    if (record.skipped)
        texts += RunEventText::tr("the step was skipped");
    const bool overflows = record.counts.overflows > 0;
    if (overflows && !m_hadOverflow)
        texts += RunEventText::tr("numbers overflowed");
    m_hadOverflow = overflows;
    const auto operands = std::ranges::count_if(
        saturated, [&](const Series* series) { return isAbove(0, *series, record.step); });
    if (operands > 0 && !m_hadSaturation)
        texts += operands == 1 ? RunEventText::tr("elements of one scaled operand saturated")
                               : RunEventText::tr("elements of %1 scaled operands saturated").arg(operands);
    m_hadSaturation = operands > 0;
    if (record.counts.gradientsFlushed > 0 && !std::exchange(m_hasFlushed, true))
        texts += RunEventText::tr("the first gradients became zero");
    if (record.counts.updatesLost > 0 && !std::exchange(m_hasLost, true))
        texts += RunEventText::tr("the first updates were lost");
    if (totals.birthplace && totals.birthplace->step == record.step)
        texts += RunEventText::tr("the first number came to be that is not finite");
    if (totals.divergedAt == record.step)
        texts += RunEventText::tr("the run diverged");
    if (totals.scalerEndedAt == record.step)
        texts += RunEventText::tr("the loss scaler ended the run");
    if (m_amaxes.isJump(record.gradientAmax))
        texts += RunEventText::tr("the largest gradient jumped");
    m_lastStep = record.step;
    if (!texts.isEmpty())
        m_events.push_back({record.step, texts.join(QStringLiteral(", "))});
}

std::vector<RunEvent> runEvents(const std::shared_ptr<const RunHistory>& run)
{
    return RunEvents().of(run);
}

} // namespace ulpscope::ui
