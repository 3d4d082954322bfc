// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ulpscope {

namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// The number behind a word of a file of the kernel, or its first word; nothing where there is none.
std::optional<std::uint64_t> numberIn(const char* path, const std::string& word = {})
{
    std::ifstream file(path);
    for (std::string before; !word.empty() && file >> before && before != word;) { }
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t leftBy(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> used)
{
    return limit && used ? *limit - std::min(*limit, *used) : kUnknown;
}

} // namespace

std::uint64_t availableMemory()
{
    constexpr std::uint64_t kKibibyte = 1024;
    const std::optional<std::uint64_t> available = numberIn("/proc/meminfo", "MemAvailable:");
    const std::uint64_t ofMachine = available ? *available * kKibibyte : kUnknown;
    // Where a container has limits of its own; "max" is no number.
    const std::uint64_t ofGroup
        = leftBy(numberIn("/sys/fs/cgroup/memory.max"), numberIn("/sys/fs/cgroup/memory.current"));
    return std::min(ofMachine, ofGroup);
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace ulpscope
