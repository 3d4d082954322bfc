// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void defineDevice(CLI::App& command, Action&)
{
    command.require_subcommand(1);
    command.footer("Examples: ulpscope-cli device check --write-script\n"
                   "          ulpscope-cli device check device_result.npz");
}

} // namespace ulpscope::cli
