// SPDX-License-Identifier: GPL-3.0-or-later
// A file in the state folder that outlives a window which ends without being closed. It is locked as long as its window lives: one
// that nobody has locked is lost, and is whose that locks it next.
#pragma once

#include "engine/base/result.h"
#include "engine/file/file_descriptor.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace ulpscope {

struct SwapFile
{
    std::filesystem::path path = {};
    FileDescriptor lock = FileDescriptor(); ///< closed: nothing is written yet

    /// Empty if the file is not there, its process lives, or another window has locked it already.
    static std::optional<SwapFile> lockLost(const std::filesystem::path& path);

    /// In place of what it had. Makes the folder, which only its owner reads, as the XDG Base Directory Specification wants it.
    Status write(std::string_view bytes);
    void remove();
};

} // namespace ulpscope
