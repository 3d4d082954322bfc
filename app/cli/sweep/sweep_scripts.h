// SPDX-License-Identifier: GPL-3.0-or-later
// The two batch scripts of a sweep's folder: shard.sbatch, a task of the array, and follow.sbatch, the job that comes after an array has ended
// and submits what is left. They are written once; what a person makes of them stays.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ulpscope::cli {

std::filesystem::path shardScript(const std::filesystem::path& folder);
std::filesystem::path followScript(const std::filesystem::path& folder);

/// options: a line of #SBATCH each, in both. An error where there are options, and scripts which would lack them.
Status writeSweepScripts(
    const std::filesystem::path& folder, bool isSearch, const std::vector<std::string>& options);

} // namespace ulpscope::cli
