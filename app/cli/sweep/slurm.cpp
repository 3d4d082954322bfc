// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/slurm.h"

#include "app/cli/sweep/child_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace ulpscope::cli {

namespace {

std::vector<std::string> partsOf(const std::string& text, char between)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == between)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

/// 0 for what is no number, as squeue's "N/A".
std::int64_t numberIn(const std::string& text)
{
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

Result<ProgramOutput> asked(const std::vector<std::string>& words)
{
    Result<ProgramOutput> output = runProgram(words);
    if (output && output->exitCode != 0)
        return Error{words.front(),
            output->err.empty() ? "ended with " + std::to_string(output->exitCode) : output->err};
    return output;
}

using TaskMap = std::map<std::pair<std::string, std::int64_t>, SlurmTask>;

void add(TaskMap& tasks, SlurmTask task, const std::vector<std::string>& jobs)
{
    if (std::ranges::find(jobs, task.job) != jobs.end())
        tasks.insert_or_assign({task.job, task.number}, std::move(task));
}

/// What is in the queue, or ended some minutes ago.
Status addQueued(TaskMap& tasks, const std::vector<std::string>& jobs)
{
    const Result<ProgramOutput> output
        = asked({"squeue", "--me", "--array", "--noheader", "--states=all", "--format=%F|%K|%T|%N|%r"});
    if (!output)
        return output.error();
    for (const std::string& line : partsOf(output->out, '\n'))
        if (const std::vector<std::string> cells = partsOf(line, '|'); cells.size() == 5)
            add(tasks, {cells[0], numberIn(cells[1]), cells[2], cells[3], cells[4] == "None" ? "" : cells[4]},
                jobs);
    return success();
}

/// What ended before; nothing where the cluster keeps no accounts.
void addAccounted(TaskMap& tasks, const std::vector<std::string>& jobs)
{
    std::string list;
    for (const std::string& job : jobs)
        list += (list.empty() ? "" : ",") + job;
    const Result<ProgramOutput> output = asked({"sacct", "--noheader", "--parsable2", "--allocations",
        "--array", "--jobs=" + list, "--format=JobID,State,NodeList,ExitCode"});
    if (!output)
        return;
    for (const std::string& line : partsOf(output->out, '\n')) {
        const std::vector<std::string> cells = partsOf(line, '|');
        if (cells.size() != 4)
            continue;
        const std::vector<std::string> names = partsOf(cells[0], '_');
        const std::string state = partsOf(cells[1], ' ').front(); // "CANCELLED by 1000"
        add(tasks, {names[0], names.size() > 1 ? numberIn(names[1]) : 0, state, cells[2], "exit " + cells[3]},
            jobs);
    }
}

} // namespace

bool SlurmTask::isAlive() const
{
    // By squeue's manual page, JOB STATE CODES.
    static constexpr std::array kEnded{"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED",
        "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "TIMEOUT"};
    return std::ranges::find(kEnded, state) == kEnded.end();
}

Result<std::string> submitJob(const std::vector<std::string>& arguments)
{
    std::vector<std::string> words{"sbatch", "--parsable"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Result<ProgramOutput> output = asked(words);
    if (!output)
        return output.error();
    // "12", or "12;cluster"
    const std::string job = output->out.substr(0, output->out.find_first_of(";\n"));
    if (numberIn(job) <= 0)
        return Error{"sbatch", "gave no job's number"};
    return job;
}

Result<std::vector<SlurmTask>> slurmTasks(const std::vector<std::string>& jobs)
{
    TaskMap tasks;
    if (jobs.empty())
        return std::vector<SlurmTask>();
    addAccounted(tasks, jobs);
    if (const Status added = addQueued(tasks, jobs); !added)
        return added.error();
    std::vector<SlurmTask> list;
    for (auto& [key, task] : tasks)
        list.push_back(std::move(task));
    return list;
}

std::string arrayText(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
        if (last > i)
            text += "-" + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

} // namespace ulpscope::cli
