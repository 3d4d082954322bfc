// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/trial_wave.h"

#include "engine/train/run_memory.h"
#include "engine/train/training_run.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// Without the probes that no clause asks for: they change no number of a step. A session that watches steps alone keeps its own, by which
/// its counts go.
ProbeSpec probesFor(const Budget& budget, const SessionSpec& session)
{
    if (session.probes.watch == WatchMode::Step && budget.needsFloat64())
        return session.probes;
    return {.tensorsEvery = std::max<std::int64_t>(session.training.steps, 1),
        .watch = budget.needsFloat64() ? WatchMode::Reference : WatchMode::Step};
}

std::stop_token stoppedToken()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace

std::size_t fittingWave(const TrialGround& ground, std::size_t waves, std::size_t wanted)
{
    const Result<CheckedSession> one = resolveSession(ground.space.session);
    if (!ground.memory || !one)
        return wanted;
    const auto bytes = [&](std::size_t size) {
        return memoryOfRun(std::vector<CheckedSession>(size, *one)).total() * static_cast<double>(waves);
    };
    while (wanted > 1 && bytes(wanted) > static_cast<double>(ground.memory->limit()) / 2)
        wanted /= 2;
    return wanted;
}

Status trainWave(const TrialGround& ground, std::uint64_t seed, std::span<const Assignment> assignments,
    const ClauseSeries* float32, const std::function<bool()>& isWanted,
    const std::function<Status(RunResult, const RunMetrics&)>& onResult)
{
    const Budget& budget = ground.budget;
    std::vector<SessionSpec> sessions;
    std::vector<BudgetWatch> watches;
    std::vector<RunMetrics> metrics(assignments.size(), RunMetrics(budget.needsFloat64()));
    for (const Assignment& assignment : assignments) {
        sessions.push_back(assignedSession(ground.space, assignment, seed));
        sessions.back().probes = probesFor(budget, ground.space.session);
        watches.emplace_back(budget, float32);
    }
    Result<TrainingRun> run = TrainingRun::create(sessions, ground.kernels,
        {.threads = 1, .stop = ground.stop, .budget = ground.memory, .use = MemoryUse::Search});
    if (!run)
        return run.error();
    const std::int64_t steps = sessions.front().training.steps;
    std::vector<bool> isOver(assignments.size());
    std::size_t left = assignments.size();
    while (left > 0) {
        if ((isWanted && !isWanted()) || !run->step(ground.stop))
            return stoppedError();
        for (std::size_t i = 0; i < assignments.size(); ++i) {
            if (isOver[i])
                continue;
            BudgetWatch& watch = watches[i];
            watch.add(run->record(i));
            metrics[i].add(run->record(i));
            const bool isAtEnd = run->stepsDone() == steps;
            if (!watch.isBroken() && !watch.isSettled() && !isAtEnd)
                continue;
            if (isAtEnd) { // also of one that its last step broke: another budget may hold there
                const RunSummary summary
                    = run->summarize(i, budget.needsTestData() ? ground.stop : stoppedToken());
                if (!watch.isBroken())
                    watch.end(summary);
                metrics[i].end(summary, budget.needsTestData());
            }
            if (ground.stop.stop_requested()) // of the test data maybe a part alone was looked at
                return stoppedError();
            RunResult result{.seed = seed, .assignment = assignments[i], .steps = run->stepsDone()};
            result.run = runName(ground.space, assignments[i], seed, ground.kernels.level());
            result.readings = float32 == nullptr ? readFloat32(budget, watch.series()) : watch.readings();
            result.float32 = watch.series();
            if (float32 != nullptr)
                result.against
                    = runName(ground.space, ground.space.reference(), seed, ground.kernels.level());
            if (const Status taken = onResult(std::move(result), metrics[i]); !taken)
                return taken;
            metrics[i] = RunMetrics(false);
            isOver[i] = true;
            --left;
            if (left > 0 && !isAtEnd)
                run->leaveOut(i);
        }
    }
    return success();
}

} // namespace ulpscope
