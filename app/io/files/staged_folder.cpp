// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/files/staged_folder.h"

#include "engine/file/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>
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

// A hidden folder is ".out.ulpscope-run-4711-0" beside "out", or ".ulpscope-run-4711-0" in it. Once it is renamed to "finished",
// its files belong into the target, and every program that meets it moves them there.
constexpr std::string_view kUnfinished = ".ulpscope-run-";
constexpr std::string_view kFinished = ".ulpscope-finished";

Error folderError(const fs::path& path, const char* what, int error)
{
    return {
        path.string(), std::string(what) + ": " + std::generic_category().message(error), ErrorKind::Output};
}

Error inTheWay(const fs::path& path)
{
    return {path.string(), "is in the way of a file or folder of the run", ErrorKind::Output};
}

/// Paths at which hidden folders with this mark lie: beside the target, and in it.
fs::path hiddenBeside(const fs::path& target, std::string_view mark)
{
    return target.parent_path() / ("." + target.filename().string() + std::string(mark));
}
fs::path hiddenIn(const fs::path& target, std::string_view mark)
{
    return target / mark;
}

/// Status of the name itself, links not followed; zeros where there is nothing.
struct stat statusOf(const fs::path& path)
{
    struct stat status = {};
    ::lstat(path.c_str(), &status); // changes nothing where it fails
    return status;
}

bool isThere(const fs::path& path)
{
    return statusOf(path).st_mode != 0;
}
bool isFolder(const fs::path& path)
{
    return S_ISDIR(statusOf(path).st_mode);
}
bool isPlainFile(const fs::path& path)
{
    return S_ISREG(statusOf(path).st_mode);
}

