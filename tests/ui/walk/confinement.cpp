// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/confinement.h"

#include "engine/base/program_folder.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ulpscope::ui::walk {

namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;
constexpr rlim_t kLargestFile = 256U << 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t kMemory = RLIM_INFINITY; // they reserve terabytes of addresses
#else
constexpr rlim_t kMemory = rlim_t{8} << 30;
#endif

// landlock(7): what may be handled by every version; reading is left alone.
constexpr std::uint64_t kChanges = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR
    | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR
    | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO
    | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

bool allowBeneath(int rules, const char* path, std::uint64_t access)
{
    const int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0)
        return false;
    landlock_path_beneath_attr beneath{};
    beneath.allowed_access = access;
    beneath.parent_fd = folder;
    const bool isDone = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(folder);
    return isDone;
}

/// Also refuses to start programs: nothing is allowed to be executed.
bool fence(const std::string& folder)
{
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = kChanges | LANDLOCK_ACCESS_FS_EXECUTE;
    const int rules = int(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    if (rules < 0)
        return false;
    const bool isDone = allowBeneath(rules, folder.c_str(), kChanges)
        && allowBeneath(rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE)
        && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return isDone;
}

/// Whether the program's own files can still be read by who it would become.
bool canNobodyRead()
{
    const Result<fs::path> program = programFolder();
    if (!program || seteuid(kNobody) != 0)
        return false;
    const std::string scenes = (*program / "../share/ulpscope/scenes").string();
    const std::string libraries = (*program / "../lib/ulpscope").string();
    const bool canRead = faccessat(AT_FDCWD, scenes.c_str(), R_OK | X_OK, AT_EACCESS) == 0
        && faccessat(AT_FDCWD, libraries.c_str(), R_OK | X_OK, AT_EACCESS) == 0;
    return seteuid(0) == 0 && canRead;
}

bool becomeNobody()
{
    return setgroups(0, nullptr) == 0 && setresgid(kNobody, kNobody, kNobody) == 0
        && setresuid(kNobody, kNobody, kNobody) == 0;
}

void moveHome(const std::string& folder)
{
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
             "XDG_RUNTIME_DIR", "TMPDIR"}) {
        const std::string own = folder + "/" + name;
        mkdir(own.c_str(), S_IRWXU);
        setenv(name, own.c_str(), 1);
    }
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_CONFIG_DIRS"})
        unsetenv(name);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
}

} // namespace

std::string Confinement::text() const
{
    return std::string(isNobody ? "as nobody" : "as who started it")
        + (isFenced ? ", writing in one folder only (Landlock)" : ", without Landlock");
}

std::string makeWalkFolder()
{
    std::string folder = (fs::temp_directory_path() / "ulpscope-walk-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        return {};
    if (geteuid() == 0 && chown(folder.c_str(), kNobody, kNobody) != 0)
        return {};
    return folder;
}

void removeWalkFolder(const std::string& folder)
{
    std::error_code error;
    // Folders that were made unwritable on purpose.
    for (const fs::directory_entry& entry :
        fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error))
        if (entry.is_directory(error) && !entry.is_symlink(error))
            fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add, error);
    fs::remove_all(folder, error);
}

Confinement confineTo(const std::string& folder)
{
    Confinement confined;
    const rlimit noCore{0, 0};
    const rlimit largestFile{kLargestFile, kLargestFile};
    setrlimit(RLIMIT_CORE, &noCore);
    setrlimit(RLIMIT_FSIZE, &largestFile);
    const rlimit memory{kMemory, kMemory};
    setrlimit(RLIMIT_AS, &memory);
    const bool isRoot = geteuid() == 0;
    if (isRoot && canNobodyRead()) {
        if (!becomeNobody()) {
            confined.error = "root's rights cannot be given up";
            return confined;
        }
        confined.isNobody = true;
        // Else the leak sanitizer could not look at its own process.
        prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    }
    moveHome(folder);
    if (chdir(folder.c_str()) != 0) {
        confined.error = folder + ": " + std::strerror(errno);
        return confined;
    }
    confined.isFenced = fence(folder);
    if (isRoot && !confined.isNobody && !confined.isFenced)
        confined.error
            = "started by root, in a folder that others cannot read, on a kernel without Landlock: nothing "
              "would keep random events from real files";
    return confined;
}

} // namespace ulpscope::ui::walk
