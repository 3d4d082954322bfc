// SPDX-License-Identifier: GPL-3.0-or-later
// Replacing a file: what it was besides its content stays, what cannot stay is refused, and nothing is left behind.
#include "engine/file/atomic_file.h"
#include "engine/file/whole_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace ulpscope;

namespace {

constexpr uid_t kNobody = 65534;

struct stat statusOf(const std::string& path)
{
    struct stat status = {};
    ::stat(path.c_str(), &status);
    return status;
}

bool canBeLocked(const std::string& path)
{
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    return file.isOpen() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

class TestAtomicFile : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void aNewFileHeedsTheUmask();
    void modeOwnerAndAttributesStay();
    void linksStayLinks_data();
    void linksStayLinks();
    void aCircleOfLinksIsAnError();
    void aReadOnlyFileIsReplacedOnRequestOnly();
    void otherNamesAreLostOnRequestOnly();
    void anotherUsersFileIsNotOursToGive();
    void aFailureLeavesTheOldFileAndNothingElse();
    void aDeviceIsWrittenTo();
    void temporariesOfTheDeadAreRemoved();
    void whatComesBackIsLocked();

private:
    std::string path(const char* name) const
    {
        return m_folder->filePath(QString::fromUtf8(name)).toStdString();
    }
    void put(const char* name, const char* content) const
    {
        QFile file(m_folder->filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    QByteArray content(const char* name) const
    {
        QFile file(m_folder->filePath(QString::fromUtf8(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    QStringList names() const
    {
        QStringList names
            = QDir(m_folder->path())
                  .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        names.sort();
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    mode_t m_umask = 0;
};

void TestAtomicFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_umask = ::umask(022);
}

void TestAtomicFile::cleanup()
{
    ::umask(m_umask);
}

void TestAtomicFile::aNewFileHeedsTheUmask()
{
    ::umask(027);
    QVERIFY(replaceFile(path("a"), "new").ok());
    QCOMPARE(content("a"), QByteArray("new"));
    QCOMPARE(statusOf(path("a")).st_mode & 07777, 0640U);
    QCOMPARE(names(), QStringList{"a"});
}

void TestAtomicFile::modeOwnerAndAttributesStay()
{
    put("a", "old");
    QCOMPARE(::chmod(path("a").c_str(), 0606), 0);
    if (::geteuid() == 0)
        QCOMPARE(::chown(path("a").c_str(), kNobody, kNobody), 0);
    // A file system without attributes has none to lose.
    const bool hasAttributes = ::setxattr(path("a").c_str(), "user.note", "kept", 4, 0) == 0;
    const struct stat before = statusOf(path("a"));
    QVERIFY(replaceFile(path("a"), "new").ok());
    const struct stat after = statusOf(path("a"));
    QCOMPARE(content("a"), QByteArray("new"));
    QVERIFY(after.st_ino != before.st_ino);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_uid, before.st_uid);
    QCOMPARE(after.st_gid, before.st_gid);
    std::array<char, 8> value{};
    if (hasAttributes)
        QCOMPARE(::getxattr(path("a").c_str(), "user.note", value.data(), value.size()), 4);
}

void TestAtomicFile::linksStayLinks_data()
{
    QTest::addColumn<QByteArray>("leadsTo");
    QTest::addColumn<bool>("isThere");
    QTest::newRow("beside it") << QByteArray("target") << true;
    QTest::newRow("through a folder") << QByteArray("folder/../target") << true;
    QTest::newRow("a link to a link") << QByteArray("second") << true;
    QTest::newRow("absolute") << QByteArray("/target") << true;
    QTest::newRow("to a file that is not there yet") << QByteArray("target") << false;
}

void TestAtomicFile::linksStayLinks()
{
    QFETCH(QByteArray, leadsTo);
    QFETCH(bool, isThere);
    if (leadsTo.startsWith('/'))
        leadsTo.prepend(m_folder->path().toUtf8());
    QVERIFY(QDir(m_folder->path()).mkdir("folder"));
    std::filesystem::create_symlink("target", path("second"));
    std::filesystem::create_symlink(leadsTo.toStdString(), path("link"));
    if (isThere)
        put("target", "old");
    QVERIFY(replaceFile(path("link"), "new").ok());
    QVERIFY(std::filesystem::is_symlink(path("link")));
    QVERIFY(std::filesystem::is_symlink(path("second")));
    QVERIFY(!std::filesystem::is_symlink(path("target")));
    QCOMPARE(content("target"), QByteArray("new"));
    QCOMPARE(names(), (QStringList{"folder", "link", "second", "target"}));
}

void TestAtomicFile::aCircleOfLinksIsAnError()
{
    std::filesystem::create_symlink("b", path("a"));
    std::filesystem::create_symlink("a", path("b"));
    const auto written = replaceFile(path("a"), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Output);
    QCOMPARE(written.error().text(), path("a") + ": cannot be written: Too many levels of symbolic links");
}

void TestAtomicFile::aReadOnlyFileIsReplacedOnRequestOnly()
{
    put("a", "old");
    QCOMPARE(::chmod(path("a").c_str(), 0444), 0);
    QVERIFY(replacementLoss(path("a")) == ReplacementLoss{.isReadOnly = true});
    const Status refused = writeWholeFile(path("a"), "new");
    QVERIFY(!refused);
    QCOMPARE(refused.error().text(), path("a") + ": is read-only");
    QCOMPARE(refused.error().kind, ErrorKind::Output);
    QCOMPARE(content("a"), QByteArray("old"));
    QVERIFY(writeWholeFile(path("a"), "new", OnLoss::Accept).ok());
    QCOMPARE(content("a"), QByteArray("new"));
    QCOMPARE(statusOf(path("a")).st_mode & 07777, 0444U);
    QCOMPARE(names(), QStringList{"a"});
}

void TestAtomicFile::otherNamesAreLostOnRequestOnly()
{
    put("a", "old");
    QCOMPARE(::link(path("a").c_str(), path("b").c_str()), 0);
    QVERIFY(replacementLoss(path("a")) == ReplacementLoss{.otherNames = 1});
    const Status refused = writeWholeFile(path("a"), "new");
    QVERIFY(!refused);
    QCOMPARE(refused.error().text(),
        path("a")
            + ": is not replaced: it has 1 more name(s) (hard links), which would keep the old content");
    QCOMPARE(statusOf(path("a")).st_ino, statusOf(path("b")).st_ino);
    QVERIFY(writeWholeFile(path("a"), "new", OnLoss::Accept).ok());
    QCOMPARE(content("a"), QByteArray("new"));
    QCOMPARE(content("b"), QByteArray("old"));
    QVERIFY(!replacementLoss(path("a")));
}

void TestAtomicFile::anotherUsersFileIsNotOursToGive()
{
    // Only asked about: root's own file, seen by someone else.
    const bool isRoot = ::geteuid() == 0;
    if (isRoot)
        QCOMPARE(::seteuid(kNobody), 0);
    const ReplacementLoss loss = replacementLoss("/etc/passwd");
    if (isRoot)
        QCOMPARE(::seteuid(0), 0);
    QVERIFY((loss == ReplacementLoss{.isReadOnly = true, .losesOwner = true}));
    QVERIFY(!replacementLoss(path("none")));
    QVERIFY(!replacementLoss(m_folder->path().toStdString()));
}

void TestAtomicFile::aFailureLeavesTheOldFileAndNothingElse()
{
    put("a", "old");
    // A file may have four bytes and no more: what a full disk does to a longer one.
    rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 4;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = replaceFile(path("a"), "longer than that");
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!written);
    QCOMPARE(written.error().text(), path("a") + ": cannot be written: File too large");
    QCOMPARE(content("a"), QByteArray("old"));
    QCOMPARE(names(), QStringList{"a"});
}

void TestAtomicFile::aDeviceIsWrittenTo()
{
    std::filesystem::create_symlink("/dev/full", path("full"));
    const Status written = writeWholeFile(path("full"), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().text(), path("full") + ": cannot be written: No space left on device");
    QVERIFY(writeWholeFile("/dev/null", "new").ok());
    QCOMPARE(names(), QStringList{"full"});
}

void TestAtomicFile::temporariesOfTheDeadAreRemoved()
{
    put(".ulpscope-123-0123abcd.tmp", "of the dead");
    put(".ulpscope-124-0123abcd.tmp", "being written");
    put(".ulpscope-notes", "not ours");
    put("data.tmp", "not ours");
    QVERIFY(QDir(m_folder->path()).mkdir(".ulpscope-folder.tmp"));
    QCOMPARE(::mkfifo(path(".ulpscope-pipe.tmp").c_str(), 0600), 0);
    const FileDescriptor living(::open(path(".ulpscope-124-0123abcd.tmp").c_str(), O_RDWR | O_CLOEXEC));
    QCOMPARE(::flock(living.get(), LOCK_EX | LOCK_NB), 0);
    QVERIFY(replaceFile(path("a"), "new").ok());
    QCOMPARE(names(),
        (QStringList{".ulpscope-124-0123abcd.tmp", ".ulpscope-folder.tmp", ".ulpscope-notes",
            ".ulpscope-pipe.tmp", "a", "data.tmp"}));
}

void TestAtomicFile::whatComesBackIsLocked()
{
    Result<FileDescriptor> file = replaceFile(path("a"), "new");
    QVERIFY(file.ok());
    QVERIFY(!canBeLocked(path("a")));
    file->reset();
    QVERIFY(canBeLocked(path("a")));
}

QTEST_APPLESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
