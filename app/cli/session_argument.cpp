// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session_argument.h"

#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ulpscope::cli {

std::string titleOf(const SessionSpec& session, const std::string& argument)
{
    return shownLine(session.title.empty() ? argument : session.title);
}

SessionSpec sessionArgument(const std::string& argument)
{
    return orFail(loadSession(orFail(findSession(argument))));
}

void addKernelsOption(CLI::App& command, std::string& level)
{
    command
        .add_option("--kernels", level,
            "Level of the processor to compute for, such as x86-64-v3: levels differ in last bits of products, and a run on another "
            "machine is the same bit for bit only with the same level (default: the best that this machine has)")
        ->type_name("LEVEL");
}

Result<Kernels> kernelsOfLevel(const std::string& level)
{
    const std::vector<std::string> levels = Kernels::availableLevels();
    if (!level.empty() && std::ranges::find(levels, level) == levels.end()) {
        const std::string known = joinedText(levels, ", ");
        return Error{"--kernels", "this machine has no kernels of level '" + level + "', only " + known};
    }
    return Kernels::load(level);
}

} // namespace ulpscope::cli
