// SPDX-License-Identifier: GPL-3.0-or-later
// run --seeds: candidates and their float32 reference under several seeds, as a table or JSON, and as files.
#pragma once

#include "app/io/runs/seed_runs.h"

#include <string>
#include <vector>

namespace ulpscope::cli {

struct SeedsArguments
{
    std::string session; ///< as it was named
    std::string seeds; ///< "1..5"
    std::string out; ///< empty: no files
    int threads = 1;
    bool asJson = false;
};

/// Gives the exit code.
int runUnderSeeds(
    const std::vector<NamedCandidate>& candidates, const Kernels& kernels, const SeedsArguments& arguments);

} // namespace ulpscope::cli
