// SPDX-License-Identifier: GPL-3.0-or-later
// A search in words: how far it is, what it came to, and what is known of one assignment.
#pragma once

#include "app/judge/runs/severity.h"
#include "app/search/plan/search_plan.h"
#include "app/session/search_runner.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// "Searching, each layer alone: 12 of 40 runs, 3 min left"; empty while it is idle.
QString progressText(const SearchRunner& runner);

struct SearchOutcome
{
    QString headline; ///< whether it is proved comes first
    QString detail; ///< and, once it is over, where a clause allows less than the seeds differ
    Severity severity = Severity::Notice;
};

/// isOver: else it is the best so far. question and answer: of one search.
SearchOutcome outcomeOf(const SearchQuestion& question, const SearchAnswer& answer, bool isOver);

/// "62.5 % of float32's bytes: 1.25 MiB of 2 MiB"
QString costText(const SearchQuestion& question, double cost, double float32Cost);
/// "bytes of a training step"
QString costTitle(CostKind kind);

/// "mixed_float16: dense, dense_1; float32: logits", and the loss scale where it is searched
QString assignmentText(const SearchSpace& space, const Assignment& assignment);
/// "loss <= 1.05*float32 under seed 2: 0.131, limit 0.125"
QString readingText(
    const SearchQuestion& question, std::size_t clause, std::uint64_t seed, const ClauseReading& reading);
/// Describes an assignment over all its seeds: its policies, what they cost and how the budget is kept or broken.
QString triedText(const SearchQuestion& question, const TriedAssignment& tried, double float32Cost);

/// Title of the run in the list of kept runs: "search mixed_float16: dense; float32: logits, seed 2"
QString runTitle(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed);

/// An error of the question, with its place in the window's words.
QString questionErrorText(const Error& error);

// How much a search has to do, in words.
/// "27 assignments: at most 81 runs, about 2 min". secondsPerRun: nothing where that is not known.
QString planText(const SearchPlan& plan, std::optional<double> secondsPerRun, int threads);

} // namespace ulpscope::ui
