// SPDX-License-Identifier: GPL-3.0-or-later
// Runs by name: those that were kept are looked up, the others trained on some threads and kept as they end. What comes back depends on
// neither threads nor what was kept before.
#pragma once

#include "app/search/sweep/kept_results.h"
#include "app/search/sweep/run_result.h"
#include "engine/base/memory_budget.h"
#include "engine/kernels/kernels.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// How many share a float64 lane and the data. More cost memory: a lane each.
inline constexpr std::size_t kWaveSize = 8;

/// Settings that all runs of a search share. What it refers to must outlive it.
struct TrialGround
{
    const SearchSpace& space;
    const Budget& budget;
    const Kernels& kernels;
    std::stop_token stop = {}; ///< ends a wave within a step, with an error of kind Stopped
    std::shared_ptr<MemoryBudget> memory = {}; ///< each wave takes a share of it; null: there is no limit
};

/// How many of `wanted` assignments a wave may have so that so many waves at a time take at most half of the ground's memory. At
/// least one.
std::size_t fittingWave(const TrialGround& ground, std::size_t waves, std::size_t wanted);

/// float32: of the same seed; null: it is the run in float32 that is trained. onResult: as each ends, in no order, with its
/// numbers so far. isWanted: asked after
/// every step; false ends the wave with an error of kind Stopped.
Status trainWave(const TrialGround& ground, std::uint64_t seed, std::span<const Assignment> assignments,
    const ClauseSeries* float32, const std::function<bool()>& isWanted,
    const std::function<Status(RunResult, const RunMetrics&)>& onResult);

struct Trial
{
    Assignment assignment = {};
    std::uint64_t seed = 0;
};

/// Results of a space's runs, each held against float32 under its seed.
class ResultsOfSpace
{
public:
    /// The arguments must outlive this object.
    ResultsOfSpace(KeptResults& kept, const SearchSpace& space, std::string kernelLevel)
        : m_kept(kept)
        , m_space(space)
        , m_kernelLevel(std::move(kernelLevel))
    {
    }

    /// Null: it is not kept, or float32 under its seed is not. name: its runName().
    const RunResult* find(const Trial& trial, const std::string& name);
    const RunResult* float32(std::uint64_t seed);

private:
    KeptResults& m_kept;
    const SearchSpace& m_space;
    std::string m_kernelLevel;
    std::map<std::uint64_t, std::string> m_float32; ///< names by seed
};

/// Called from one thread at a time after each run, with those of this call that are done; false stops, and what is done is kept.
using TrialProgress = std::function<bool(std::size_t done, std::size_t wanted)>;
/// Each run as it ends or is looked up, with its assignment and seed; from one thread at a time.
using TrialReader = std::function<void(const RunResult&)>;

/// Asked with the runs of a call that are not kept, each once, where there are some. True: another process trains them, and the call ends
/// as stopped.
using TrialTaker = std::function<bool(const std::vector<Trial>& missing)>;

class Trials
{
public:
    /// kept: where results are looked up and added.
    Trials(const TrialGround& ground, KeptResults& kept, int threads, TrialProgress progress,
        TrialTaker leave = {}, TrialReader reader = {});

    /// Returns results in the order of the trials. The float32 runs that they are compared with are run first.
    Result<std::vector<RunResult>> results(const std::vector<Trial>& trials);

    std::size_t trained() const { return m_trained; } ///< runs that were trained and not looked up
    /// Different ones that were asked for so far, looked up or trained, float32's among them.
    std::size_t asked() const { return m_asked.size(); }

private:
    /// float32 under these seeds.
    Status runFloat32(const std::set<std::uint64_t>& seeds);
    /// The trials without a kept result, each once.
    std::vector<Trial> missingOf(const std::vector<Trial>& trials);
    /// Trains the trials whose results are not kept yet.
    Status trainMissing(const std::vector<Trial>& trials, bool isFloat32);
    std::string nameOf(const Trial& trial) const
    {
        return runName(m_ground.space, trial.assignment, trial.seed, m_ground.kernels.level());
    }

    TrialGround m_ground;
    KeptResults& m_kept;
    ResultsOfSpace m_known;
    int m_threads;
    TrialProgress m_progress;
    TrialTaker m_leave;
    TrialReader m_reader;
    std::set<std::string> m_asked;
    std::map<std::uint64_t, RunResult> m_float32; ///< keyed by seed
    std::size_t m_trained = 0;
};

} // namespace ulpscope
