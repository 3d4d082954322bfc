// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/swap_file.h"

#include "app/session/kept/private_folder.h"
#include "engine/file/atomic_file.h"

#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace ulpscope {

std::optional<SwapFile> SwapFile::lockLost(const std::filesystem::path& path)
{
    SwapFile file{path, FileDescriptor(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))};
    if (!file.lock.isOpen() || ::flock(file.lock.get(), LOCK_EX | LOCK_NB) != 0)
        return std::nullopt;
    // Between open() and flock() its process may have put a newer one in its place.
    struct stat opened = {};
    struct stat named = {};
    if (::fstat(file.lock.get(), &opened) != 0 || ::stat(path.c_str(), &named) != 0
        || opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)
        return std::nullopt;
    return file;
}

Status SwapFile::write(std::string_view bytes)
{
    makePrivateFolder(path.parent_path());
    Result<FileDescriptor> written = replaceFile(path, bytes, OnLoss::Accept);
    if (!written)
        return Status(written.error());
    lock = *std::move(written);
    return success();
}

void SwapFile::remove()
{
    if (!lock.isOpen())
        return;
    ::unlink(path.c_str());
    lock.reset();
}

} // namespace ulpscope
