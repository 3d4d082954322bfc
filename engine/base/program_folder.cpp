// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/program_folder.h"

namespace ulpscope {

std::filesystem::path programFolder()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path(".") : program.parent_path();
}

} // namespace ulpscope
