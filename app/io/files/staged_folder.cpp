// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/files/staged_folder.h"

#include "engine/file/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;
using FileNames = StagedFolder::FileNames;

// A hidden folder is ".out.ulpscope-run-4711-0" beside "out", ".ulpscope-run-4711-0" in it. What is being put in place file by
// file has a name that there is once, so that two programs do it one after the other.
constexpr std::string_view kUnfinished = ".ulpscope-run-";
constexpr std::string_view kFinished = ".ulpscope-finished";
constexpr int kAttempts = 100;

Error folderError(const fs::path& path, const char* what, int error)
{
    return {
        path.string(), std::string(what) + ": " + std::generic_category().message(error), ErrorKind::Output};
}

Error inTheWay(const fs::path& path)
{
    return {path.string(), "is in the way of a file or folder of the run", ErrorKind::Output};
}

fs::path hiddenBeside(const fs::path& target, std::string_view mark)
{
    return target.parent_path() / ("." + target.filename().string() + std::string(mark));
}

fs::path hiddenIn(const fs::path& target, std::string_view mark)
{
    return target / mark;
}

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(fs::symlink_status(path, ignored));
}

bool isPlainFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(fs::symlink_status(path, ignored));
}

/// Of the names themselves, links not followed; zeros where there is nothing.
struct stat statusOf(const fs::path& path)
{
    struct stat status = {};
    ::lstat(path.c_str(), &status); // changes nothing where it fails
    return status;
}

bool areOnOneDevice(const fs::path& first, const fs::path& second)
{
    return statusOf(first).st_dev == statusOf(second).st_dev;
}

/// Whether these are two names of one file.
bool isSameFile(const fs::path& first, const fs::path& second)
{
    const struct stat a = statusOf(first);
    const struct stat b = statusOf(second);
    return a.st_ino != 0 && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/// What is in a folder, links not followed; read at once, because it is changed meanwhile.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    return entries;
}

bool isOneOf(FileNames files, const fs::path& path)
{
    return std::ranges::find(files, path.filename().string()) != files.end();
}

/// As writeWholeFile() leaves it when it is killed.
bool isTemporary(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.starts_with(".ulpscope-") && name.ends_with(".tmp");
}

bool isOurs(FileNames files, const fs::path& path)
{
    return isPlainFile(path) && (isTemporary(path) || isOneOf(files, path));
}

/// Keeps a hidden folder locked as long as this program lives, by which others see that it is in use.
class FolderLock
{
public:
    /// Nothing if it is not there, not this user's, or in use. Some file systems cannot lock.
    static std::optional<FolderLock> take(const fs::path& folder)
    {
        FolderLock lock;
        lock.m_folder.reset(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat opened = {};
        if (!lock.m_folder.isOpen() || ::fstat(lock.m_folder.get(), &opened) != 0
            || opened.st_uid != ::geteuid())
            return std::nullopt;
        lock.m_isLocked = ::flock(lock.m_folder.get(), LOCK_EX | LOCK_NB) == 0;
        if (!lock.m_isLocked && errno == EWOULDBLOCK)
            return std::nullopt;
        const struct stat named = statusOf(folder); // removed or renamed meanwhile?
        const bool isSame = named.st_ino == opened.st_ino && named.st_dev == opened.st_dev;
        return isSame ? std::optional(std::move(lock)) : std::nullopt;
    }

    bool isLocked() const { return m_isLocked; }

private:
    FileDescriptor m_folder;
    bool m_isLocked = false;
};

/// Some file systems cannot sync a folder; only real trouble counts.
Status syncOne(const fs::path& path)
{
    const FileDescriptor opened(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened.isOpen())
        return folderError(path, "cannot be written", errno);
    const int error = ::fsync(opened.get()) == 0 ? 0 : errno;
    if (error != 0 && error != EINVAL && error != ENOSYS && error != EROFS)
        return folderError(path, "cannot be written", error);
    return success();
}

Status syncAll(const fs::path& folder)
{
    for (const fs::path& entry : entriesOf(folder))
        if (const Status synced = isFolder(entry) ? syncAll(entry) : syncOne(entry); !synced)
            return synced;
    return syncOne(folder);
}

/// Removes our files, and the folders that are empty then. What is left is not ours, or could not be removed.
void removeOurs(const fs::path& folder, FileNames files)
{
    for (const fs::path& entry : entriesOf(folder)) {
        if (isFolder(entry))
            removeOurs(entry, files);
        else if (isOurs(files, entry))
            ::unlink(entry.c_str());
    }
    ::rmdir(folder.c_str());
}

bool hasOurs(const fs::path& folder, FileNames files)
{
    return std::ranges::any_of(entriesOf(folder), [&](const fs::path& entry) {
        return isFolder(entry) ? hasOurs(entry, files) : isOurs(files, entry);
    });
}

/// What in `to` hinders mergeInto(), or nothing.
std::optional<fs::path> obstacle(const fs::path& from, const fs::path& to, FileNames files)
{
    for (const fs::path& entry : entriesOf(from)) {
        const fs::path there = to / entry.filename();
        if (!isThere(there))
            continue;
        if (isFolder(entry) && isFolder(there)) {
            if (std::optional<fs::path> inner = obstacle(entry, there, files))
                return inner;
        } else if (!isPlainFile(entry) || !isPlainFile(there) || !isOneOf(files, there)) {
            return there;
        }
    }
    return std::nullopt;
}

/// Renames that can be taken back, the newest first.
class Renames
{
public:
    bool add(const fs::path& from, const fs::path& to)
    {
        if (::rename(from.c_str(), to.c_str()) != 0)
            return false;
        m_done.emplace_back(from, to);
        return true;
    }

