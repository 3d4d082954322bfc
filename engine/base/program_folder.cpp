// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/program_folder.h"

namespace ulpscope {

Result<std::filesystem::path> programFolder()
{
    constexpr const char* kLink = "/proc/self/exe";
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink(kLink, error);
    if (error)
        return Error{kLink, "does not say where this program lies: " + error.message()};
    if (!program.is_absolute()) // "(unreachable)/...": outside of this process' root
        return Error{kLink, "does not say where this program lies"};
    return program.parent_path();
}

} // namespace ulpscope
