// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/output_file.h"

#include <cerrno>
#include <system_error>

namespace ulpscope {

namespace {

Error cannotWrite(const std::string& path, int error)
{
    return Error{path, message("cannot be written: %1").with(std::generic_category().message(error)),
        ErrorKind::Output};
}

} // namespace

Result<OutputFile> OutputFile::create(const std::filesystem::path& path)
{
    return open(path, "wbe");
}

Result<OutputFile> OutputFile::append(const std::filesystem::path& path)
{
    return open(path, "abe");
}

Result<OutputFile> OutputFile::open(const std::filesystem::path& path, const char* mode)
{
    std::FILE* file = std::fopen(path.c_str(), mode);
    if (file == nullptr)
        return cannotWrite(path.string(), errno);
    return OutputFile(file, path.string());
}

Status OutputFile::write(std::string_view bytes)
{
    check(m_file != nullptr, "[OutputFile] write after close");
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size())
        return cannotWrite(m_path, errno);
    return success();
}

Status OutputFile::close()
{
    check(m_file != nullptr, "[OutputFile] closed twice");
    if (std::fclose(m_file.release()) != 0) // a full disk may only show here
        return cannotWrite(m_path, errno);
    return success();
}

} // namespace ulpscope