    /// False: the disk does not allow it either.
    bool takeBack()
    {
        for (; !m_done.empty(); m_done.pop_back())
            if (::rename(m_done.back().second.c_str(), m_done.back().first.c_str()) != 0)
                return false;
        return true;
    }

private:
    std::vector<std::pair<fs::path, fs::path>> m_done;
};

/// Where mergeInto() keeps the file that `entry` replaces until all is in place. isOurs() knows the name.
fs::path replacedFile(const fs::path& entry)
{
    return entry.parent_path() / (".ulpscope-" + entry.filename().string() + ".tmp");
}

/// Moves everything in `from` to `to`. Files of ours replace those of the same names, nothing else is replaced. May be
/// done again after it was cut short. The file that says that a folder is whole is not there meanwhile.
Status mergeInto(const fs::path& from, const fs::path& to, FileNames files, Renames& renames)
{
    if (const std::optional<fs::path> hindrance = obstacle(from, to, files))
        return Error{hindrance->string(), "is in the way of the run, whose files are in " + from.string(),
            ErrorKind::Output};
    std::vector<fs::path> entries = entriesOf(from);
    std::erase_if(entries, isTemporary); // what was replaced before it was cut short
    const auto seal = std::ranges::find_if(
        entries, [&](const fs::path& entry) { return entry.filename() == files.back(); });
    if (seal != entries.end()) {
        const fs::path earlier = to / files.back();
        if (isThere(earlier) && !renames.add(earlier, replacedFile(*seal)))
            return folderError(earlier, "cannot be written", errno);
        std::iter_swap(seal, entries.end() - 1);
    }
    for (const fs::path& entry : entries) {
        const fs::path there = to / entry.filename();
        if (isFolder(entry) && isFolder(there)) {
            if (const Status merged = mergeInto(entry, there, files, renames); !merged)
                return merged;
        } else if ((isThere(there) && !renames.add(there, replacedFile(entry)))
            || !renames.add(entry, there)) {
            return folderError(there, "cannot be written", errno);
        }
    }
    return syncOne(to);
}

/// Removes the names of files that are in the target too.
void dropSecondNames(const fs::path& hidden, const fs::path& target)
{
    for (const fs::path& entry : entriesOf(hidden)) {
        const fs::path there = target / entry.filename();
        if (isFolder(entry))
            dropSecondNames(entry, there);
        else if (isSameFile(entry, there))
            ::unlink(entry.c_str());
    }
}

/// mergeInto(), and removes what is left of the folder.
Status putIn(const fs::path& hidden, const fs::path& target, FileNames files)
{
    Renames renames;
    const Status merged = mergeInto(hidden, target, files, renames);
    if (merged)
        removeOurs(hidden, files);
    return merged;
}

/// Removes a hidden folder. What another program put into it, just before it changed places, goes where it belongs.
void discard(const fs::path& hidden, const fs::path& target, FileNames files)
{
    dropSecondNames(hidden, target);
    removeOurs(hidden, files);
    if (isFolder(hidden) && !hasOurs(hidden, files) && isFolder(target))
        static_cast<void>(putIn(hidden, target, files));
}

/// Puts in place what a killed program had finished and began to put in place.
Status finishFinished(const fs::path& hidden, const fs::path& target, FileNames files)
{
    const std::optional<FolderLock> lock = FolderLock::take(hidden);
    if (!lock || !lock->isLocked())
        return success();
    ::mkdir(target.c_str(), 0777); // gone if it was removed by hand since
    return putIn(hidden, target, files);
}

/// Puts right what killed programs left.
Status putRight(const fs::path& target, FileNames files)
{
    for (const fs::path& hidden : {hiddenBeside(target, kFinished), hiddenIn(target, kFinished)})
        if (const Status finished = finishFinished(hidden, target, files); !finished)
            return finished;
    for (const fs::path& hidden : {hiddenBeside(target, kUnfinished), hiddenIn(target, kUnfinished)}) {
        const std::string mark = hidden.filename().string();
        for (const fs::path& entry : entriesOf(hidden.parent_path())) {
            if (!entry.filename().string().starts_with(mark))
                continue;
            const std::optional<FolderLock> lock = FolderLock::take(entry);
            if (lock && lock->isLocked())
                discard(entry, target, files);
        }
    }
    return success();
}

/// Whether the folder has nothing of its own (owner, mode, attributes such as an access list) that `fresh` has not or
/// cannot be given.
bool giveSameRights(const fs::path& folder, const fs::path& fresh)
{
    const struct stat wanted = statusOf(folder);
    const struct stat now = statusOf(fresh);
    const bool hasOwner = (wanted.st_uid == now.st_uid && wanted.st_gid == now.st_gid)
        || ::lchown(fresh.c_str(), wanted.st_uid, wanted.st_gid) == 0;
    constexpr mode_t kBits = 07777;
    const bool hasMode = (wanted.st_mode & kBits) == (now.st_mode & kBits)
        || ::chmod(fresh.c_str(), wanted.st_mode & kBits) == 0;
    std::string names(4096, '\0');
    const ssize_t length = ::llistxattr(folder.c_str(), names.data(), names.size());
    names.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    const bool isPlain = names.empty() || names == std::string("security.selinux\0", 17);
    return hasOwner && hasMode && isPlain && (length >= 0 || errno == ENOTSUP);
}

/// Gives `fresh` the folder's rights, and further names (hard links) of its files that are not ours. False where it would
/// still not have all that the folder has: folders that are not the run's have one name only.
bool coverWith(const fs::path& fresh, const fs::path& folder, FileNames files)
{
    return giveSameRights(folder, fresh)
        && std::ranges::all_of(entriesOf(folder), [&](const fs::path& entry) {
               const fs::path its = fresh / entry.filename();
               if (isFolder(entry))
                   return isFolder(its) && coverWith(its, entry, files);
               if (isOneOf(files, entry))
                   return isPlainFile(entry) && isPlainFile(its);
               return ::linkat(AT_FDCWD, entry.c_str(), AT_FDCWD, its.c_str(), 0) == 0;
           });
}

/// Whether this program was started from inside the folder: then so was the shell that did it, which would be left in a
/// folder that is no longer there.
bool isWorkingFolderIn(const fs::path& folder)
{
    std::error_code error;
    const fs::path current = fs::current_path(error);
    return !error
        && std::mismatch(folder.begin(), folder.end(), current.begin(), current.end()).first == folder.end();
}

/// A new hidden folder whose name begins so, locked; an errno if there cannot be one.
int makeHidden(const fs::path& beginning, fs::path& folder, std::optional<FolderLock>& lock)
{
    for (int i = 0; i < kAttempts; ++i) {
        folder = beginning;
        folder += std::to_string(::getpid()) + "-" + std::to_string(i);
        if (::mkdir(folder.c_str(), 0777) != 0) {
            if (errno != EEXIST)
                return errno;
            continue;
        }
        lock = FolderLock::take(folder);
        if (lock) // else another program took it for one that a kill left
            return 0;
    }
    return EEXIST;
}

/// Makes the folders above; those that there were not go to `made`.
Status makeParents(const fs::path& target, const fs::path& shown, std::vector<fs::path>& made)
{
    for (fs::path parent = target.parent_path(); !isThere(parent) && parent.has_relative_path();
         parent = parent.parent_path())
        made.insert(made.begin(), parent);
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (error)
        return folderError(shown, "cannot be made", error.value());
    return success();
}

} // namespace

