// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/seed_runs.h"

#include "app/io/files/staged_folder.h"
#include "app/io/json/json_text.h"
#include "app/judge/runs/repairs.h"
#include "engine/base/check.h"
#include "engine/base/number_text.h"
#include "engine/file/csv_field.h"
#include "engine/file/whole_file.h"
#include "engine/tensor/arithmetic_rules.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::array<std::string_view, 2> kNoiseFiles{"noise.csv", "noise.json"};

/// All candidates and the reference, under one seed and without what would stop them.
std::vector<NamedCandidate> lanesUnder(std::uint64_t seed, const std::vector<NamedCandidate>& candidates)
{
    std::vector<NamedCandidate> lanes = candidates;
    lanes.push_back({"", float32Reference(candidates.front().session)});
    for (NamedCandidate& lane : lanes) {
        lane.session.training.seed = seed;
        lane.session.watches.clear();
    }
    return lanes;
}

Json bandJson(const SeedBand& band)
{
    return {{"least", band.least}, {"mean", band.mean}, {"largest", band.largest},
        {"not_finite", band.notFinite}};
}

Json rowJson(const NoiseRow& row)
{
    return {{"number", row.number->name}, {"unit", row.number->unit}, {"seeds", row.seeds},
        {"candidate", bandJson(row.candidate)}, {"float32", bandJson(row.reference)},
        {"mean_difference", row.meanDifference}, {"larger", row.larger}, {"smaller", row.smaller},
        {"rank_sum_p", row.probability}, {"least_p", row.leastProbability}, {"sign_p", row.signProbability},
        {"outcome", noiseOutcomeNames()[static_cast<std::size_t>(row.outcome)]},
        {"sentence", noiseSentence(row).text()}};
}

/// The arithmetic that the run had; null without a run.
Json arithmeticJson(const RunSummary* run)
{
    return run != nullptr ? Json(rulesOf(run->arithmetic).name) : Json(nullptr);
}

Status writeNoise(StagedFolder& stage, const std::filesystem::path& place, const SeedRunsDone& done)
{
    if (const Status written = writeWholeFile(place / kNoiseFiles[0], noiseCsv(done)); !written)
        return stage.placed(written.error());
    if (const Status written = writeWholeFile(place / kNoiseFiles[1], noiseJson(done)); !written)
        return stage.placed(written.error());
    return stage.commit();
}

} // namespace

SessionSpec float32Reference(SessionSpec session)
{
    computeInFloat32(session);
    return session;
}

Result<SeedRunsDone> runSeeds(const std::vector<NamedCandidate>& candidates,
    const std::vector<std::uint64_t>& seeds, const Kernels& kernels, const SeedRunsOptions& options,
    const SeedProgress& progress)
{
    check(!candidates.empty() && !seeds.empty(), "[runSeeds] something to train");
    std::optional<StagedFolder> stage;
    std::filesystem::path place;
    if (!options.folder.empty()) {
        Result<StagedFolder> begun = StagedFolder::create(options.folder, kNoiseFiles);
        if (!begun)
            return begun.error();
        stage = *std::move(begun);
        const Result<std::filesystem::path> made = stage->makeFolder("");
        if (!made)
            return made.error();
        place = *made;
    }
    SeedRunsDone done{.seeds = seeds};
    for (const NamedCandidate& candidate : candidates)
        done.candidates.push_back({candidate.name, {}});
    const std::int64_t steps = candidates.front().session.training.steps;
    for (std::size_t i = 0; i < seeds.size() && done.ended == RunEnd::Complete; ++i) {
        if (i > 0 && progress && !progress(i, 0, steps)) {
            done.ended = RunEnd::Interrupted;
            break;
        }
        const Result<std::vector<FinishedRun>> runs = runIntoFolders(lanesUnder(seeds[i], candidates),
            kernels,
            {.folder = {},
                .threads = options.threads,
                .onLoaded = i == 0 ? options.onLoaded : std::function<void()>()},
            [&](std::int64_t stepsDone, std::int64_t) { return !progress || progress(i, stepsDone, steps); });
        if (!runs)
            return runs.error();
        const RunSummary& reference = runs->back().summary;
        if (reference.ended != RunEnd::Complete) {
            done.ended = RunEnd::Interrupted; // numbers of fewer steps are no such numbers
            break;
        }
        for (std::size_t c = 0; c < candidates.size(); ++c)
            done.candidates[c].pairs.push_back({seeds[i], (*runs)[c].summary, reference});
    }
    if (stage
        && !done.candidates.front().pairs.empty()) // without seeds nothing is judged, and earlier files stay
        if (const Status written = writeNoise(*stage, place, done); !written)
            return written.error();
    return done;
}

std::string noiseCsv(const SeedRunsDone& done)
{
    const auto cell
        = [](const std::optional<double>& value) { return value ? shortestText(*value) : std::string(); };
    std::string text = "policy,number,seed,candidate,float32\n";
    for (const SeedRuns& candidate : done.candidates)
        for (const NoiseRow& row : judgeNoise(candidate.pairs))
            for (const SeedPair& pair : candidate.pairs)
                text += csvField(candidate.name) + ',' + std::string(row.number->name) + ','
                    + std::to_string(pair.seed) + ',' + cell(seedValue(*row.number, pair.candidate)) + ','
                    + cell(seedValue(*row.number, pair.reference)) + '\n';
    return text;
}

std::string noiseJson(const SeedRunsDone& done)
{
    const std::vector<SeedPair>& first = done.candidates.front().pairs; // all are of one machine
    Json json{{"format", "ulpscope-noise"}, {"version", kNoiseFileVersion},
        {"program_version", ULPSCOPE_VERSION},
        {"kernels", first.empty() ? "" : first.front().candidate.kernels},
        {"processor", first.empty() ? "" : first.front().candidate.processor}, {"seeds", done.seeds},
        {"ended", runEndNames()[static_cast<std::size_t>(done.ended)]}, {"level", kNoiseLevel},
        {"candidates", Json::array()}};
    for (const SeedRuns& candidate : done.candidates) {
        Json numbers = Json::array();
        for (const NoiseRow& row : judgeNoise(candidate.pairs))
            numbers.push_back(rowJson(row));
        const SeedPair* pair = candidate.pairs.empty() ? nullptr : &candidate.pairs.front();
        json["candidates"].push_back({{"policy", candidate.name}, {"seeds_done", candidate.pairs.size()},
            {"arithmetic", arithmeticJson(pair ? &pair->candidate : nullptr)},
            {"float32_arithmetic", arithmeticJson(pair ? &pair->reference : nullptr)}, {"numbers", numbers}});
    }
    return layoutJson(json);
}

} // namespace ulpscope
