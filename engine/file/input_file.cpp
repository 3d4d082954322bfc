// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/input_file.h"

#include "engine/base/large_pages.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ulpscope {

namespace {

Error unreadable(const std::filesystem::path& path, int error)
{
    return Error{path.string(), message("cannot be read: %1").with(std::generic_category().message(error))};
}

/// Name of a kind of file that is no regular file.
const char* otherKind(mode_t mode)
{
    if (S_ISREG(mode))
        return nullptr;
    return S_ISDIR(mode) ? translated("a folder")
        : S_ISFIFO(mode) ? translated("a pipe")
        : S_ISSOCK(mode) ? translated("a socket")
                         : translated("a device");
}

} // namespace

Result<InputFile> InputFile::open(const std::filesystem::path& path)
{
    const auto refuse = [&](const char* kind) {
        return Error{path.string(), message("is %1; expected a file").with(std::string(kind))};
    };
    struct stat status
    {
    };
    if (::stat(path.c_str(), &status) != 0)
        return unreadable(path, errno);
    if (const char* kind = otherKind(status.st_mode))
        return refuse(kind);
    // O_NONBLOCK: something else may have taken its place meanwhile, and a few files of /proc wait as pipes do.
    FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!descriptor.isOpen() || ::fstat(descriptor.get(), &status) != 0)
        return unreadable(path, errno);
    if (const char* kind = otherKind(status.st_mode))
        return refuse(kind);
    InputFile file(std::move(descriptor), path.string());
    file.m_size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

Result<std::size_t> InputFile::read(std::span<char> into)
{
    for (;;) {
        const ssize_t got = ::read(m_descriptor.get(), into.data(), into.size());
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR)
            return unreadable(m_path, errno);
    }
}

Result<std::string> InputFile::readAt(
    std::uint64_t offset, std::uint64_t count, const std::stop_token& stop) const
{
    // Not mapped into memory: a file that is shortened meanwhile would end the program with SIGBUS.
    const Error endsBefore{m_path, "ends before byte " + std::to_string(offset + count)};
    if (offset > m_size || count > m_size - offset)
        return endsBefore;
    constexpr std::size_t kChunk = std::size_t{16} << 20; // reads in pieces, to look at `stop` now and then
    std::string bytes;
    bytes.reserve(count);
    useLargePages(bytes.data(), count);
    bytes.resize(count);
    for (std::size_t done = 0; done < bytes.size();) {
        if (stop.stop_requested())
            return stoppedError();
        const ssize_t got = ::pread(m_descriptor.get(), bytes.data() + done,
            std::min(kChunk, bytes.size() - done), static_cast<off_t>(offset + done));
        if (got == 0)
            return endsBefore;
        if (got < 0 && errno != EINTR)
            return unreadable(m_path, errno);
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return bytes;
}

} // namespace ulpscope
