// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates and their float32 reference under several seeds, and what that tells: noise.csv and noise.json.
#pragma once

#include "app/io/runs/run_files.h"
#include "app/judge/runs/seed_noise.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ulpscope {

inline constexpr int kNoiseFileVersion = 1;

/// A candidate under all seeds that are done.
struct SeedRuns
{
    std::string name; ///< the candidate's policy, as it was asked for; empty for a single candidate
    std::vector<SeedPair> pairs; ///< a pair for each seed, in the order of the seeds
};

struct SeedRunsDone
{
    std::vector<SeedRuns> candidates = {};
    std::vector<std::uint64_t> seeds; ///< the seeds that were asked for
    RunEnd ended = RunEnd::Complete; ///< Interrupted: the seeds before the last are whole
};

struct SeedRunsOptions
{
    std::filesystem::path folder; ///< empty: no files
    int threads = 1; ///< how many threads train at most
    std::function<void()> onLoaded = {}; ///< called once, before the first step
};

/// Called before each seed and after every step, with seeds that are done and steps of the one that is not; false stops.
using SeedProgress = std::function<bool(std::size_t seedsDone, std::int64_t stepsDone, std::int64_t steps)>;

/// The session in float32, everything else as it is: global policy, layers, recipes, overrides, no loss scale.
SessionSpec float32Reference(SessionSpec session);

/// Trains all candidates and the float32 reference of the first, under each seed beside one float64 lane. Watches do not stop them. The
/// files take their place at the end; what cannot be written is found before. Candidates may differ in policies and loss scale only.
Result<SeedRunsDone> runSeeds(const std::vector<NamedCandidate>& candidates,
    const std::vector<std::uint64_t>& seeds, const Kernels& kernels, const SeedRunsOptions& options,
    const SeedProgress& progress = {});

/// noise.csv: policy,number,seed,candidate,float32; an empty cell for what a run has not.
std::string noiseCsv(const SeedRunsDone& done);
/// noise.json; resources/schema/noise.schema.json describes it.
std::string noiseJson(const SeedRunsDone& done);

} // namespace ulpscope
