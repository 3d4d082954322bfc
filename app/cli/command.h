// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of ulpscope-cli: each adds itself to the parser and, when it is the one chosen, sets what
// to do.
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// Exit codes. A diverged or a stopped run is done.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1; ///< something could not be written, or the program is not whole
inline constexpr int kWrongUse = 2; ///< wrong arguments or unreadable input

/// Does the work and gives the exit code.
using Action = std::function<int()>;

void addFormats(CLI::App& app, Action& action);
void addInspect(CLI::App& app, Action& action);
void addCast(CLI::App& app, Action& action);
void addMatmul(CLI::App& app, Action& action);
void addSum(CLI::App& app, Action& action);
void addAccumulators(CLI::App& app, Action& action);
void addLossScale(CLI::App& app, Action& action);
void addScaling(CLI::App& app, Action& action);
void addStats(CLI::App& app, Action& action);
void addRun(CLI::App& app, Action& action);
void addBlame(CLI::App& app, Action& action);
void addTensor(CLI::App& app, Action& action);
void addLedger(CLI::App& app, Action& action);
void addPredict(CLI::App& app, Action& action);
void addPolicy(CLI::App& app, Action& action);
void addSchema(CLI::App& app, Action& action);

/// What is wrong with a seed, or nothing; CLI11 alone would take -1 for the largest one.
std::string checkSeed(const std::string& text);

/// One line on stderr: "ulpscope-cli: ...". Here and in print(), what a terminal would take for a command is escaped.
void complain(std::string_view message);
/// The same for an Error; gives the exit code that fits its kind.
int failWith(const Error& error);
/// To stdout; kFailed with a complaint when that is not possible.
int print(std::string_view text);

} // namespace ulpscope::cli
