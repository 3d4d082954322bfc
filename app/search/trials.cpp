// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/trials.h"

#include "engine/session/arithmetic_choice.h"
#include "engine/train/run_memory.h"
#include "engine/train/training_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

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
            if (isAtEnd) { // summarizes also a run that broke the budget in its last step, because another budget may hold there
                const RunSummary summary
                    = run->summarize(i, budget.needsTestData() ? ground.stop : stoppedToken());
                if (!watch.isBroken())
                    watch.end(summary);
                metrics[i].end(summary, budget.needsTestData());
            }
            if (ground.stop.stop_requested()) // the accuracy may come from a part of the test data only
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

namespace {

/// Assignments of one seed that may be trained side by side.
struct Wave
{
    std::uint64_t seed = 0;
    std::vector<Assignment> assignments;
};

/// Runs share a float64 lane where they share its formulas too, which the rules of arithmetic decide.
std::vector<Wave> wavesOf(const TrialGround& ground, const std::vector<Trial>& trials, std::size_t most)
{
    std::map<std::pair<std::uint64_t, ArithmeticKind>, std::vector<Assignment>> groups;
    for (const Trial& trial : trials) {
        const ArithmeticKind kind = ground.budget.needsFloat64()
            ? chosenArithmetic(assignedSession(ground.space, trial.assignment, trial.seed))
            : ArithmeticKind::Written;
        groups[{trial.seed, kind}].push_back(trial.assignment);
    }
    std::vector<Wave> waves;
    for (const auto& [key, assignments] : groups)
        for (std::size_t i = 0; i < assignments.size(); i += most)
            waves.push_back({key.first,
                {assignments.begin() + static_cast<std::ptrdiff_t>(i),
                    assignments.begin()
                        + static_cast<std::ptrdiff_t>(std::min(i + most, assignments.size()))}});
    return waves;
}

} // namespace

const RunResult* ResultsOfSpace::float32(std::uint64_t seed)
{
    std::string& name = m_float32[seed];
    if (name.empty())
        name = runName(m_space, m_space.reference(), seed, m_kernelLevel);
    return m_kept.find(name, nullptr);
}

const RunResult* ResultsOfSpace::find(const Trial& trial, const std::string& name)
{
    const RunResult* reference = float32(trial.seed);
    return reference == nullptr || reference->run == name ? reference : m_kept.find(name, reference);
}

Trials::Trials(const TrialGround& ground, KeptResults& kept, int threads, TrialProgress progress,
    TrialTaker leave, TrialReader reader)
    : m_ground(ground)
    , m_kept(kept)
    , m_known(kept, ground.space, ground.kernels.level())
    , m_threads(threads)
    , m_progress(std::move(progress))
    , m_leave(std::move(leave))
    , m_reader(std::move(reader))
{
}

std::vector<Trial> Trials::missingOf(const std::vector<Trial>& trials)
{
    std::vector<Trial> missing;
    std::set<std::string> names;
    for (const Trial& trial : trials)
        if (const std::string name = nameOf(trial);
            m_known.find(trial, name) == nullptr && names.insert(name).second)
            missing.push_back(trial);
    return missing;
}

Status Trials::trainMissing(const std::vector<Trial>& trials, bool isFloat32)
{
    const std::vector<Trial> missing = missingOf(trials);
    if (missing.empty())
        return m_progress && !m_progress(0, 0) ? Status(stoppedError()) : success();

    const auto threads = static_cast<std::size_t>(m_threads);
    const std::size_t share = (missing.size() + threads - 1) / threads;
    const std::vector<Wave> waves
        = wavesOf(m_ground, missing, fittingWave(m_ground, threads, std::min(kWaveSize, share)));
    std::mutex mutex; // guards what follows, the results and m_trained
    Status outcome = success();
    std::size_t done = 0;
    std::atomic<bool> isWanted = true;
    std::atomic<std::size_t> next = 0;
    const auto end = [&](const Error& error) {
        if (outcome || outcome.error().kind == ErrorKind::Stopped)
            outcome = error;
        isWanted = false;
    };
    const auto work = [&] {
        while (isWanted) {
            const std::size_t i = next++;
            if (i >= waves.size())
                return;
            const Wave& wave = waves[i];
            const ClauseSeries* float32 = isFloat32 ? nullptr : &m_float32.at(wave.seed).float32;
            const Status trained = trainWave(
                m_ground, wave.seed, wave.assignments, float32,
                [&] {
                    if (isWanted && m_progress) {
                        const std::lock_guard lock(mutex);
                        if (!m_progress(done, missing.size()))
                            isWanted = false;
                    }
                    return isWanted.load();
                },
                [&](const RunResult& result, const RunMetrics& metrics) {
                    const std::lock_guard lock(mutex);
                    ++done;
                    ++m_trained;
                    if (m_reader)
                        m_reader(result);
                    return m_kept.add(result, m_ground.space, m_ground.budget, &metrics);
                });
            if (!trained) {
                const std::lock_guard lock(mutex);
                end(trained.error());
            }
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min(threads, waves.size()); ++i)
            others.emplace_back(work);
        work();
    }
    return outcome;
}

Status Trials::runFloat32(const std::set<std::uint64_t>& seeds)
{
    std::vector<Trial> trials;
    for (const std::uint64_t seed : seeds)
        if (!m_float32.contains(seed))
            trials.push_back({m_ground.space.reference(), seed});
    if (trials.empty())
        return success();
    if (const Status trained = trainMissing(trials, true); !trained)
        return trained;
    for (const Trial& trial : trials) {
        const std::string name = nameOf(trial);
        m_float32[trial.seed] = *m_known.float32(trial.seed);
        m_asked.insert(name);
    }
    return success();
}

Result<std::vector<RunResult>> Trials::results(const std::vector<Trial>& trials)
{
    if (m_leave)
        if (const std::vector<Trial> missing = missingOf(trials); !missing.empty() && m_leave(missing))
            return stoppedError();
    std::set<std::uint64_t> seeds;
    for (const Trial& trial : trials)
        seeds.insert(trial.seed);
    if (const Status run = runFloat32(seeds); !run)
        return run.error();
    if (const Status trained = trainMissing(trials, false); !trained)
        return trained.error();
    std::vector<RunResult> results;
    for (const Trial& trial : trials) {
        const std::string name = nameOf(trial);
        m_asked.insert(name);
        results.push_back(*m_known.find(trial, name));
        results.back().assignment = trial.assignment;
        results.back().seed = trial.seed;
        if (m_reader)
            m_reader(results.back());
    }
    return results;
}

} // namespace ulpscope
