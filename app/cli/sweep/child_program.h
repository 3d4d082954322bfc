// SPDX-License-Identifier: GPL-3.0-or-later
// Another program, run to its end.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace ulpscope::cli {

struct ProgramOutput
{
    int exitCode = 0; ///< 128 and the signal's number where one ended it, as shells have it
    std::string out;
    std::string err; ///< without space at its end
};

/// words: the program, which PATH finds, and its arguments; no shell reads them. An error where it cannot be started.
Result<ProgramOutput> runProgram(const std::vector<std::string>& words);

/// For a shell: 'it'\''s'.
std::string shellQuoted(const std::string& word);

} // namespace ulpscope::cli
