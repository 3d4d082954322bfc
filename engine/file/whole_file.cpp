// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/whole_file.h"

#include "engine/file/input_file.h"
#include "engine/file/output_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

Error cannotWrite(const fs::path& path, int error)
{
    return Error{
        path.string(), "cannot be written: " + std::generic_category().message(error), ErrorKind::Output};
}

/// Closes a file descriptor, if it was not closed before.
class Descriptor
{
public:
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_descriptor; }
    bool close()
    {
        const int descriptor = std::exchange(m_descriptor, -1);
        return descriptor < 0 || ::close(descriptor) == 0;
    }

private:
    int m_descriptor;
};

/// A name in the same folder that nothing has yet, opened; O_CREAT heeds the umask, which mkstemp does not.
int openTemporary(const fs::path& target, fs::path& name)
{
    constexpr int kAttempts = 100;
    for (int i = 0; i < kAttempts; ++i) {
        name = target;
        name += "." + std::to_string(::getpid()) + "-" + std::to_string(i) + ".tmp";
        const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return true;
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

Result<std::string> readWholeFile(const fs::path& path, std::size_t maxBytes, const std::stop_token& stop)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const Error tooLarge{path.string(), "is larger than " + std::to_string(maxBytes >> 20) + " MiB"};
    if (file->size() > maxBytes)
        return tooLarge;
    std::string bytes;
    bytes.reserve(file->size()); // only what is written to becomes memory
    std::vector<char> buffer(std::size_t{1} << 18);
    for (;;) {
        if (stop.stop_requested())
            return stoppedError();
        const Result<std::size_t> got = file->read(buffer);
        if (!got)
            return got.error();
        if (*got == 0)
            return bytes;
        if (bytes.size() + *got > maxBytes)
            return tooLarge;
        bytes.append(buffer.data(), *got);
    }
}

Status writeWholeFile(const fs::path& path, std::string_view bytes)
{
    std::error_code ignored;
    // Through a link the file it names is replaced, not the link; a device has no file to replace.
    const fs::path target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : path;
    const fs::file_status old = fs::status(target, ignored);
    if (fs::exists(old) && !fs::is_regular_file(old))
        return writeInPlace(target, bytes);

    fs::path temporary;
    Descriptor file(openTemporary(target, temporary));
    if (file.get() < 0)
        return cannotWrite(path, errno);
    const auto failed = [&] {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotWrite(path, error);
    };
    if (fs::exists(old) && ::fchmod(file.get(), static_cast<mode_t>(old.permissions())) != 0)
        return failed();
    if (!writeAll(file.get(), bytes) || ::fsync(file.get()) != 0 || !file.close())
        return failed();
    if (::rename(temporary.c_str(), target.c_str()) != 0)
        return failed();
    // The new name itself is safe once the folder is synced; some file systems cannot, and then nothing is
    // lost but that.
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0)
        ::fsync(directory.get());
    return success();
}

} // namespace ulpscope
