// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryPrefix = ".ulpscope-";
constexpr std::string_view kTemporarySuffix = ".tmp";

Error cannotReplace(const fs::path& path, int error)
{
    return Error{path.string(), message("cannot be written: %1").with(std::generic_category().message(error)),
        ErrorKind::Output};
}

/// The file that a chain of links leads to, there or not. What a link says starts at the link's own folder.
Result<fs::path> linkedFile(const fs::path& path)
{
    constexpr int kLongestChain = 40; // as the kernel has it
    fs::path file = path;
    std::error_code error;
    for (int i = 0; i < kLongestChain; ++i) {
        if (!fs::is_symlink(file, error))
            return file;
        const fs::path next = fs::read_symlink(file, error);
        if (error)
            return cannotReplace(path, error.value());
        file = file.parent_path() / next; // an absolute one stays alone
    }
    return cannotReplace(path, ELOOP);
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

std::optional<struct stat> regularFile(const fs::path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return status;
}

bool isInGroup(gid_t group)
{
    if (group == ::getegid())
        return true;
    std::vector<gid_t> groups(static_cast<std::size_t>(std::max(::getgroups(0, nullptr), 0)));
    const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
    return count > 0 && std::find(groups.begin(), groups.begin() + count, group) != groups.begin() + count;
}

ReplacementLoss lossOf(const fs::path& file, const struct stat& old)
{
    const bool isRoot = ::geteuid() == 0;
    ReplacementLoss loss;
    // Root may write to everything; a file without the owner's right to write is meant to stay all the same.
    loss.isReadOnly = isRoot ? (old.st_mode & S_IWUSR) == 0
                             : ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) != 0 && errno == EACCES;
    loss.otherNames = old.st_nlink > 1 ? old.st_nlink - 1 : 0;
    loss.losesOwner = !isRoot && (old.st_uid != ::geteuid() || !isInGroup(old.st_gid));
    return loss;
}

Error refusal(const fs::path& path, const ReplacementLoss& loss)
{
    std::string message = "is not replaced: it has " + std::to_string(loss.otherNames)
        + " more name(s) (hard links), which would keep the old content";
    if (loss.losesOwner)
        message = "is not replaced: the new file could not belong to the same user and group";
    if (loss.isReadOnly)
        message = "is read-only";
    return Error{path.string(), message, ErrorKind::Output};
}

/// Takes the lock of an open file; false: another process has it, or has removed the file by now.
bool lockedForUs(int file)
{
    if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false; // file systems without locks say something else: there no other process takes it for dead either
    struct stat status = {};
    return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

/// Removes temporary files without a lock, because the process that wrote them is dead.
void removeTemporariesOfTheDead(const fs::path& folder)
{
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(kTemporaryPrefix) || !name.ends_with(kTemporarySuffix))
            continue;
        // Not blocking, should it be a pipe.
        const FileDescriptor file(
            ::open(entry->path().c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status = {};
        if (file.isOpen() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)
            && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
            ::unlink(entry->path().c_str());
    }
}

/// A name that nothing had and nothing will have again, opened and locked.
Result<FileDescriptor> openTemporary(
    const fs::path& path, const fs::path& folder, mode_t mode, fs::path& name)
{
    constexpr int kAttempts = 100;
    for (int i = 0; i < kAttempts; ++i) {
        std::uint32_t random = 0;
        if (::getrandom(&random, sizeof random, 0) != sizeof random)
            return cannotReplace(path, errno);
        std::array<char, 9> digits{};
        std::snprintf(digits.data(), digits.size(), "%08x", random);
        name = folder
            / (std::string(kTemporaryPrefix) + std::to_string(::getpid()) + '-' + digits.data()
                + std::string(kTemporarySuffix));
        // O_CREAT heeds the umask, which mkstemp does not.
        FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (!file.isOpen() && errno != EEXIST)
            return cannotReplace(path, errno);
        if (file.isOpen() && lockedForUs(file.get()))
            return file;
    }
    return cannotReplace(path, EEXIST);
}

bool writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return true;
}

/// Access lists are among them. What may not be set, such as the security modules' own, is left to the system.
void copyExtendedAttributes(const fs::path& from, int to)
{
    std::string names(
        static_cast<std::size_t>(std::max<ssize_t>(::listxattr(from.c_str(), nullptr, 0), 0)), '\0');
    const ssize_t length = ::listxattr(from.c_str(), names.data(), names.size());
    for (std::size_t at = 0; length > 0 && at < static_cast<std::size_t>(length);) {
        const std::string name = names.c_str() + at;
        at += name.size() + 1;
        const ssize_t size = ::getxattr(from.c_str(), name.c_str(), nullptr, 0);
        std::string value(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
        if (size >= 0 && ::getxattr(from.c_str(), name.c_str(), value.data(), value.size()) == size)
            ::fsetxattr(to, name.c_str(), value.data(), value.size(), 0);
    }
}

/// The owner first: a change of it takes mode bits away. False: it can no longer be given; errno says why.
bool makeLike(const fs::path& oldFile, const struct stat& old, int file, OnLoss onLoss)
{
    if (::fchown(file, old.st_uid, old.st_gid) != 0 && onLoss == OnLoss::Refuse)
        return false;
    if (::fchmod(file, old.st_mode & 0777) != 0)
        return false;
    copyExtendedAttributes(oldFile, file);
    return true;
}

} // namespace

ReplacementLoss replacementLoss(const fs::path& path)
{
    const std::optional<struct stat> old = regularFile(path);
    return old ? lossOf(path, *old) : ReplacementLoss{};
}

void removeAbandonedTemporaries(const fs::path& path)
{
    if (const Result<fs::path> target = linkedFile(path))
        removeTemporariesOfTheDead(folderOf(*target));
}

Result<FileDescriptor> replaceFile(const fs::path& path, std::string_view bytes, OnLoss onLoss)
{
    return replaceFile(
        path, [bytes](int file) { return writeAll(file, bytes) ? 0 : errno; }, onLoss);
}

Result<FileDescriptor> replaceFile(
    const fs::path& path, const std::function<int(int file)>& write, OnLoss onLoss)
{
    const Result<fs::path> target = linkedFile(path);
    if (!target)
        return target.error();
    const std::optional<struct stat> old = regularFile(*target);
    if (old && onLoss == OnLoss::Refuse)
        if (const ReplacementLoss loss = lossOf(*target, *old))
            return refusal(path, loss);

    const fs::path folder = folderOf(*target);
    removeTemporariesOfTheDead(folder);
    fs::path temporary;
    // Until it has the old file's mode, no other user reads it.
    Result<FileDescriptor> file = openTemporary(path, folder, mode_t{old ? 0600U : 0666U}, temporary);
    if (!file)
        return file;
    errno = write(file->get());
    if (errno != 0 || (old && !makeLike(*target, *old, file->get(), onLoss)) || ::fsync(file->get()) != 0
        || ::rename(temporary.c_str(), target->c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotReplace(path, error);
    }
    // The new name itself is safe once the folder is synced; some file systems cannot, and then nothing is lost but
    // that.
    const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.isOpen())
        ::fsync(directory.get());
    return file;
}

} // namespace ulpscope
