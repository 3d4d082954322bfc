// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/child_program.h"

#include "engine/file/file_descriptor.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ulpscope::cli {

namespace {

/// From its begin.
std::string writtenTo(const FileDescriptor& file)
{
    std::string text;
    std::array<char, 65536> bytes;
    for (ssize_t got = 0;
         (got = ::pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(text.size()))) > 0;)
        text.append(bytes.data(), static_cast<std::size_t>(got));
    return text;
}

} // namespace

Result<ProgramOutput> runProgram(const std::vector<std::string>& words)
{
    // Files of memory: whatever it writes, it never waits for us to read.
    const FileDescriptor out(::memfd_create("out", MFD_CLOEXEC));
    const FileDescriptor err(::memfd_create("err", MFD_CLOEXEC));
    if (!out.isOpen() || !err.isOpen())
        return Error{words.front(), std::strerror(errno), ErrorKind::Output};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, out.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err.get(), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int failed
        = ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return Error{
            words.front(), failed == ENOENT ? "was not found on this machine" : std::strerror(failed)};
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return Error{words.front(), std::strerror(errno)};
    ProgramOutput output{
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), writtenTo(out), writtenTo(err)};
    output.err.erase(output.err.find_last_not_of(" \n") + 1);
    return output;
}

std::string shellQuoted(const std::string& word)
{
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

} // namespace ulpscope::cli
