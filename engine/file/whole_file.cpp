// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/whole_file.h"

#include "engine/file/output_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

Error cannotRead(const fs::path& path, int error)
{
    return Error{path.string(), "cannot be read: " + std::generic_category().message(error)};
}

Status writeInPlace(const fs::path& path, std::string_view bytes)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    const Status written = file->write(bytes);
    return written ? file->close() : written;
}

} // namespace

Result<std::string> readWholeFile(const fs::path& path, std::size_t maxBytes)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen())
        return cannotRead(path, errno);
    std::string bytes;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cannotRead(path, errno);
        if (got == 0)
            return bytes;
        if (bytes.size() + static_cast<std::size_t>(got) > maxBytes)
            return Error{path.string(), "is larger than " + std::to_string(maxBytes >> 20) + " MiB"};
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

Status writeWholeFile(const fs::path& path, std::string_view bytes, OnLoss onLoss)
{
    std::error_code ignored;
    // A device or a pipe has no content to replace.
    if (const fs::file_status old = fs::status(path, ignored); fs::exists(old) && !fs::is_regular_file(old))
        return writeInPlace(path, bytes);
    const Result<FileDescriptor> written = replaceFile(path, bytes, onLoss);
    return written ? success() : written.error();
}

} // namespace ulpscope
