// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that several commands take: a session, and for which level of the processor the numbers are computed.
#pragma once

#include "app/io/session/scene_files.h"
#include "app/io/session/session_file.h"
#include "engine/kernels/kernels.h"

#include <string>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// findSession, then loadSession.
SessionSpec sessionArgument(const std::string& argument);

/// The error of what the argument names: its place is in there, after the argument.
inline auto inside(std::string argument)
{
    return [argument = std::move(argument)](const Error& error) {
        return Error{argument, error.sentence(), error.kind};
    };
}

/// Heading of a report: the session's title, or the argument if it has none.
std::string titleOf(const SessionSpec& session, const std::string& argument);

// --kernels LEVEL: for which level of the processor the numbers are computed.
void addKernelsOption(CLI::App& command, std::string& level);

/// Kernels of exactly that level; the best of the machine for an empty text. The error's place is "--kernels" where the level is not there.
Result<Kernels> kernelsOfLevel(const std::string& level);

} // namespace ulpscope::cli
