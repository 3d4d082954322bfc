// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/run_seeds.h"

#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/stop_signals.h"
#include "engine/base/number_text.h"
#include "engine/session/seed_list.h"
#include "engine/tensor/arithmetic_rules.h"

namespace ulpscope::cli {

std::string lossTable(const std::vector<WouldLose>& losses)
{
    std::vector<std::vector<std::string>> rows{
        {"in", "flushed", "overflows", "saturated", "relative error", "SQNR", "worst element"}};
    for (const WouldLose& loss : losses)
        rows.push_back({loss.format, roundedText(loss.flushedPercent) + " %",
            roundedText(loss.overflowPercent) + " %", roundedText(loss.saturatedPercent) + " %",
            roundedText(loss.relativeError), roundedText(loss.sqnr) + " dB",
            loss.maxUlpError == loss.maxUlpError ? roundedText(loss.maxUlpError) + " ulp" : "-"});
    return alignedTable(rows);
}

nlohmann::ordered_json lossJson(const std::vector<WouldLose>& losses)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const WouldLose& loss : losses)
        list.push_back({{"format", loss.format}, {"flushed_percent", loss.flushedPercent},
            {"overflow_percent", loss.overflowPercent}, {"saturated_percent", loss.saturatedPercent},
            {"relative_error", loss.relativeError}, {"sqnr_db", loss.sqnr}, {"max_ulp", loss.maxUlpError}});
    return list;
}

namespace {

void addBand(std::vector<std::string>& cells, const SeedBand& band)
{
    for (const double value : {band.mean, band.least, band.largest})
        cells.push_back(roundedText(value));
    if (band.notFinite > 0) // the mean is of the others
        cells[cells.size() - 3] += " (" + std::to_string(band.notFinite) + " not finite)";
}

std::string tableOf(const SeedRuns& candidate)
{
    std::vector<std::vector<std::string>> rows{{"", "candidate", "least", "largest", "float32", "least",
        "largest", "larger", "candidate and float32"}};
    for (const NoiseRow& row : judgeNoise(candidate.pairs)) {
        std::vector<std::string>& cells = rows.emplace_back();
        const std::string unit(row.number->unit);
        cells.push_back(std::string(row.number->title) + (unit.empty() ? "" : " (" + unit + ")"));
        addBand(cells, row.candidate);
        addBand(cells, row.reference);
        cells.push_back(std::to_string(row.larger) + " of " + std::to_string(row.seeds));
        cells.push_back(noiseSentence(row).text());
    }
    return alignedTable(std::move(rows));
}

/// Warns if the two sessions follow different arithmetic rules: then a difference is not due to their formats alone.
std::string arithmeticLine(const SeedPair& pair)
{
    if (pair.candidate.arithmetic == pair.reference.arithmetic)
        return {};
    return "  arithmetic: candidate " + rulesOf(pair.candidate.arithmetic).name + ", float32 "
        + rulesOf(pair.reference.arithmetic).name + "; with --arithmetic written both are\n";
}

} // namespace

int runUnderSeeds(
    const std::vector<NamedCandidate>& candidates, const Kernels& kernels, const SeedsArguments& arguments)
{
    const std::vector<std::uint64_t> seeds = orFail(seedsOf(arguments.seeds), "--seeds");
    const auto failed = [&](const Error& error) {
        return error.kind == ErrorKind::Output ? error : inside(arguments.session)(error);
    };
    SeedRunsDone done;
    {
        ProgressBar bar("training");
        done = orFail(
            runSeeds(candidates, seeds, kernels,
                {.folder = arguments.out, .threads = arguments.threads, .onLoaded = listenForStopSignals},
                [&](std::size_t seedsDone, std::int64_t stepsDone, std::int64_t steps) {
                    bar.show(static_cast<std::int64_t>(seedsDone) * steps + stepsDone,
                        static_cast<std::int64_t>(seeds.size()) * steps);
                    return !stopSignalCame();
                }),
            failed);
    }
    const std::size_t whole = done.candidates.front().pairs.size();
    if (done.ended == RunEnd::Interrupted)
        complain("stopped after " + counted(static_cast<std::int64_t>(whole), "seed") + " of "
            + std::to_string(seeds.size()) + "; a seed that was not trained to its end does not count"
            + (whole == 0 && !arguments.out.empty() ? ", and nothing is written" : ""));
    if (arguments.asJson)
        return print(noiseJson(done));
    for (std::size_t i = 0; i < candidates.size() && whole > 0; ++i) {
        const NamedCandidate& candidate = candidates[i];
        const std::string title = titleOf(candidate.session, arguments.session)
            + (candidate.name.empty() ? "" : ", " + candidate.name) + ", "
            + counted(static_cast<std::int64_t>(whole), "seed");
        if (const int printed = print(title + "\n" + arithmeticLine(done.candidates[i].pairs.front())
                + tableOf(done.candidates[i]));
            printed != kDone)
            return printed;
    }
    return arguments.out.empty() || whole == 0 ? kDone : print("  files in " + arguments.out + "\n");
}

} // namespace ulpscope::cli
