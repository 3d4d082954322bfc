// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/slurm.h"

#include "engine/base/program_folder.h"
#include "engine/file/whole_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <sys/wait.h>

namespace ulpscope::cli {

namespace {

/// Quotes a word for a shell: 'it'\''s'.
std::string shellQuoted(const std::string& word)
{
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

/// Runs a program and returns its output, errors too. words: its name, which PATH finds, and its arguments.
Result<std::string> outputOf(const std::vector<std::string>& words)
{
    std::string command;
    for (const std::string& word : words)
        command += shellQuoted(word) + ' ';
    std::FILE* pipe = ::popen((command + "2>&1").c_str(), "r");
    if (pipe == nullptr)
        return Error{words.front(), std::strerror(errno)};
    std::string text;
    std::array<char, 4096> bytes;
    while (const std::size_t got = std::fread(bytes.data(), 1, bytes.size(), pipe))
        text.append(bytes.data(), got);
    const int status = ::pclose(pipe);
    text.erase(text.find_last_not_of(" \n") + 1);
    constexpr int kNotFound = 127; // POSIX' shell gives this where a command does not exist
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
        return Error{words.front(), "was not found on this machine"};
    if (status != 0)
        return Error{words.front(), text.empty() ? "failed" : text};
    return text;
}

std::string scriptText(const std::string& says, const std::string& name, const std::string& log,
    const std::vector<std::string>& options, const std::string& commands)
{
    std::string text = "#!/bin/sh\n# " + says
        + "\n# sweep submit starts it in the sweep's folder, and leaves what is edited here as it is.\n"
        + "#SBATCH --job-name=" + name + "\n#SBATCH --output=" + log
        + "\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n";
    for (const std::string& option : options)
        text += "#SBATCH " + option + "\n";
    return text + commands;
}

} // namespace

std::filesystem::path shardScript(const std::filesystem::path& folder)
{
    return folder / "array.sbatch";
}

std::filesystem::path followScript(const std::filesystem::path& folder)
{
    return folder / "after.sbatch";
}

Status writeSlurmScripts(const std::filesystem::path& folder, bool isSearch, std::int64_t shards,
    const std::vector<std::string>& options)
{
    for (const std::string& option : options)
        if (option.find('\n') != std::string::npos || !option.starts_with("-"))
            return Error{"--sbatch", "expected an option of sbatch, such as --partition=long"};
    const Result<std::filesystem::path> place = programFolder();
    if (!place)
        return place.error();
    const std::string program = shellQuoted((*place / "ulpscope-cli").string());
    const std::string threads = " --threads \"${SLURM_CPUS_PER_TASK:-1}\"";
    const std::string count = std::to_string(shards);
    std::vector<std::string> ofShards{"--array=1-" + count, "--signal=B:USR1@60"};
    ofShards.insert(ofShards.end(), options.begin(), options.end());
    const std::string shard = scriptText(
        "A task of the array is the shard of its number, and goes on from what the shard has written.",
        "ulpscope-shard", "slurm-%A_%a.log", ofShards,
        "runs() { cat shard-*.jsonl 2>/dev/null | wc -l; }\nbefore=$(runs)\n" + program
            + " sweep run . --shard \"$SLURM_ARRAY_TASK_ID/" + count + "\"" + threads
            + " &\n"
              "trap 'kill $!' USR1 # a minute before the time limit\n"
              "wait $! && exit\n"
              "wait\n"
              "# It failed, was killed, or is out of time. It begins again as long as runs are added, and at most three times in vain.\n"
              "[ \"$(runs)\" -gt \"$before\" ] || [ \"${SLURM_RESTART_COUNT:-0}\" -lt 3 ] || exit 1\n"
              "exec scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n");
    const std::string follow = isSearch
        ? scriptText("After an array: the search goes on, and its next round is submitted.",
            "ulpscope-follow", "slurm-%j.log", options,
            program + " sweep next ." + threads + " || exit\nexec " + program + " sweep submit .\n")
        : scriptText("After the array: results are merged.", "ulpscope-follow", "slurm-%j.log", options,
            "exec " + program + " sweep merge .\n");
    if (const Status written = writeWholeFile(followScript(folder), follow); !written)
        return written;
    return writeWholeFile(shardScript(folder), shard); // last: it says that both are there
}

Result<std::string> submitJob(const std::filesystem::path& folder, const std::filesystem::path& script,
    const std::vector<std::string>& options)
{
    std::vector<std::string> words{"sbatch", "--parsable", "--chdir=" + folder.string()};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(script.string());
    const Result<std::string> output = outputOf(words);
    if (!output)
        return output;
    const std::string last
        = output->substr(output->rfind('\n') + 1); // warnings come first: "12", or "12;cluster"
    return last.substr(0, last.find(';'));
}

Result<std::vector<SlurmTask>> queuedTasks(const std::filesystem::path& folder)
{
    const Result<std::string> output
        = outputOf({"squeue", "--me", "--array", "--noheader", "--format=%A|%F|%K|%T|%N|%r|%Z"});
    if (!output)
        return output.error();
    const char* own = std::getenv("SLURM_JOB_ID");
    std::vector<SlurmTask> tasks;
    std::istringstream lines(*output);
    for (std::string id; std::getline(lines, id, '|');) {
        SlurmTask task;
        for (std::string* cell : {&task.job, &task.task, &task.state, &task.nodes, &task.reason})
            std::getline(lines, *cell, '|');
        std::string place; // may have any sign in it
        std::getline(lines, place);
        if (place == folder && (own == nullptr || id != own))
            tasks.push_back(std::move(task));
    }
    return tasks;
}

} // namespace ulpscope::cli
