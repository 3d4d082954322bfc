// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a candidate and its float32 reference differ by more than seeds do: a number of a run that another seed would have
// changed as much says nothing about formats.
//
// The rule. Each seed trains both, from the same weights on the same batches. What is to be refuted is that the candidate's
// rounding is worth no more than another seed, that is, that its n values could as well be the reference's under n more seeds. Then every way to
// deal the 2 n values into two groups is as likely as the one that was found, and the rank-sum test counts those in which the groups are as far
// apart (rank_tests.h). At or below kNoiseLevel the two differ by more than the seeds do. That both were trained under the same seeds makes them, if anything,
// more alike than two fresh groups, so that the rule says "differ" at most as often as its level allows.
//
// It is a statement about n seeds. The least probability is 2 / binomial(2 n, n): 1, 1/3, 1/10, 1/35, 1/126, so that with fewer than four seeds nothing
// can be said, unless all values are equal in pairs. Beside it stands the sign test of the pairs, which answers another question: whether the
// candidate is on one side under every seed, by however little. Of five pairs it can show no less than 1/16.
// Each number is judged by itself: of 20 that do not differ, one is found to differ.
#pragma once

#include "engine/base/message.h"
#include "engine/train/run_summary.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr double kNoiseLevel = 0.05;

/// A headline number of a run, as summary.json calls it.
struct SeedNumber
{
    std::string_view name; ///< "gradients_flushed_percent"
    std::string_view title; ///< "gradients flushed"
    std::string_view unit; ///< "%" or empty
    std::optional<double> (*of)(const RunSummary& run); ///< nothing where the task or the watch has none
    bool endsWithDivergence = false; ///< a run that diverged has none, which is worse than any
    bool isLargeGood = false;
};
std::span<const SeedNumber> seedNumbers();

/// NaN for what a run has lost by divergence; nothing where it never had the number.
std::optional<double> seedValue(const SeedNumber& number, const RunSummary& run);

/// Both runs of a seed, whole ones of as many steps.
struct SeedPair
{
    std::uint64_t seed = 0;
    RunSummary candidate;
    RunSummary reference; ///< float32
};

enum class NoiseOutcome : std::uint8_t {
    Differs, ///< the two differ by more than seeds do
    Within, ///< by no more than the seeds do, or not at all
    CannotTell, ///< with so few seeds no values could differ by more
};
/// "differs", "within", "cannot_tell": in the enum's order.
const std::vector<std::string>& noiseOutcomeNames();

/// Values of one number under all seeds, of either the candidate or the reference.
struct SeedBand
{
    double least = 0; ///< smallest of the finite values; all three are NaN if there is none
    double mean = 0;
    double largest = 0;
    std::int64_t notFinite = 0; ///< seeds that diverged or ended with NaN or infinity
};

struct NoiseRow
{
    const SeedNumber* number = nullptr;
    std::int64_t seeds = 0; ///< seeds under which both sessions have the number
    SeedBand candidate;
    SeedBand reference;
    double meanDifference
        = 0; ///< candidate - reference, of the seeds where both are finite; NaN where none are
    std::int64_t larger
        = 0; ///< seeds under which the candidate's is; one that is not finite is the worst of all
    std::int64_t smaller = 0;
    double probability = 1; ///< rankSumProbability(): that as much comes of seeds alone
    double leastProbability = 1; ///< smallest p that this many seeds can reach
    double signProbability = 1; ///< p-value of the sign test over the pairs
    NoiseOutcome outcome = NoiseOutcome::Within;

    /// Whether every seed's values are equal in pairs.
    bool isSame() const { return larger == 0 && smaller == 0; }
};

/// A row for each number that at least one pair has in both. pairs: at most kMaxRanked.
std::vector<NoiseRow> judgeNoise(std::span<const SeedPair> pairs);

/// "differs by more than the seeds do (p 0.0079)"
Message noiseSentence(const NoiseRow& row);

} // namespace ulpscope
