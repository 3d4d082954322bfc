// SPDX-License-Identifier: GPL-3.0-or-later
// A file opened for reading. What is no ordinary file (a folder, a pipe, a device, a socket) is refused by what it is before
// it is opened: reading one may never end, and opening one may wait or do something.
#pragma once

#include "engine/base/result.h"
#include "engine/file/file_descriptor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

namespace ulpscope {

class InputFile
{
public:
    /// The error's place is the path, here and below.
    static Result<InputFile> open(const std::filesystem::path& path);

    /// Bytes according to the file system; reading may end before or after that.
    std::uint64_t size() const { return m_size; }
    const std::string& path() const { return m_path; }

    /// The next bytes, as many as are there and fit; 0 at the end.
    Result<std::size_t> read(std::span<char> into);
    /// Reads `size` bytes at `offset`, independently of read(). Returns an error if the file ends before.
    Result<std::string> readAt(
        std::uint64_t offset, std::uint64_t count, const std::stop_token& stop = {}) const;

    int descriptor() const { return m_descriptor.get(); }
    /// The file descriptor, which the caller closes.
    int release() { return m_descriptor.release(); }

private:
    InputFile(FileDescriptor descriptor, std::string path)
        : m_descriptor(std::move(descriptor))
        , m_path(std::move(path))
    {
    }

    FileDescriptor m_descriptor;
    std::uint64_t m_size = 0;
    std::string m_path;
};

} // namespace ulpscope
