// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ulpscope {

namespace {

constexpr std::uint64_t kKibibyte = 1024;
constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// The number behind a word of a file of the kernel, or its first word; nothing where there is none.
std::optional<std::uint64_t> numberIn(const std::string& path, const std::string& word = {})
{
    std::ifstream file(path);
    for (std::string before; !word.empty() && file >> before && before != word;) { }
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// The folders of this process' control group and of those around it, where the kernel tells (cgroups(7), version 2).
std::vector<std::string> controlGroups()
{
    std::ifstream file("/proc/self/cgroup");
    std::string group;
    while (std::getline(file, group) && !group.starts_with("0::")) { }
    group.erase(0, std::string_view("0::").size());
    std::vector<std::string> folders;
    for (; group.size() > 1; group.erase(group.rfind('/')))
        folders.push_back("/sys/fs/cgroup" + group);
    folders.emplace_back("/sys/fs/cgroup");
    return folders;
}

std::uint64_t leftBy(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> used)
{
    return limit && used ? *limit - std::min(*limit, *used) : kUnknown;
}

} // namespace

std::uint64_t availableMemory()
{
    const std::optional<std::uint64_t> available = numberIn("/proc/meminfo", "MemAvailable:");
    std::uint64_t bytes = available ? *available * kKibibyte : kUnknown;
    // Where a container has limits of its own; "max" is no number.
    for (const std::string& group : controlGroups())
        bytes = std::min(bytes, leftBy(numberIn(group + "/memory.max"), numberIn(group + "/memory.current")));
    return bytes;
}

std::uint64_t totalMemory()
{
    const std::optional<std::uint64_t> total = numberIn("/proc/meminfo", "MemTotal:");
    std::uint64_t bytes = total ? *total * kKibibyte : kUnknown;
    for (const std::string& group : controlGroups())
        bytes = std::min(bytes, numberIn(group + "/memory.max").value_or(kUnknown));
    return bytes;
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace ulpscope
