// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy_cast_command.h"
#include "app/cli/policy_commands.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void addPolicy(CLI::App& app, Action& action)
{
    CLI::App* command
        = app.add_subcommand("policy", "Show, look up, check, compare and export dtype policies");
    command->require_subcommand(1);
    command->footer("Examples: ulpscope-cli policy show circle\n"
                    "          ulpscope-cli policy export circle --as keras-map");
    addPolicyShow(*command, action);
    addPolicyResolve(*command, action);
    addPolicyCheck(*command, action);
    addPolicyDiff(*command, action);
    addPolicyExport(*command, action);
    addPolicyCast(*command, action);
}

} // namespace ulpscope::cli
