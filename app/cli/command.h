// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of ulpscope-cli, a row each: what it is called, and a function that tells the parser its options and, when
// it is the one chosen, sets what to do.
#pragma once

#include "engine/base/result.h"

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// Exit codes. A diverged or a stopped run is done.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1; ///< something could not be written, or the program is not whole
inline constexpr int kWrongUse = 2; ///< wrong arguments or unreadable input
inline constexpr int kNothingFound = 3; ///< a search has found no policies within the budget

/// Does the work and gives the exit code.
using Action = std::function<int()>;

/// A row of the catalog of commands.
struct Command
{
    std::string_view name; ///< "run"; "policy show" is the command "show" of the command "policy"
    std::string_view group = "Subcommands"; ///< its heading in --help; empty: it is not listed
    std::string_view help; ///< one line that says what the command does
    void (*define)(CLI::App& command, Action& action) = nullptr; ///< gives it options, a footer, what it does
    bool takesNegativeNumbers = false; ///< "-inf" is an argument of it and no option
};

std::span<const Command> commandCatalog();

/// Returns an error text for a seed that is no number, or an empty one. CLI11 alone would take -1 for the largest seed.
std::string checkSeed(const std::string& text);

/// One line on stderr: "ulpscope-cli: ...". Here and in print(), what a terminal would take for a command is escaped.
void complain(std::string_view message);
/// Reports an Error in the same way; returns the exit code for its kind.
int failWith(const Error& error);

/// Thrown to end a command; main() reports the error with failWith().
struct CommandFailure
{
    Error error;
};
[[noreturn]] inline void fail(Error error)
{
    throw CommandFailure{std::move(error)};
}
/// The value; fails if there is none. said: what is told in place of the error.
template <class T, std::invocable<const Error&> Said>
T orFail(Result<T> result, const Said& said)
{
    if (!result)
        fail(said(result.error()));
    return std::move(result).value();
}
/// place: the option that the error is at.
template <class T>
T orFail(Result<T> result, const std::string& place = {})
{
    return orFail(std::move(result), [&](const Error& error) { return error.within(place); });
}

/// Writes text to stdout; if that fails, reports it and returns kFailed.
int print(std::string_view text);

} // namespace ulpscope::cli
