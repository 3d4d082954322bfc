// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/kernels.h"

#include "engine/base/program_folder.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kernels/processor_level.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace ulpscope {

Kernels::Kernels(std::shared_ptr<void> library, const KernelTable* table, std::string level)
    : m_library(std::move(library))
    , m_table(table)
    , m_level(std::move(level))
{
}

namespace {

/// Levels that the processor can run, the best first.
std::vector<std::string> processorLevels()
{
#if defined(__x86_64__)
    return levelsOf(processorWords());
#else
    return {"generic"};
#endif
}

/// <program>/../lib/ulpscope
Result<std::filesystem::path> kernelFolder()
{
    const Result<std::filesystem::path> program = programFolder();
    if (!program)
        return program.error();
    return (*program / "../lib/ulpscope").lexically_normal();
}

std::string kernelFile(const std::string& level)
{
    return "kernels_" + level + ".so";
}

} // namespace

std::vector<std::string> Kernels::availableLevels()
{
    const Result<std::filesystem::path> folder = kernelFolder();
    std::vector<std::string> levels = processorLevels();
    std::erase_if(levels, [&](const std::string& level) {
        std::error_code ignored;
        return !folder || !std::filesystem::exists(*folder / kernelFile(level), ignored);
    });
    return levels;
}

Result<Kernels> Kernels::load(std::string_view highestLevel)
{
    std::vector<std::string> levels = processorLevels();
    if (levels.empty())
        return Error{"", "this processor is older than x86-64-v2 (SSE4.2), which Ulpscope needs"};
    const char* const fromEnvironment = std::getenv("ULPSCOPE_KERNELS");
    const bool isFromEnvironment = highestLevel.empty() && fromEnvironment != nullptr;
    if (isFromEnvironment)
        highestLevel = fromEnvironment;
    if (!highestLevel.empty()) {
        const auto wanted = std::find(levels.begin(), levels.end(), highestLevel);
        if (wanted == levels.end())
            return Error{isFromEnvironment ? "ULPSCOPE_KERNELS" : "",
                "this processor has no level " + shownText(highestLevel)};
        levels.erase(levels.begin(), wanted);
    }
    const Result<std::filesystem::path> folder = kernelFolder();
    if (!folder)
        return folder.error();
    const std::vector<std::string> present = availableLevels();
    const auto level = std::find_first_of(levels.begin(), levels.end(), present.begin(), present.end());
    if (level == levels.end()) {
        const std::string missing = joinedText(levels, ", ", kernelFile);
        return Error{folder->string(), "has no kernel library for this processor: " + missing};
    }
    const std::filesystem::path file = *folder / kernelFile(*level);
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
        return Error{file.string(), std::string("cannot open the kernel library: ") + dlerror()};
    std::shared_ptr<void> library(handle, [](void* opened) { dlclose(opened); });
    using TableFunction = const KernelTable* (*)();
    const auto table = reinterpret_cast<TableFunction>(dlsym(handle, "ulpscopeKernelTable"));
    if (table == nullptr)
        return Error{file.string(), "is not a kernel library of Ulpscope"};
    return Kernels(std::move(library), table(), *level);
}

} // namespace ulpscope
