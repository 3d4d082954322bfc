// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_run.h"

#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/train/checked_session.h"
#include "engine/train/lane.h"
#include "engine/train/lockstep.h"
#include "engine/train/step_probe.h"

#include <array>
#include <chrono>

namespace ulpscope {

struct TrainingRun::State
{
    State(CheckedSession checked, Dataset loaded, const Kernels& kernels, int threads)
        : session(std::move(checked.session))
        , notes(checked.plan.notes)
        , data(std::move(loaded))
        , order(data.train.count, session.training.batchSize, session.training.seed)
        , reference(float64Twin(checked.plan), session.training, LossScale {}, float64Format(), kernels)
        , candidate(checked.plan, session.training,
              findRow(lossScaleCatalog(), session.training.lossScale.className)->make(session.training.lossScale.config),
              floatxFor(session.policies), kernels)
        , probe(checked.plan, kernels, session.probes.tensorsEvery)
        , lockstep(threads)
    {
    }

    SessionSpec session;
    std::vector<std::string> notes;
    Dataset data;
    BatchOrder order;
    Lane reference;
    Lane candidate;
    StepProbe probe;
    Lockstep lockstep;

    StepRecord record;
    StepCounts totals;
    std::int64_t stepsDone = 0;
    std::int64_t skippedSteps = 0;
    std::optional<std::int64_t> divergedAt;
    double seconds = 0; ///< spent in step()
};

TrainingRun::TrainingRun(std::unique_ptr<State> state) : m_state(std::move(state)) {}
TrainingRun::TrainingRun(TrainingRun&&) noexcept = default;
TrainingRun& TrainingRun::operator=(TrainingRun&&) noexcept = default;
TrainingRun::~TrainingRun() = default;

Result<TrainingRun> TrainingRun::create(const SessionSpec& session, const Kernels& kernels, const RunOptions& options)
{
    Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const Component& data = checked->session.data;
    Result<Dataset> loaded = findRow(datasetCatalog(), data.className)->load(data.config, session.training.seed);
    if (!loaded)
        return loaded.error();
    const Component& loss = checked->session.training.loss;
    const Status fits = findRow(lossCatalog(), loss.className)
                            ->make(loss.config)
                            ->fits(checked->plan.layers.back().outputShape, loaded->targetsPerExample, loaded->classes);
    if (!fits)
        return Error {"training.loss", loss.className + " " + fits.error().message};
    return TrainingRun(std::make_unique<State>(std::move(*checked), std::move(*loaded), kernels, options.threads));
}

std::int64_t TrainingRun::stepsDone() const { return m_state->stepsDone; }
const std::vector<std::string>& TrainingRun::paths() const { return m_state->probe.paths(); }
const std::vector<std::string>& TrainingRun::notes() const { return m_state->notes; }

const StepRecord& TrainingRun::step()
{
    State& s = *m_state;
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<std::int64_t>& batch = s.order.batch(s.stepsDone);
    const std::array<std::function<void()>, 2> lanes {
        [&] {
            s.reference.computeGradients(s.data, batch, s.stepsDone);
            s.reference.update();
        },
        [&] {
            s.candidate.computeGradients(s.data, batch, s.stepsDone);
            s.probe.measureBeforeUpdate(s.candidate, s.stepsDone);
            s.candidate.update();
        },
    };
    s.lockstep.run(lanes);
    const StepCounts counts = s.probe.measure(s.candidate, s.reference, s.stepsDone, s.record);
    s.totals += counts;
    s.skippedSteps += s.record.skipped ? 1 : 0;
    if (counts.diverged && !s.divergedAt)
        s.divergedAt = s.stepsDone;
    ++s.stepsDone;
    s.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return s.record;
}

RunSummary TrainingRun::summarize()
{
    State& s = *m_state;
    RunSummary summary;
    summary.steps = s.stepsDone;
    summary.loss = s.record.loss;
    summary.referenceLoss = s.record.referenceLoss;
    const double accuracy = s.candidate.accuracy(s.data, s.data.test);
    if (accuracy >= 0) {
        summary.referenceTestAccuracy = s.reference.accuracy(s.data, s.data.test);
        if (!s.divergedAt)
            summary.testAccuracy = accuracy;
    }
    summary.gradientsFlushedPercent = percent(s.totals.gradientsFlushed, s.totals.gradientsNonZero);
    summary.updatesLostPercent = percent(s.totals.updatesLost, s.totals.updatesNonZero);
    summary.overflows = s.totals.overflows;
    summary.errorVsFloat64 = s.record.errorVsFloat64;
    if (s.candidate.lossScale().rule != LossScaleRule::None)
        summary.lossScale = static_cast<double>(s.candidate.lossScale().scale);
    summary.skippedSteps = s.skippedSteps;
    summary.divergedAt = s.divergedAt;
    summary.stepsPerSecond = s.seconds > 0 ? static_cast<double>(s.stepsDone) / s.seconds : 0;
    return summary;
}

} // namespace ulpscope
