// SPDX-License-Identifier: GPL-3.0-or-later
// "ulpscope-cli policy cast": which dtypes a layer sees under a policy.
#pragma once

#include "app/cli/command.h"

namespace ulpscope::cli {

void addPolicyCast(CLI::App& policy, Action& action);

} // namespace ulpscope::cli
