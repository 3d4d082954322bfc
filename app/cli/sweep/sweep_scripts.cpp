// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/sweep_scripts.h"

#include "app/cli/sweep/child_program.h"
#include "engine/base/program_folder.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <string_view>

namespace ulpscope::cli {

namespace {

std::string scriptText(std::string_view says, std::string_view name, std::string_view log,
    const std::vector<std::string>& options, std::string_view commands)
{
    std::string text = "#!/bin/sh\n";
    text += says;
    text
        += "# sweep submit starts it in the sweep's folder, with the number of shards. Once it is here it may be edited.\n";
    text += "#SBATCH --job-name=" + std::string(name) + "\n#SBATCH --output=" + std::string(log)
        + "\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n";
    for (const std::string& option : options)
        text += "#SBATCH " + option + "\n";
    return text + std::string(commands);
}

Status writeUnlessThere(
    const std::filesystem::path& path, const std::string& text, const std::vector<std::string>& options)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return writeWholeFile(path, text);
    if (!options.empty())
        return Error{path.string(), "is there already: edit it, or delete it to have it anew with --sbatch"};
    return success();
}

} // namespace

std::filesystem::path shardScript(const std::filesystem::path& folder)
{
    return folder / "shard.sbatch";
}

std::filesystem::path followScript(const std::filesystem::path& folder)
{
    return folder / "follow.sbatch";
}

Status writeSweepScripts(
    const std::filesystem::path& folder, bool isSearch, const std::vector<std::string>& options)
{
    for (const std::string& option : options)
        if (option.find('\n') != std::string::npos || !option.starts_with("-"))
            return Error{"--sbatch", "expected an option of sbatch, such as --partition=long"};
    const Result<std::filesystem::path> place = programFolder();
    if (!place)
        return place.error();
    const std::string program = shellQuoted((*place / "ulpscope-cli").string());
    const std::string threads = " --threads \"${SLURM_CPUS_PER_TASK:-1}\"";
    const std::string shard = scriptText(
        "# A task of the array: the shard of its number. Killed or requeued it goes on from what it has written.\n",
        "ulpscope-shard", "slurm-%A_%a.log", options,
        "exec " + program + " sweep run . --shard \"$SLURM_ARRAY_TASK_ID/$1\"" + threads + "\n");
    const std::string follow = scriptText(isSearch
            ? "# After an array has ended, however it did: the search goes on, and its next round or what was lost is submitted.\n"
            : "# After an array has ended, however it did: results are merged, and what was lost is submitted again.\n",
        "ulpscope-follow", "slurm-%j.log", options,
        program + (isSearch ? " sweep next ." + threads : " sweep merge .") + " || exit\nexec " + program
            + " sweep submit . --shards \"$1\"\n");
    if (const Status written = writeUnlessThere(shardScript(folder), shard, options); !written)
        return written;
    return writeUnlessThere(followScript(folder), follow, options);
}

} // namespace ulpscope::cli