bool isSameFile(const struct stat& a, const struct stat& b)
{
    return a.st_ino != 0 && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/// The entries of a folder. They are read at once, because the folder is changed meanwhile.
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

/// Whether `path` is a file of a run, or one that a killed program was writing.
bool isOurs(FileNames files, const fs::path& path)
{
    const std::string name = path.filename().string();
    const bool isTemporary = name.starts_with(".ulpscope-") && name.ends_with(".tmp");
    return isPlainFile(path) && (isTemporary || isOneOf(files, path));
}

/// A hidden folder, opened and locked as long as this program uses it. Closed if it is not there, not this user's, or in
/// use. canLock: false where the file system cannot.
FileDescriptor lockFolder(const fs::path& folder, bool& canLock)
{
    FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status = {};
    if (!opened.isOpen() || ::fstat(opened.get(), &status) != 0 || status.st_uid != ::geteuid())
        return FileDescriptor();
    canLock = ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
    const bool isInUse = !canLock && errno == EWOULDBLOCK;
    return isInUse || !isSameFile(status, statusOf(folder)) ? FileDescriptor() : std::move(opened);
}

/// Some file systems cannot sync a folder; only real trouble counts.
Status syncOne(const fs::path& path)
{
    const FileDescriptor opened(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const int error = opened.isOpen() && ::fsync(opened.get()) == 0 ? 0 : errno;
    if (error != 0 && (!opened.isOpen() || (error != EINVAL && error != ENOSYS && error != EROFS)))
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

/// Removes our files, and the folders that are empty then. False: some of our files are still there.
bool removeOurs(const fs::path& folder, FileNames files)
{
    bool isDone = true;
    for (const fs::path& entry : entriesOf(folder)) {
        if (isFolder(entry))
            isDone = removeOurs(entry, files) && isDone;
        else if (isOurs(files, entry))
            isDone = ::unlink(entry.c_str()) == 0 && isDone;
    }
    ::rmdir(folder.c_str());
    return isDone;
}

/// Path in `to` that hinders moveInto(); nullopt if there is none.
std::optional<fs::path> obstacle(const fs::path& from, const fs::path& to, FileNames files)
{
    for (const fs::path& entry : entriesOf(from)) {
        const fs::path there = to / entry.filename();
        if (isFolder(entry) && isFolder(there)) {
            if (std::optional<fs::path> inner = obstacle(entry, there, files))
                return inner;
        } else if (isThere(there) && !(isPlainFile(entry) && isPlainFile(there) && isOneOf(files, there))) {
            return there;
        }
    }
    return std::nullopt;
}

/// Moves everything in `from` to `to`, where only files of ours are replaced. The file that says that the folder is whole goes
/// first and comes last. What was cut short can be done again, and goes on.
Status moveInto(const fs::path& from, const fs::path& to, FileNames files)
{
    std::vector<fs::path> entries = entriesOf(from);
    const auto seal = std::ranges::find_if(
        entries, [&](const fs::path& entry) { return entry.filename() == files.back(); });
    if (seal != entries.end()) {
        std::iter_swap(seal, entries.end() - 1);
        if (::unlink((to / files.back()).c_str()) != 0 && errno != ENOENT)
            return folderError(to / files.back(), "cannot be written", errno);
    }
    for (const fs::path& entry : entries) {
        const fs::path there = to / entry.filename();
        if (isFolder(entry) && isFolder(there)) {
            if (const Status moved = moveInto(entry, there, files); !moved)
                return moved;
        } else if (::rename(entry.c_str(), there.c_str()) != 0) {
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
        else if (isSameFile(statusOf(entry), statusOf(there)))
            ::unlink(entry.c_str());
    }
}

/// moveInto(), tried again after an error, and removes what is left of the folder.
Status putIn(const fs::path& hidden, const fs::path& target, FileNames files)
{
    dropSecondNames(hidden, target); // a second name is left where changing places failed
    if (const std::optional<fs::path> hindrance = obstacle(hidden, target, files))
        return Error{hindrance->string(), "is in the way of the run, whose files are in " + hidden.string(),
            ErrorKind::Output};
    Status moved = moveInto(hidden, target, files);
    if (!moved)
        moved = moveInto(hidden, target, files);
    if (moved)
        static_cast<void>(removeOurs(hidden, files));
    return moved;
}

/// Removes a hidden folder. What another program put into it, just before it changed places, goes where it belongs.
void discard(const fs::path& hidden, const fs::path& target, FileNames files)
{
    dropSecondNames(hidden, target);
    if (removeOurs(hidden, files) && isFolder(hidden) && isFolder(target))
        static_cast<void>(putIn(hidden, target, files));
}

/// Puts right what killed programs left.
Status putRight(const fs::path& target, FileNames files)
{
    for (const auto& hiddenAt : {hiddenBeside, hiddenIn}) {
        const fs::path finished = hiddenAt(target, kFinished);
        bool canLock = false;
        if (const FileDescriptor lock = lockFolder(finished, canLock); lock.isOpen() && canLock) {
            ::mkdir(target.c_str(), 0777); // gone if it was removed by hand since
            if (const Status put = putIn(finished, target, files); !put)
                return put;
        }
        const fs::path unfinished = hiddenAt(target, kUnfinished);
        for (const fs::path& entry : entriesOf(unfinished.parent_path())) {
            if (!entry.filename().string().starts_with(unfinished.filename().string()))
                continue;
            if (const FileDescriptor lock = lockFolder(entry, canLock); lock.isOpen() && canLock)
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

/// Gives `fresh` the folder's rights, and further names (hard links) of the files that only the folder has. False where `fresh`
/// would still not have all of it: folders that are not the run's stay where they are, because programs may work in them.
bool coverWith(const fs::path& fresh, const fs::path& folder)
{
    return giveSameRights(folder, fresh)
        && std::ranges::all_of(entriesOf(folder), [&](const fs::path& entry) {
               const fs::path its = fresh / entry.filename();
               if (isFolder(entry))
                   return isFolder(its) && coverWith(its, entry);
               return isThere(its) || ::linkat(AT_FDCWD, entry.c_str(), AT_FDCWD, its.c_str(), 0) == 0;
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
int makeHidden(const fs::path& beginning, fs::path& folder, FileDescriptor& lock)
{
    for (int i = 0; i < 100; ++i) {
        folder = beginning;
        folder += std::to_string(::getpid()) + "-" + std::to_string(i);
        if (::mkdir(folder.c_str(), 0777) != 0) {
            if (errno != EEXIST)
                return errno;
            continue;
        }
        bool canLock = false;
        lock = lockFolder(folder, canLock);
        if (lock.isOpen()) // a folder without a lock counts as one that a kill left
            return 0;
    }
    folder.clear();
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

    fs::path shown; ///< the path as the caller wrote it, for messages
    fs::path target; ///< absolute, links followed
    FileNames files;
    fs::path hidden; ///< the folder that is written; empty when nothing is left to remove
    bool isBeside = true;
    FileDescriptor lock;
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
    if (!coverWith(hidden, target)
        || ::renameat2(AT_FDCWD, hidden.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
        dropSecondNames(hidden, target);
        return false;
    }
    static_cast<void>(syncOne(target.parent_path()));
    discard(std::exchange(hidden, {}), target, files); // the folder that was there before
    return true;
}

Status StagedFolder::State::putInPlace()
{
    const fs::path finished = isBeside ? hiddenBeside(target, kFinished) : hiddenIn(target, kFinished);
    if (::rename(hidden.c_str(), finished.c_str()) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST)
            return folderError(target, "cannot be written", errno);
        return Error{target.string(), "another program is putting files there: " + finished.string(),
            ErrorKind::Output};
    }
    hidden.clear(); // from here on a kill leaves it to the next program to put in place
    static_cast<void>(syncOne(finished.parent_path()));
    ::mkdir(target.c_str(), 0777);
    if (const Status put = putIn(finished, target, files); !put)
        return Error{put.error().place,
            put.error().message.text()
                + "; files of two runs are mixed until the next run there puts it right",
            ErrorKind::Output};
    return success();
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
    state->isBeside = trouble == 0 && (isNew || statusOf(state->hidden).st_dev == statusOf(folder).st_dev);
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
    if (trouble != 0)
        return folderError(state->shown, "cannot be written", trouble);
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
    if (const std::optional<fs::path> hindrance = obstacle(m_state->hidden, m_state->target, m_state->files))
        return placed(inTheWay(*hindrance));
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
