// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/scratch_file.h"

#include "tests/fuzz/fuzz_target.h"

#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace ulpscope::fuzz {

namespace {

class ScratchFolder
{
public:
    ScratchFolder()
        : m_path((std::filesystem::temp_directory_path() / "ulpscope-fuzz-XXXXXX").string())
    {
        require(::mkdtemp(m_path.data()) != nullptr, "a temporary folder can be made");
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace

std::string scratchPath(const std::string& name)
{
    static const ScratchFolder folder;
    return folder.path() + "/" + name;
}

std::string scratchFile(const std::string& name, std::string_view bytes)
{
    std::string path = scratchPath(name);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    require(file >= 0, "a temporary file can be made");
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "a temporary file can be written");
    ::close(file);
    return path;
}

} // namespace ulpscope::fuzz
