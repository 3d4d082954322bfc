// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments and output that the searching commands share: the question and the answer.
#pragma once

#include "app/search/search.h"
#include "app/search/sweep/sweep_plan.h"
#include "engine/kernels/kernels.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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

/// The session that is searched, with the number of steps from --steps.
SessionSpec searchedSession(const SearchArguments& arguments);
/// Kernels of the level that the plan names. Where this machine lacks it and the plan may use a lower one, it does from here on.
Kernels kernelsOfPlan(const std::filesystem::path& folder, SweepPlan& plan);
/// The error at the option "--menu", "--loss-scale", "--layers" or "--budget" if its place is one of these names, otherwise inside the session.
Error searchError(const SearchArguments& arguments, const Error& error);

/// Whether the folder has a search.json of a search that was not stopped.
bool isSearchOver(const std::filesystem::path& folder);

struct AnswerTelling
{
    std::string title; ///< the session's title
    bool asJson = false; ///< search.json, in place of a table
};

/// Writes search.json, and answer.ulps where there is an answer; gives the exit code.
int tellAnswer(const std::filesystem::path& folder, const SearchQuestion& question,
    const SearchAnswer& answer, std::string_view kernelLevel, const AnswerTelling& telling);

} // namespace ulpscope::cli
