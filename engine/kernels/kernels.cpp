// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/kernels.h"

#include "engine/base/program_folder.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kernels/processor_levels.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>

namespace ulpscope {

Kernels::Kernels(std::shared_ptr<void> library, const KernelTable* table, std::string level)
    : m_library(std::move(library))
    , m_table(table)
    , m_level(std::move(level))
{
}

std::vector<std::string> Kernels::availableLevels()
{
    return processorLevels();
}

Result<Kernels> Kernels::load(std::string_view highestLevel)
{
    std::vector<std::string> levels = availableLevels();
    if (levels.empty())
        return Error{"", "this processor is older than x86-64-v2 (SSE4.2), which Ulpscope needs"};
    if (!highestLevel.empty()) {
        const auto wanted = std::find(levels.begin(), levels.end(), highestLevel);
        if (wanted == levels.end())
            return Error{"", "this processor has no level " + std::string(highestLevel)};
        levels.erase(levels.begin(), wanted);
    }
    const std::string& level = levels.front();
    const std::filesystem::path file = programFolder() / "../lib/ulpscope" / ("kernels_" + level + ".so");
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
        return Error{
            file.lexically_normal().string(), std::string("cannot open the kernel library: ") + dlerror()};
    std::shared_ptr<void> library(handle, [](void* opened) { dlclose(opened); });
    using TableFunction = const KernelTable* (*)();
    const auto table = reinterpret_cast<TableFunction>(dlsym(handle, "ulpscopeKernelTable"));
    if (table == nullptr)
        return Error{file.lexically_normal().string(), "is not a kernel library of Ulpscope"};
    return Kernels(std::move(library), table(), level);
}

} // namespace ulpscope