struct StagedFolder::State
{
    ~State()
    {
        if (!hidden.empty())
            discard(hidden, target, files);
        for (auto folder = made.rbegin(); folder != made.rend(); ++folder)
            ::rmdir(folder->c_str());
    }

    /// The whole folder in one operation, or false.
    bool changePlaces();
    Status putInPlace();

    fs::path shown; ///< as it was asked for
    fs::path target; ///< absolute, links followed
    FileNames files;
    fs::path hidden; ///< what is written; empty when there is nothing left to remove
    bool isBeside = true;
    std::optional<FolderLock> lock;
    std::vector<fs::path> made; ///< folders to remove again if they stay empty, outermost first
};

bool StagedFolder::State::changePlaces()
{
    if (!isBeside)
        return false;
    if (!isThere(target)) {
        if (::rename(hidden.c_str(), target.c_str()) != 0)
            return false;
        hidden.clear();
        static_cast<void>(syncOne(target.parent_path()));
        return true;
    }
    if (isWorkingFolderIn(target))
        return false;
    if (!coverWith(hidden, target, files)
        || ::renameat2(AT_FDCWD, hidden.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
        dropSecondNames(hidden, target);
        return false;
    }
    static_cast<void>(syncOne(target.parent_path()));
    discard(std::exchange(hidden, {}), target, files); // what was there before
    return true;
}

Status StagedFolder::State::putInPlace()
{
    if (const std::optional<fs::path> hindrance = obstacle(hidden, target, files))
        return inTheWay(*hindrance);
    const fs::path finished = isBeside ? hiddenBeside(target, kFinished) : hiddenIn(target, kFinished);
    constexpr std::chrono::seconds kLongestWait{10};
    const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
    while (::rename(hidden.c_str(), finished.c_str()) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST)
            return folderError(target, "cannot be written", errno);
        if (std::chrono::steady_clock::now() > deadline)
            return Error{target.string(), "another program is putting files there: " + finished.string(),
                ErrorKind::Output};
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (const Status other = finishFinished(finished, target, files); !other)
            return other;
    }
    hidden.clear(); // from here on a kill leaves it to the next program to put in place
    static_cast<void>(syncOne(finished.parent_path()));
    ::mkdir(target.c_str(), 0777);
    Renames renames;
    const Status merged = mergeInto(finished, target, files, renames);
    if (merged)
        removeOurs(finished, files);
    else if (renames.takeBack())
        hidden = finished;
    else
        return Error{merged.error().place,
            merged.error().message.text()
                + "; files of two runs are mixed until the next run there puts it right",
            ErrorKind::Output};
    return merged;
}

