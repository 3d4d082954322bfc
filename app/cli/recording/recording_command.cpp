// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/recording/recording_argument.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void defineRecording(CLI::App& command, Action&)
{
    command.require_subcommand(1);
    command.footer(std::string(kNamesFooter)
        + "A training is recorded by the Python file that one of these writes:\n"
          "         ulpscope-cli policy export circle --as torch-recorder -o recorder.py\n"
          "         ulpscope-cli policy export circle --as keras-recorder -o recorder.py\n"
          "and looked at by\n"
          "         ulpscope-cli recording show recording\n"
          "         ulpscope-cli recording origins recording\n"
          "         ulpscope-cli recording errors recording --steps 12");
}

} // namespace ulpscope::cli
