// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void definePolicy(CLI::App& command, Action&)
{
    command.require_subcommand(1);
    command.footer("Examples: ulpscope-cli policy show circle\n"
                   "          ulpscope-cli policy export circle --as keras-map");
}

} // namespace ulpscope::cli
