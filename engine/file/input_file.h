// SPDX-License-Identifier: GPL-3.0-or-later
// A file opened for reading. What is no ordinary file (a folder, a pipe, a device, a socket) is refused by what it is before
// it is opened: reading one may never end, and opening one may wait or do something.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

namespace ulpscope {

class InputFile
{
public:
    /// The error's place is the path, here and below.
    static Result<InputFile> open(const std::filesystem::path& path);

    InputFile(InputFile&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
        , m_size(other.m_size)
        , m_path(std::move(other.m_path))
    {
    }
    InputFile& operator=(InputFile&&) = delete;
    ~InputFile();

    /// In bytes, as the file system has it: a file may end before or after.
    std::uint64_t size() const { return m_size; }
    const std::string& path() const { return m_path; }

    /// The next bytes, as many as are there and fit; 0 at the end.
    Result<std::size_t> read(std::span<char> into);

    /// The file descriptor, which the caller closes.
    int release() { return std::exchange(m_descriptor, -1); }

private:
    InputFile(int descriptor, std::uint64_t size, std::string path)
        : m_descriptor(descriptor)
        , m_size(size)
        , m_path(std::move(path))
    {
    }

    int m_descriptor;
    std::uint64_t m_size;
    std::string m_path;
};

} // namespace ulpscope
