// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/repair_trials.h"

#include "engine/base/number_text.h"
#include "engine/base/percent.h"
#include "engine/train/training_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

namespace ulpscope {

namespace {

using TrialClock = std::chrono::steady_clock;

/// A number that is not mended counts as better from here on, by which share of what it was.
constexpr double kBetterShare = 0.75;
/// Beyond the step at which the run went wrong, or of a run whose numbers are shares.
constexpr std::int64_t kFewestSteps = 38;

struct TrialMetrics
{
    const RunTotals& totals;
    const StepRecord& last;
};

/// How a bad metric is measured: less is better.
struct MetricTableRow
{
    BadMetric metric;
    bool needsReference;
    double (*measure)(const TrialMetrics& run);
    Message (*outcome)(const TrialMetrics& run);
};

double orInfinity(std::optional<double> value)
{
    return value && !std::isnan(*value) ? *value : std::numeric_limits<double>::infinity();
}

/// How early a run diverges: the earlier, the worse. One that skips its last step for a NaN is no better than one that takes it.
double divergence(const TrialMetrics& run)
{
    const RunTotals& totals = run.totals;
    const std::int64_t never
        = std::isfinite(run.last.loss) ? std::numeric_limits<std::int64_t>::max() : run.last.step;
    const std::int64_t at = std::min({totals.divergedAt.value_or(never), totals.scalerEndedAt.value_or(never),
        totals.referenceDivergedAt.value_or(never)});
    return at == std::numeric_limits<std::int64_t>::max() ? 0 : 1 / (1 + static_cast<double>(at));
}

constexpr std::array<MetricTableRow, 7> kMetrics{{
    {BadMetric::Divergence, false, divergence,
        [](const TrialMetrics& run) { return message("finite, loss %1").with(briefText(run.last.loss, 3)); }},
    {BadMetric::Overflows, false,
        [](const TrialMetrics& run) { return static_cast<double>(run.totals.counts.overflows); },
        [](const TrialMetrics& run) {
            return message("%1 overflows").with(std::to_string(run.totals.counts.overflows));
        }},
    {BadMetric::SkippedShare, false,
        [](const TrialMetrics& run) {
            return percent(run.totals.recentSkippedSteps(), run.totals.recentSteps());
        },
        [](const TrialMetrics& run) {
            return message("%1 of the last %2 steps skipped")
                .with(std::to_string(run.totals.recentSkippedSteps()))
                .with(std::to_string(run.totals.recentSteps()));
        }},
    {BadMetric::FlushedShare, true,
        [](const TrialMetrics& run) { return orInfinity(run.totals.counts.gradientsFlushedPercent()); },
        [](const TrialMetrics& run) {
            return message("%1 flushed")
                .with(percentText(run.totals.counts.gradientsFlushedPercent().value_or(0)));
        }},
    {BadMetric::LostShare, true,
        [](const TrialMetrics& run) { return orInfinity(run.totals.counts.updatesLostPercent()); },
        [](const TrialMetrics& run) {
            return message("%1 of the updates lost")
                .with(percentText(run.totals.counts.updatesLostPercent()));
        }},
    {BadMetric::SaturatedShare, false,
        [](const TrialMetrics& run) { return orInfinity(run.totals.counts.saturatedPercent()); },
        [](const TrialMetrics& run) {
            return message("%1 saturated").with(percentText(run.totals.counts.saturatedPercent()));
        }},
    {BadMetric::OutputError, true,
        [](const TrialMetrics& run) { return orInfinity(run.last.errorVsFloat64); },
        [](const TrialMetrics& run) {
            return message("error against float64 %1")
                .with(briefText(run.last.errorVsFloat64.value_or(0), 3));
        }},
}};

/// The outcome of a trial over the steps that it was trained for.
struct Trial
{
    RunTotals totals;
    StepRecord last;
    double firstLoss = 0; ///< the first step's loss

    /// A rate so small that nothing is learnt mends no divergence.
    bool hasLearnt() const { return last.loss < firstLoss; }
    TrialMetrics metrics() const { return {totals, last}; }
};

class Trials
{
public:
    Trials(const SessionSpec& session, const Verdict& verdict, const TrialMetrics& bad,
        const Kernels& kernels, const TrialLimits& limits, const std::stop_token& stop)
        : m_session(session)
        , m_bad(bad)
        , m_row(*std::ranges::find(kMetrics, verdict.metric, &MetricTableRow::metric))
        , m_isReferenceNeeded(m_row.needsReference || bad.totals.referenceDivergedAt)
        , m_kernels(kernels)
        , m_limits(limits)
        , m_stop(stop)
    {
    }

