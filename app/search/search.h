// SPDX-License-Identifier: GPL-3.0-or-later
// The cheapest policies of some layers that stay within a budget. Nothing is trusted that was not trained:
// 1. float32 under every seed. A budget that float32 itself does not keep is refused, with what float32 has under the seeds; where loss scales
//    are searched, one that it keeps under none of them;
// 2. scores under the first seed, from both ends: each layer alone under a policy and the others in float32; each alone in float32 and the
//    others under a policy. How much the two differ is what layers do to each other;
// 3. a knapsack of the first scores and the ledger's costs predicts the front, of which points are trained under all seeds;
// 4. repair: where what is predicted to be the cheapest breaks the budget, a least set of layers that does is found, and the knapsack
//    avoids it;
// 5. moves: one layer cheaper, and what all runs so far make promising, until nothing cheaper is found for a while and no cheaper policy of
//    one layer is left that holds;
// 6. proof, where there are at most kMaxProved assignments: every one that is cheaper than the answer is run.
// An assignment is refuted by the first seed that breaks a clause; the seeds behind it are not run.
// Where loss scales are searched, scores are of each of them, as layers keep the budget under one and break it under another; the front is of
// all. None costs anything, so that no change of the loss scale alone is cheaper; of two that hold, the one that stands first in the menu is taken.
#pragma once

#include "app/search/assignment_cost.h"
#include "app/search/conflicts.h"
#include "app/search/plan/search_plan.h"
#include "app/search/sweep/seed_spread.h"
#include "app/search/trials.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

inline constexpr int kMaxRepairs = 24;
inline constexpr std::size_t kMovesAtATime = 16;
inline constexpr std::size_t kMaxIdleMoves = 4; ///< how many moves in a row may find nothing

struct SearchQuestion
{
    SearchSpace space;
    Budget budget;
    std::vector<std::uint64_t> seeds; ///< at least one seed
    CostKind cost = CostKind::Bytes;
};

/// Facts about a run that broke the budget.
struct Refutation
{
    std::uint64_t seed = 0;
    std::size_t clause = 0; ///< the clause's place in the budget
    ClauseReading reading;
    std::string run;
};

struct AssignmentVerdict
{
    double use = 0; ///< the largest of the seeds that were run
    std::optional<Refutation> refutation; ///< none: it holds under every seed
    std::size_t asked = 0; ///< runs asked for until this was known

    bool holds() const { return !refutation; }
};

/// Uses under the first seed.
struct LayerScore
{
    LayerChoice choice;
    std::size_t lossScale = 0; ///< index among SearchSpace::lossScales; all three numbers are for this one
    double aloneLow = 0; ///< use if this layer alone has the policy
    double aloneHigh = 0; ///< this layer alone in float32, all others under the policy
    double allLow = 0; ///< all layers under it
    double interaction() const { return allLow - aloneHigh - aloneLow; }
};

struct FrontPoint
{
    Assignment assignment;
    double predictedCost = 0; ///< float32's and what each layer saves
    double predictedUse = 0; ///< the sum of its layers'
    bool isPredicted = false; ///< the point belongs to the predicted front
    bool isMeasured
        = false; ///< it keeps the budget, and no other run that does is at least as cheap and at least as far from the limit
    double cost = 0;
    AssignmentVerdict verdict; ///< while the search goes on: asked is 0 until it is known
};

/// One cheaper policy of one layer of the answer, and the run that refutes it.
struct CertificateRow
{
    LayerChoice choice;
    double cost = 0; ///< the cost of the whole assignment
    Refutation refutation;
};

struct SearchAnswer
{
    std::optional<Assignment> assignment; ///< none: nothing was found
    double cost = 0;
    double float32Cost = 0;
    bool isMinimal = false; ///< every single cheaper change was run and is refuted
    bool isProved = false; ///< every cheaper assignment was; without an answer, every assignment
    bool wasStopped = false;
    std::optional<std::size_t> refused; ///< the clause that float32 does not keep
    std::size_t runs = 0; ///< trained or looked up
    std::size_t runsToAnswer = 0;
    std::size_t cheaperRefuted
        = 0; ///< assignments that are cheaper than the answer, were run and break the budget
    std::vector<ClauseSpread> float32; ///< one spread for each clause
    std::vector<LayerScore> scores;
    std::vector<Conflict> conflicts;
    std::vector<FrontPoint> front; ///< the predicted and the measured; ascending in cost
    std::vector<CertificateRow> certificate;
};

struct SearchOptions
{
    int threads = 1;
    /// False stops; what is done is kept.
    std::function<bool(const SearchProgress&)> progress = {};
    std::stop_token stop = {}; ///< stops as progress returning false does, and within a step too
    std::shared_ptr<MemoryBudget> memory = {}; ///< budget that the runs take shares of; null: none
    TrialTaker leave = {}; ///< to others; the search ends as stopped, and goes on from what they have run
    /// Every run as it ends or is looked up, some more than once. From one thread at a time, as progress.
    std::function<void(const RunResult&)> ran = {};
    /// Called on the searching thread with the answer so far: when the front is predicted and after each round of runs.
    std::function<void(const SearchAnswer&)> grew = {};
};

/// Errors are the session's, or of files. What comes back depends on the question and the kernels' level alone.
Result<SearchAnswer> search(
    const SearchQuestion& question, const Kernels& kernels, KeptResults& kept, const SearchOptions& options);

} // namespace ulpscope
