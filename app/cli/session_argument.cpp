// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session_argument.h"

#include "engine/base/shown_text.h"

namespace ulpscope::cli {

std::string titleOf(const SessionSpec& session, const std::string& argument)
{
    return shownLine(session.title.empty() ? argument : session.title);
}

Error inSession(const std::string& argument, const Error& error)
{
    return {argument, error.sentence(), error.kind};
}

Result<SessionSpec> sessionArgument(const std::string& argument)
{
    const Result<std::filesystem::path> path = findSession(argument);
    if (!path)
        return path.error();
    return loadSession(*path);
}

} // namespace ulpscope::cli
