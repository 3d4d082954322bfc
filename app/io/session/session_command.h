// SPDX-License-Identifier: GPL-3.0-or-later
// A session as the command that trains it: what it starts from, and options for what differs.
#pragma once

#include "app/io/session/session_difference.h"

#include <cstdint>
#include <optional>

namespace ulpscope {

/// A session that a command can name.
struct NamedSession
{
    std::string argument; ///< a file's path, or a scene's name, "circle"
    SessionSpec session;
};

struct SessionCommand
{
    /// "ulpscope-cli", "run", "circle", "--steps", "200"
    std::vector<std::string> arguments;
    /// Differences that no option can express: the command would train with the `before` side of them.
    std::vector<SessionDifference> lost;

    /// The command line, quoted for a POSIX shell.
    std::string text() const;
};

/// Starts from the base that needs the fewest options. `bases` has at least one; `lastStep` is where the run was stopped.
SessionCommand sessionCommand(const SessionSpec& session, const std::vector<NamedSession>& bases,
    std::optional<std::int64_t> lastStep = {});

/// Returns the text as one argument for a POSIX shell, in quotes where that is needed.
std::string shellWord(const std::string& text);

} // namespace ulpscope
