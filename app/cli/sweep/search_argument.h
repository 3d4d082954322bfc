// SPDX-License-Identifier: GPL-3.0-or-later
// What search and sweep plan ask alike: a session, its menus of policies and loss scales, the searched layers, a budget, seeds and kernels.
#pragma once

#include "app/search/sweep/sweep_plan.h"
#include "engine/kernels/kernels.h"

#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace CLI {
class App;
}

namespace ulpscope::cli {

struct SearchArguments
{
    std::string session;
    SearchedText searched;
    std::string budget;
    std::string seeds = "1..5";
    std::optional<std::int64_t> steps;
    std::string kernels;
    std::string out;
};

void addSearchOptions(CLI::App& command, SearchArguments& arguments);
void addThreadsOption(CLI::App& command, int& threads);

/// The session with --steps.
Result<SessionSpec> searchedSession(const SearchArguments& arguments);
/// Kernels of the level that the plan names. Where this machine lacks it and the plan may use a lower one, it does from here on.
Result<Kernels> kernelsOfPlan(const std::filesystem::path& folder, SweepPlan& plan);
/// What the engine says of "menu", "loss-scale", "layers" and "budget" belongs to the options of these names, all else to the session.
Error searchError(const SearchArguments& arguments, const Error& error);

} // namespace ulpscope::cli
