// SPDX-License-Identifier: GPL-3.0-or-later
// What search and sweep next do with an answer: its files, and what the person reads.
#pragma once

#include "app/search/search.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ulpscope::cli {

/// Whether the folder has a search.json of a search that was not stopped.
bool isSearchOver(const std::filesystem::path& folder);

struct AnswerTelling
{
    std::string title; ///< of the session
    bool asJson = false; ///< search.json, in place of a table
};

/// Writes search.json, and answer.ulps where there is an answer; gives the exit code.
int tellAnswer(const std::filesystem::path& folder, const SearchQuestion& question,
    const SearchAnswer& answer, std::string_view kernelLevel, const AnswerTelling& telling);

} // namespace ulpscope::cli
