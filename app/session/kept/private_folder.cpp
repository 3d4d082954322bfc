// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/private_folder.h"

#include "engine/file/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace ulpscope {

void makePrivateFolder(const std::filesystem::path& folder)
{
    std::error_code ignored;
    if (folder.empty() || std::filesystem::exists(folder, ignored))
        return;
    makePrivateFolder(folder.parent_path());
    ::mkdir(folder.c_str(), 0700);
}

void makePrivateFile(const std::filesystem::path& file)
{
    makePrivateFolder(file.parent_path());
    const FileDescriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
}

} // namespace ulpscope
