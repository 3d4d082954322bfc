// SPDX-License-Identifier: GPL-3.0-or-later
// run --seeds: candidates and their float32 reference under several seeds, as a table or JSON, and as files.
#pragma once

#include "app/io/runs/seed_runs.h"
#include "app/judge/arithmetic/would_lose.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ulpscope::cli {

// What a tensor would lose, as a table and as JSON.
std::string lossTable(const std::vector<WouldLose>& losses);
nlohmann::ordered_json lossJson(const std::vector<WouldLose>& losses);

struct SeedsArguments
{
    std::string session; ///< the session as the user named it
    std::string seeds; ///< "1..5"
    std::string out; ///< empty: no files
    int threads = 1;
    bool asJson = false;
};

/// Gives the exit code.
int runUnderSeeds(
    const std::vector<NamedCandidate>& candidates, const Kernels& kernels, const SeedsArguments& arguments);

} // namespace ulpscope::cli
