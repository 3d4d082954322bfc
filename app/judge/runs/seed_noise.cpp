// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/seed_noise.h"

#include "app/judge/logs/rank_tests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace ulpscope {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::optional<double> testLoss(const RunSummary& run)
{
    return metricAmong(run.testMetrics, "loss");
}

constexpr std::array kNumbers{
    SeedNumber{.name = "loss",
        .title = "loss at the end",
        .unit = "",
        .of = [](const RunSummary& run) { return std::optional(run.last.loss); },
        .endsWithDivergence = true},
    SeedNumber{
        .name = "test_loss", .title = "test loss", .unit = "", .of = testLoss, .endsWithDivergence = true},
    SeedNumber{.name = "test_accuracy",
        .title = "test accuracy",
        .unit = "",
        .of = [](const RunSummary& run) { return run.testAccuracy; },
        .endsWithDivergence = true,
        .isLargeGood = true},
    SeedNumber{.name = "gradients_flushed_percent",
        .title = "gradients flushed",
        .unit = "%",
        .of = [](const RunSummary& run) { return run.totals.counts.gradientsFlushedPercent(); }},
    SeedNumber{.name = "updates_lost_percent",
        .title = "updates lost",
        .unit = "%",
        .of = [](const RunSummary& run) { return std::optional(run.totals.counts.updatesLostPercent()); }},
    SeedNumber{.name = "overflows",
        .title = "overflows",
        .unit = "",
        .of =
            [](const RunSummary& run) {
                return std::optional(static_cast<double>(run.totals.counts.overflows));
            }},
    SeedNumber{.name = "skipped_steps",
        .title = "skipped steps",
        .unit = "",
        .of
        = [](const RunSummary& run) { return std::optional(static_cast<double>(run.totals.skippedSteps)); }},
    SeedNumber{.name = "error_vs_float64",
        .title = "error against float64",
        .unit = "",
        .of = [](const RunSummary& run) { return run.last.errorVsFloat64; },
        .endsWithDivergence = true},
};

/// Key by which values are ranked: an infinity or a NaN is the worst.
double ranked(const SeedNumber& number, double value)
{
    constexpr double kWorst = std::numeric_limits<double>::infinity();
    if (std::isfinite(value))
        return value;
    return number.isLargeGood ? -kWorst : kWorst;
}

SeedBand bandOf(const std::vector<double>& values)
{
    SeedBand band{kNaN, kNaN, kNaN};
    double sum = 0;
    std::int64_t finite = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            ++band.notFinite;
            continue;
        }
        band.least = finite == 0 ? value : std::min(band.least, value);
        band.largest = finite == 0 ? value : std::max(band.largest, value);
        sum += value;
        ++finite;
    }
    if (finite > 0)
        band.mean = sum / static_cast<double>(finite);
    return band;
}

NoiseOutcome outcomeOf(const NoiseRow& row)
{
    if (row.isSame())
        return NoiseOutcome::Within;
    if (row.leastProbability > kNoiseLevel)
        return NoiseOutcome::CannotTell;
    return row.probability <= kNoiseLevel ? NoiseOutcome::Differs : NoiseOutcome::Within;
}

std::optional<NoiseRow> rowOf(const SeedNumber& number, std::span<const SeedPair> pairs)
{
    std::vector<double> candidates;
    std::vector<double> references;
    bool isAnyKnown = false;
    for (const SeedPair& pair : pairs) {
        const std::optional<double> candidate = seedValue(number, pair.candidate);
        const std::optional<double> reference = seedValue(number, pair.reference);
        if (!candidate || !reference)
            continue;
        isAnyKnown = isAnyKnown || number.of(pair.candidate) || number.of(pair.reference);
        candidates.push_back(*candidate);
        references.push_back(*reference);
    }
    if (!isAnyKnown) // a divergence does not give a task a number that it does not have
        return std::nullopt;
    NoiseRow row{.number = &number,
        .seeds = static_cast<std::int64_t>(candidates.size()),
        .candidate = bandOf(candidates),
        .reference = bandOf(references)};
    double sum = 0;
    std::int64_t finite = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (std::isfinite(candidates[i]) && std::isfinite(references[i])) {
            sum += candidates[i] - references[i];
            ++finite;
        }
        candidates[i] = ranked(number, candidates[i]);
        references[i] = ranked(number, references[i]);
        row.larger += candidates[i] > references[i] ? 1 : 0;
        row.smaller += candidates[i] < references[i] ? 1 : 0;
    }
    row.meanDifference = finite > 0 ? sum / static_cast<double>(finite) : kNaN;
    row.probability = rankSumProbability(candidates, references);
    row.leastProbability = leastRankSumProbability(row.seeds);
    row.signProbability = signProbability(row.larger, row.smaller);
    row.outcome = outcomeOf(row);
    return row;
}

std::string twoDigits(double value)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.2g", value);
    return buffer.data();
}

/// ", though larger under every seed": what the pairs say where the groups say nothing.
} // namespace

std::span<const SeedNumber> seedNumbers()
{
    return kNumbers;
}

std::optional<double> seedValue(const SeedNumber& number, const RunSummary& run)
{
    return number.endsWithDivergence && run.totals.divergedAt ? std::optional(kNaN) : number.of(run);
}

const std::vector<std::string>& noiseOutcomeNames()
{
    static const std::vector<std::string> names{"differs", "within", "cannot_tell"};
    return names;
}

std::vector<NoiseRow> judgeNoise(std::span<const SeedPair> pairs)
{
    std::vector<NoiseRow> rows;
    for (const SeedNumber& number : kNumbers)
        if (std::optional<NoiseRow> row = rowOf(number, pairs))
            rows.push_back(*row);
    return rows;
}

Message noiseSentence(const NoiseRow& row)
{
    if (row.isSame())
        return message("is the same under every seed");
    const std::string p = twoDigits(row.probability);
    switch (row.outcome) {
    case NoiseOutcome::Differs:
        return message("differs by more than the seeds do (p %1)").with(p);
    case NoiseOutcome::Within:
        if (row.larger == row.seeds)
            return message("differs by no more than the seeds do (p %1), though larger under every seed")
                .with(p);
        if (row.smaller == row.seeds)
            return message("differs by no more than the seeds do (p %1), though smaller under every seed")
                .with(p);
        return message("differs by no more than the seeds do (p %1)").with(p);
    case NoiseOutcome::CannotTell:
        return (row.seeds == 1 ? message("cannot be said with %1 seed (p is at least %2)")
                               : message("cannot be said with %1 seeds (p is at least %2)"))
            .with(std::to_string(row.seeds))
            .with(twoDigits(row.leastProbability));
    }
    return {};
}

} // namespace ulpscope
