// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void defineSweep(CLI::App& command, Action&)
{
    command.require_subcommand(1);
    command.footer(
        "Every assignment of a menu to layers under every seed, in shards that any machine with the folder can run:\n"
        "         ulpscope-cli sweep plan circle --menu float32,mixed_float16 --budget 'loss <= 1.05*float32' --out DIR\n"
        "         for i in $(seq 8); do ulpscope-cli sweep run DIR --shard $i/8 & done; wait\n"
        "         ulpscope-cli sweep status DIR\n"
        "         ulpscope-cli sweep merge DIR\n"
        "With GNU parallel: parallel ulpscope-cli sweep run DIR --threads 1 --shard {}/8 ::: $(seq 8)\n"
        "With Slurm: ulpscope-cli sweep submit DIR --shards 64, which writes a job array, submits it, and again what was lost.\n"
        "A search by rounds (sweep plan --search bytes), without Slurm:\n"
        "         while [ ! -e DIR/search.json ] && ulpscope-cli sweep next DIR; do ulpscope-cli sweep run DIR; done\n"
        "A shard that was lost is run again; what is done stays, and nothing is run twice. results.jsonl has the same bytes however\n"
        "many shards there were. search --out DIR takes the results as its own.");
}

} // namespace ulpscope::cli
