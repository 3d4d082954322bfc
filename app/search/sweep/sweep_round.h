// SPDX-License-Identifier: GPL-3.0-or-later
// A search in rounds, for many machines: what it asks for next is added to the plan, shards run it, and the search goes on from there. It
// remembers nothing but what was run: each round asks all questions again, and finds what is known. The answer has the same bytes as
// that of a search on one machine.
#pragma once

#include "app/search/sweep/sweep.h"

#include <cstddef>
#include <optional>

namespace ulpscope {

/// The search of a plan that has one.
SearchQuestion questionOf(const SweepPlan& plan);

struct RoundOptions
{
    int threads = 1;
    std::size_t smallest = 16; ///< runs: fewer are trained here, at once
    std::function<bool(const SearchProgress&)> progress = {}; ///< as SearchOptions'
};

/// One of them.
struct SweepRound
{
    std::size_t missing = 0; ///< runs of the plan that are not done; nothing was done about them
    std::size_t added = 0; ///< runs to the plan
    std::optional<SearchAnswer> answer = {}; ///< the search is over
};

/// plan: of a search; gets what is added. Kernels: of its level. Who asks holds the folder's runs.jsonl in the meantime.
Result<SweepRound> nextRound(const std::filesystem::path& folder, SweepPlan& plan, const Kernels& kernels,
    const RoundOptions& options);

} // namespace ulpscope
