// SPDX-License-Identifier: GPL-3.0-or-later
// A file written piece by piece. Trouble (no space, no right) is an Error that names the file.
#pragma once

#include "engine/base/result.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ulpscope {

class OutputFile
{
public:
    /// Replaces a file of that name.
    static Result<OutputFile> create(const std::filesystem::path& path);
    /// Opens an existing file to append to it.
    static Result<OutputFile> append(const std::filesystem::path& path);

    Status write(std::string_view bytes);
    /// Flushes and closes: afterwards all written bytes are in the file.
    Status close();

private:
    static Result<OutputFile> open(const std::filesystem::path& path, const char* mode);
    struct Closer
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    OutputFile(std::FILE* file, std::string path)
        : m_file(file)
        , m_path(std::move(path))
    {
    }

    std::unique_ptr<std::FILE, Closer> m_file;
    std::string m_path;
};

} // namespace ulpscope
