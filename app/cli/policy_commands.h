// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of "ulpscope-cli policy".
#pragma once

#include "app/cli/command.h"

namespace ulpscope::cli {

void addPolicyShow(CLI::App& policy, Action& action);
void addPolicyResolve(CLI::App& policy, Action& action);
void addPolicyCheck(CLI::App& policy, Action& action);
void addPolicyDiff(CLI::App& policy, Action& action);
void addPolicyExport(CLI::App& policy, Action& action);

} // namespace ulpscope::cli