StagedFolder::StagedFolder(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
StagedFolder::StagedFolder(StagedFolder&&) noexcept = default;
StagedFolder& StagedFolder::operator=(StagedFolder&&) noexcept = default;
StagedFolder::~StagedFolder() = default;

Result<StagedFolder> StagedFolder::create(const fs::path& target, FileNames files)
{
    check(!files.empty(), "[StagedFolder] no names");
    auto state = std::make_unique<State>();
    state->files = files;
    state->shown = target.has_filename() ? target : target.parent_path();
    std::error_code error;
    state->target = fs::weakly_canonical(fs::absolute(state->shown, error), error);
    if (error)
        return folderError(state->shown, "cannot be made", error.value());
    const fs::path& folder = state->target;
    const bool isNew = !isThere(folder);
    if (!isNew && !isFolder(folder))
        return folderError(state->shown, "cannot be made", ENOTDIR);
    if (!isNew && ::access(folder.c_str(), W_OK | X_OK) != 0)
        return folderError(state->shown, "cannot be written", errno);
    if (const Status made = makeParents(folder, state->shown, state->made); !made)
        return made.error();
    if (const Status right = putRight(folder, files); !right)
        return right.error();

    int trouble = makeHidden(hiddenBeside(folder, kUnfinished), state->hidden, state->lock);
    state->isBeside = trouble == 0 && (isNew || areOnOneDevice(state->hidden, folder));
    if (state->isBeside)
        return StagedFolder(std::move(state));
    if (trouble == 0)
        ::rmdir(state->hidden.c_str());
    state->hidden.clear();
    if (isNew && ::mkdir(folder.c_str(), 0777) == 0)
        state->made.push_back(folder);
    if (!isFolder(folder))
        return folderError(state->shown, "cannot be made", trouble);
    trouble = makeHidden(hiddenIn(folder, kUnfinished), state->hidden, state->lock);
    if (trouble != 0) {
        state->hidden.clear();
        return folderError(state->shown, "cannot be written", trouble);
    }
    return StagedFolder(std::move(state));
}

Result<fs::path> StagedFolder::makeFolder(const std::string& name)
{
    const fs::path folder = m_state->hidden / name;
    const fs::path later = m_state->target / name;
    for (fs::path outer = later; outer != m_state->target && outer.has_relative_path();
         outer = outer.parent_path())
        if (isThere(outer) && !isFolder(outer))
            return placed(inTheWay(outer));
    for (const std::string_view file : m_state->files)
        if (isThere(later / file) && !isPlainFile(later / file))
            return placed(inTheWay(later / file));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return placed(folderError(later, "cannot be made", error.value()));
    return name.empty() ? m_state->hidden : folder;
}

Status StagedFolder::commit()
{
    check(!m_state->hidden.empty(), "[StagedFolder] committed twice");
    if (const Status synced = syncAll(m_state->hidden); !synced)
        return placed(synced.error());
    if (!m_state->changePlaces())
        if (const Status put = m_state->putInPlace(); !put)
            return placed(put.error());
    m_state->lock.reset();
    return success();
}

Error StagedFolder::placed(Error error) const
{
    for (const fs::path& folder : {m_state->hidden, m_state->target}) {
        const std::string beginning = folder.string();
        if (!beginning.empty() && error.place.starts_with(beginning)) {
            error.place = m_state->shown.string() + error.place.substr(beginning.size());
            break;
        }
    }
    return error;
}

} // namespace ulpscope
