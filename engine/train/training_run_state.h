// SPDX-License-Identifier: GPL-3.0-or-later
// What a TrainingRun holds.
#pragma once

#include "engine/train/checked_session.h"
#include "engine/train/compile_outcome.h"
#include "engine/train/kept_states.h"
#include "engine/train/lane.h"
#include "engine/train/lockstep.h"
#include "engine/train/step_probe.h"
#include "engine/train/training_run.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace ulpscope {

/// A candidate lane with what was found out about it so far.
struct Candidate
{
    Candidate(const CheckedSession& checked, bool areInputsFinite, const Kernels& kernels,
        const std::stop_token& stop)
        : lane(checked.plan, checked.session.training, lossScaleOf(checked.session),
            floatxFor(checked.session.policies), kernels, stop)
        , probe(checked.plan, checked.session.training, checked.session.probes, lane, areInputsFinite,
              kernels, stop)
        , notes(checked.plan.notes)
    {
        if (checked.session.training.lossScale.className == "auto")
            notes.push_back("loss scale auto: " + compileReport(checked.session).sentence);
    }

    Lane lane;
    StepProbe probe;
    std::vector<std::string> notes;
    StepRecord record;
    StepCounts counts; ///< of the step under way, as far as gradients are concerned
    std::optional<Birthplace> birthplace; ///< if it is in the step under way
    RunTotals totals;
};

/// All of a run.
struct TrainingRunState
{
    TrainingRunState(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
        const RunOptions& options)
        : data(std::move(loaded))
        , order(data.train.count, checked[0].session.training.batchSize, checked[0].session.training.seed,
              checked[0].session.training.shuffle)
        , watch(checked[0].session.probes.watch)
        , lastStep(checked[0].session.training.steps)
        , lockstep(options.threads)
    {
        if (watch == WatchMode::Twin)
            twin = std::make_unique<Lane>(float64Twin(checked[0].plan),
                ofReference(checked[0].session.training), LossScale{}, float64Format(), kernels,
                options.stop);
        const bool areInputsFinite = data.train.haveFiniteFeatures();
        for (const CheckedSession& session : checked)
            if (!options.stop.stop_requested()) // else nobody wants what is made here
                candidates.push_back(
                    std::make_unique<Candidate>(session, areInputsFinite, kernels, options.stop));
        for (const bool isSampled : {false, true})
            for (const bool isInterruptible : {false, true})
                tasks[isSampled ? 1 : 0][isInterruptible ? 1 : 0] = tasksOfStep(isSampled, isInterruptible);
    }

    std::vector<Lockstep::Task> tasksOfStep(bool isSampled, bool isInterruptible);
    void stopUnless(bool isDone)
    {
        if (!isDone)
            wasStopped = true;
    }
    void computeGradients(Candidate& candidate);
    void update(Candidate& candidate);
    void finish(Candidate& candidate);
    void endFit();
    bool step(const std::stop_token& mayStop);
    void keep();
    void restore(const RunState& state);

    Dataset data;
    BatchOrder order;
    WatchMode watch;
    std::int64_t lastStep; ///< where the session's training ends
    std::unique_ptr<Lane> twin; ///< null in step watch
    std::vector<std::unique_ptr<Candidate>> candidates;
    Lockstep lockstep;
    /// What is done at a step: at any and at sampled ones, without and with a regard for stops. Made once, so that a step
    /// allocates nothing.
    std::array<std::array<std::vector<Lockstep::Task>, 2>, 2> tasks;
    WeightsBefore twinWeightsBefore; ///< at sampled steps

    std::int64_t stepsDone = 0;
    const std::vector<std::int64_t>* batch = nullptr; ///< of the step under way
    const std::stop_token* stop = nullptr;
    std::atomic<bool> wasStopped = false;

    KeptStates kept;
    double seconds = 0; ///< spent in step()
    double longestStep = 1; ///< of the last ones in seconds, the longer ago the less; not known at first
    std::int64_t timedSteps = 0;
};

} // namespace ulpscope