    std::optional<RepairTrials> run(const std::vector<Repair>& repairs)
    {
        RepairTrials found;
        std::optional<RepairTrials> better;
        std::tuple<Severity, double, double> best;
        const TrialClock::time_point begun = TrialClock::now();
        std::size_t left = repairs.size();
        for (const Repair& repair : repairs) {
            const double seconds
                = m_limits.seconds - std::chrono::duration<double>(TrialClock::now() - begun).count();
            // The first may take half of what there is, so that one that needs long is not cut short for many that fail at once.
            const std::optional<Trial> trial = tryOne(repair, seconds / std::min<double>(2, double(left--)));
            if (m_stop.stop_requested())
                return std::nullopt;
            if (m_isOutOfTime)
                found.untried.push_back(repair.text);
            if (!trial)
                continue;
            const double was = m_row.measure(badAfter(trial->totals.steps));
            const double is = m_row.measure(trial->metrics());
            const bool stillDiverges = m_row.metric == BadMetric::Divergence && is > 0;
            if (!(is < was) || stillDiverges || !trial->totals.weightsMoved)
                continue;
            const Verdict verdict = judge(m_edited, trial->totals, trial->last);
            RepairTrials helps{repair, trial->totals.steps, outcomeOf(*trial), {}};
            const bool isClean = m_row.metric != BadMetric::Divergence || trial->hasLearnt();
            if (isClean && verdict.severity <= Severity::Notice)
                return helps;
            const std::tuple rank{verdict.severity, is, orInfinity(trial->last.loss)};
            if (verdict.severity < Severity::Failure && is <= kBetterShare * was
                && (!better || rank < best)) {
                better = std::move(helps);
                best = rank;
            }
        }
        return better ? better : found;
    }

private:
    /// Returns nullopt where the time did not suffice, the edit changes nothing, or the session cannot be trained.
    std::optional<Trial> tryOne(const Repair& repair, double seconds)
    {
        m_edited = m_session;
        repair.edit(m_edited);
        m_isOutOfTime = false;
        if (m_edited == m_session)
            return std::nullopt;
        return train(m_edited, m_session.training.steps, seconds);
    }

    /// Trains up to step `steps`, or until the time is up or the loss goes wrong.
    std::optional<Trial> train(SessionSpec session, std::int64_t steps, double seconds)
    {
        session.probes.tensorsEvery = std::max<std::int64_t>(session.training.steps, 1);
        if (!m_isReferenceNeeded)
            session.probes.watch = WatchMode::Step;
        Result<TrainingRun> run = TrainingRun::create(session, m_kernels,
            {.threads = m_limits.threads,
                .stop = m_stop,
                .budget = m_limits.memory,
                .use = MemoryUse::Background});
        if (!run)
            return std::nullopt;
        const TrialClock::time_point begun = TrialClock::now();
        double firstLoss = 0;
        while (run->stepsDone() < steps && run->step(m_stop)) {
            if (run->stepsDone() == 1)
                firstLoss = run->record().loss;
            const bool isOver = std::chrono::duration<double>(TrialClock::now() - begun).count() > seconds;
            if (isOver || run->totals().divergedAt || run->totals().scalerEndedAt)
                break;
        }
        const RunTotals& totals = run->totals();
        const bool wentWrong = totals.divergedAt || totals.scalerEndedAt;
        m_isOutOfTime = !wentWrong && totals.steps < std::min(steps, fewestSteps());
        return m_isOutOfTime ? std::nullopt : std::optional(Trial{totals, run->record(), firstLoss});
    }

    Message outcomeOf(const Trial& trial) const
    {
        const Message outcome = m_row.outcome(trial.metrics());
        return trial.totals.steps >= m_session.training.steps
            ? outcome
            : message("%1 after %2 steps").with(outcome).with(std::to_string(trial.totals.steps));
    }

    /// Number of steps that suffices to tell whether a repair helps.
    std::int64_t fewestSteps() const
    {
        const RunTotals& totals = m_bad.totals;
        const std::int64_t wrongAt = std::max({totals.divergedAt.value_or(0),
            totals.scalerEndedAt.value_or(0), totals.referenceDivergedAt.value_or(0)});
        return wrongAt + std::max(kFewestSteps, wrongAt / 4);
    }

    /// The run's outcome after that many steps. A longer run is trained again.
    TrialMetrics badAfter(std::int64_t steps)
    {
        const bool isOfAll = steps >= m_bad.totals.steps || m_row.metric == BadMetric::Divergence;
        if (isOfAll)
            return m_bad;
        if (!m_shorter || m_shorter->totals.steps != steps)
            m_shorter = train(m_session, steps, m_limits.seconds);
        return m_shorter ? m_shorter->metrics() : m_bad;
    }

    const SessionSpec& m_session;
    const TrialMetrics& m_bad;
    const MetricTableRow& m_row;
    bool m_isReferenceNeeded;
    const Kernels& m_kernels;
    const TrialLimits& m_limits;
    const std::stop_token& m_stop;
    SessionSpec m_edited; ///< the session that the last trial trained
    bool m_isOutOfTime = false; ///< the last trial was ended before it could tell
    std::optional<Trial> m_shorter; ///< the session as it is, trained for fewer steps
};

} // namespace

std::optional<RepairTrials> tryRepairs(const SessionSpec& session, const Verdict& verdict,
    const RunTotals& totals, const StepRecord& last, const Kernels& kernels, const TrialLimits& limits,
    const std::stop_token& stop)
{
    if (verdict.metric == BadMetric::None)
        return RepairTrials{};
    return Trials(session, verdict, {totals, last}, kernels, limits, stop).run(verdict.repairs);
}

} // namespace ulpscope
