// SPDX-License-Identifier: GPL-3.0-or-later
// For crash_points.py: a library that LD_PRELOAD puts before the C library. It counts the calls that change files below a
// folder, and lets the program die at one of them, or makes it fail.
//
//     CRASH_FOLDER   absolute path without links; calls elsewhere are not counted
//     CRASH_AT       number of the call, from 1 on
//     CRASH_HOW      kill: SIGKILL before the call, or with half of what is to be written
//                    ENOSPC, EIO: the call fails
//                    full: all calls from there on that need space fail with ENOSPC
//
// What happens is said on standard error: "crash point: rename /folder/file".
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <climits>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

enum class Needs { Space, NoSpace };

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

struct Plan
{
    std::string folder = variable("CRASH_FOLDER") + '/';
    long at = std::atol(variable("CRASH_AT").c_str());
    std::string how = variable("CRASH_HOW");
};

std::atomic<long> counted = 0;

const Plan& plan()
{
    static const Plan plan;
    return plan;
}

template <class Function>
Function* real(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Absolute, as far as that shows whether it is below the folder.
std::string placeAt(int folder, const char* path)
{
    if (path == nullptr || *path == '/')
        return path == nullptr ? "" : path;
    char where[PATH_MAX] = {};
    if (folder == AT_FDCWD)
        return ::getcwd(where, sizeof where) == nullptr ? "" : std::string(where) + '/' + path;
    const std::string link = "/proc/self/fd/" + std::to_string(folder);
    return ::readlink(link.c_str(), where, sizeof where - 1) < 0 ? "" : std::string(where) + '/' + path;
}

std::string placeOf(int file)
{
    char where[PATH_MAX] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    return ::readlink(link.c_str(), where, sizeof where - 1) < 0 ? "" : where;
}

void say(const char* call, const std::string& place)
{
    const std::string text = std::string("crash point: ") + call + ' ' + place + '\n';
    static_cast<void>(real<ssize_t(int, const void*, size_t)>("write")(2, text.data(), text.size()));
}

/// Whether the call is to fail, with errno set. Does not return where the program dies; `half` is done before.
template <class Half>
bool fails(const char* call, const std::string& place, Needs needs, Half half)
{
    if (!place.starts_with(plan().folder))
        return false;
    const long number = ++counted;
    const bool isFull = plan().how == "full";
    if (isFull ? number < plan().at || needs == Needs::NoSpace : number != plan().at)
        return false;
    say(call, place);
    if (plan().how == "kill") {
        half();
        ::kill(::getpid(), SIGKILL);
    }
    errno = plan().how == "EIO" ? EIO : ENOSPC;
    return true;
}

bool fails(const char* call, const std::string& place, Needs needs = Needs::NoSpace)
{
    return fails(call, place, needs, [] {});
}

int openedAt(const char* call, int folder, const char* path, int flags, mode_t mode)
{
    const bool isForWriting = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
    if (isForWriting
        && fails(call, placeAt(folder, path), (flags & O_CREAT) != 0 ? Needs::Space : Needs::NoSpace))
        return -1;
    return real<int(int, const char*, int, mode_t)>("openat")(folder, path, flags, mode);
}

mode_t modeIn(int flags, va_list arguments)
{
    return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

std::FILE* openedStream(const char* path, const char* mode)
{
    if (std::string_view(mode).find_first_of("wa+") != std::string_view::npos
        && fails("fopen", placeAt(AT_FDCWD, path), Needs::Space))
        return nullptr;
    return real<std::FILE*(const char*, const char*)>("fopen64")(path, mode);
}

} // namespace

extern "C" {

int rename(const char* from, const char* to) noexcept
{
    return fails("rename", placeAt(AT_FDCWD, to)) ? -1
                                                  : real<int(const char*, const char*)>("rename")(from, to);
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept
{
    return fails("renameat", placeAt(toFolder, to))
        ? -1
        : real<int(int, const char*, int, const char*)>("renameat")(fromFolder, from, toFolder, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    return fails("renameat2", placeAt(toFolder, to))
        ? -1
        : real<int(int, const char*, int, const char*, unsigned)>("renameat2")(
            fromFolder, from, toFolder, to, flags);
}

int unlink(const char* path) noexcept
{
    return fails("unlink", placeAt(AT_FDCWD, path)) ? -1 : real<int(const char*)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept
{
    return fails("unlinkat", placeAt(folder, path))
        ? -1
        : real<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int remove(const char* path) noexcept
{
    return fails("remove", placeAt(AT_FDCWD, path)) ? -1 : real<int(const char*)>("remove")(path);
}

int rmdir(const char* path) noexcept
{
    return fails("rmdir", placeAt(AT_FDCWD, path)) ? -1 : real<int(const char*)>("rmdir")(path);
}

int mkdir(const char* path, mode_t mode) noexcept
{
    return fails("mkdir", placeAt(AT_FDCWD, path), Needs::Space)
        ? -1
        : real<int(const char*, mode_t)>("mkdir")(path, mode);
}

int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) noexcept
{
    return fails("linkat", placeAt(toFolder, to), Needs::Space)
        ? -1
        : real<int(int, const char*, int, const char*, int)>("linkat")(fromFolder, from, toFolder, to, flags);
}

int link(const char* from, const char* to) noexcept
{
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int file)
{
    return fails("fsync", placeOf(file)) ? -1 : real<int(int)>("fsync")(file);
}

int ftruncate(int file, off_t length) noexcept
{
    return fails("ftruncate", placeOf(file)) ? -1 : real<int(int, off_t)>("ftruncate")(file, length);
}

ssize_t write(int file, const void* bytes, size_t count)
{
    auto* const written = real<ssize_t(int, const void*, size_t)>("write");
    return fails("write", placeOf(file), Needs::Space,
               [&] { static_cast<void>(written(file, bytes, count / 2)); })
        ? -1
        : written(file, bytes, count);
}

int open(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeIn(flags, arguments);
    va_end(arguments);
    return openedAt("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeIn(flags, arguments);
    va_end(arguments);
    return openedAt("open", AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeIn(flags, arguments);
    va_end(arguments);
    return openedAt("openat", folder, path, flags, mode);
}

std::FILE* fopen(const char* path, const char* mode)
{
    return openedStream(path, mode);
}

std::FILE* fopen64(const char* path, const char* mode)
{
    return openedStream(path, mode);
}

size_t fwrite(const void* bytes, size_t size, size_t count, std::FILE* file)
{
    auto* const written = real<size_t(const void*, size_t, size_t, std::FILE*)>("fwrite");
    const auto half = [&] {
        static_cast<void>(written(bytes, size, count / 2, file));
        std::fflush(file);
    };
    return fails("fwrite", placeOf(::fileno(file)), Needs::Space, half) ? 0
                                                                        : written(bytes, size, count, file);
}

int fclose(std::FILE* file)
{
    const int flags = ::fcntl(::fileno(file), F_GETFL);
    const bool isWritten = (flags & O_ACCMODE) != O_RDONLY;
    const bool fail = isWritten && fails("fclose", placeOf(::fileno(file)), Needs::Space);
    const int error = errno;
    const int closed = real<int(std::FILE*)>("fclose")(file);
    if (!fail)
        return closed;
    errno = error;
    return EOF;
}
}
