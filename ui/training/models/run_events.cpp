// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_events.h"

#include "app/judge/runs/severity.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ulpscope::ui {

namespace {

struct RunEventText
{
    Q_DECLARE_TR_FUNCTIONS(RunEvents)
};

/// Whether the series has a value above the limit at that step.
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

namespace {

struct StepMarkText
{
    Q_DECLARE_TR_FUNCTIONS(StepMarks)
};

/// The first step with such a value.
template <class Is>
std::optional<std::int64_t> firstStep(const Series& series, Is is)
{
    const auto found = std::find_if(series.values.begin(), series.values.end(), is);
    if (found == series.values.end())
        return std::nullopt;
    return std::int64_t(series.steps[std::size_t(found - series.values.begin())]);
}

bool isWithin(const std::string& path, const std::string& layer)
{
    return path == layer || (path.starts_with(layer) && path[layer.size()] == '/');
}

} // namespace

void sortMarks(std::vector<StepMark>& marks)
{
    std::stable_sort(marks.begin(), marks.end(), [](const StepMark& a, const StepMark& b) {
        return std::pair(a.step, a.kind) < std::pair(b.step, b.kind);
    });
}

std::vector<StepMark> layerMarks(const RunHistory& run, const std::string& layerPath)
{
    const auto isAny = [](double value) { return value > 0; };
    const QString layer = layerText(layerPath);
    std::map<std::int64_t, QStringList> told; // once each, of whichever tensor is the first
    std::map<QString, std::int64_t> firsts;
    const auto first = [&](const QString& what, std::optional<std::int64_t> step) {
        if (!step)
            return;
        const auto [known, isNew] = firsts.try_emplace(what, *step);
        known->second = std::min(known->second, *step);
    };
    for (const RunHistory::NamedMetric& metric : run.metrics()) {
        if (!isWithin(run.paths()[metric.path.index()], layerPath))
            continue;
        const Series& series = *run.series(metric.path, metric.role, metric.metric);
        if (metric.metric == Metric::FlushedPercent && isGradient(metric.role))
            first(StepMarkText::tr("first flushed gradient"), firstStep(series, isAny));
        else if (metric.metric == Metric::LostPercent)
            first(StepMarkText::tr("first lost update"), firstStep(series, isAny));
        else if (metric.metric == Metric::NonFinite)
            first(StepMarkText::tr("first NaN or infinity"), firstStep(series, isAny));
        else if (metric.metric == Metric::Float8Saturated)
            first(StepMarkText::tr("first saturated operand"), firstStep(series, isAny));
        else if (metric.metric == Metric::AccumulatedError && metric.role == TensorRole::Output)
            first(StepMarkText::tr("its error exceeds what is healthy"), firstStep(series, [](double error) {
                return std::isnan(error) || kErrorLimits.grade(error) != Severity::Good;
            }));
        else if (metric.metric == Metric::Amax && isCountedGradient(metric.role)) {
            AmaxJumps amaxes;
            for (std::size_t i = 0; i < series.values.size(); ++i)
                if (amaxes.isJump(series.values[i])) {
                    QStringList& texts = told[std::int64_t(series.steps[i])];
                    const QString jump = StepMarkText::tr("its largest gradient jumped");
                    if (!texts.contains(jump))
                        texts += jump;
                }
        }
    }
    for (const auto& [what, step] : firsts)
        told[step] += what;
    std::vector<StepMark> marks;
    for (const auto& [step, texts] : told)
        marks.push_back(
            {step, MarkKind::Layer, layer + QStringLiteral(": ") + texts.join(QStringLiteral(", "))});
    return marks;
}

QString textAt(const std::vector<StepMark>& marks, std::int64_t step)
{
    QStringList texts;
    for (const StepMark& mark : marks)
        if (mark.step == step)
            texts += mark.text;
    return texts.join(QStringLiteral("; "));
}

std::optional<std::int64_t> markBeside(const std::vector<StepMark>& marks, std::int64_t step, int direction)
{
    if (direction > 0) {
        const auto next = std::find_if(
            marks.begin(), marks.end(), [step](const StepMark& mark) { return mark.step > step; });
        return next == marks.end() ? std::nullopt : std::optional(next->step);
    }
    const auto before = std::find_if(
        marks.rbegin(), marks.rend(), [step](const StepMark& mark) { return mark.step < step; });
    return before == marks.rend() ? std::nullopt : std::optional(before->step);
}

} // namespace ulpscope::ui
