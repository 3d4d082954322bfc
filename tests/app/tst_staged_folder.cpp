// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/files/staged_folder.h"

#include "engine/file/output_file.h"
#include "engine/file/whole_file.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <functional>

#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ulpscope;

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 3> kFiles{"a.csv", "b.csv", "whole.json"};

void put(const fs::path& path, const std::string& text)
{
    fs::create_directories(path.parent_path());
    Result<OutputFile> file = OutputFile::create(path);
    QVERIFY(file.ok() && file->write(text).ok() && file->close().ok());
}

QString textAt(const fs::path& path)
{
    const Result<std::string> text = readWholeFile(path, 1 << 20);
    return text ? QString::fromStdString(*text) : QStringLiteral("(no file)");
}

/// All below a folder, hidden ones too: "a.csv", "sub/a.csv".
QStringList namesIn(const fs::path& folder)
{
    QStringList names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        names.append(QString::fromStdString(entry.path().lexically_relative(folder).string()));
    names.sort();
    return names;
}

/// A run of the three files, all with that text, in the folders of these names.
Result<StagedFolder> staged(
    const fs::path& target, const std::string& text, const std::vector<std::string>& folders = {""})
{
    Result<StagedFolder> stage = StagedFolder::create(target, kFiles);
    for (const std::string& name : folders) {
        if (!stage)
            return stage;
        const Result<fs::path> folder = stage->makeFolder(name);
        if (!folder)
            return folder.error();
        for (const std::string_view file : kFiles)
            put(*folder / file, text);
    }
    return stage;
}

Status write(const fs::path& target, const std::string& text, const std::vector<std::string>& folders = {""})
{
    Result<StagedFolder> stage = staged(target, text, folders);
    return stage ? stage->commit() : stage.error();
}

/// In a process of its own, which is killed at the end, or earlier by the work; false makes it a failure.
void inKilledProcess(const std::function<bool()>& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (!work())
            ::_exit(1);
        ::raise(SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/// In a process of its own, which is killed when it enters or leaves the kernel for the n-th time. False: it ended before.
bool killedAtSystemCall(int n, const std::function<void()>& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::raise(SIGSTOP);
        work();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    for (int i = 0; i < n && WIFSTOPPED(status); ++i) {
        ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        ::waitpid(child, &status, 0);
    }
    if (!WIFSTOPPED(status))
        return false;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
}

} // namespace

class TestStagedFolder : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void nothingIsThereBeforeTheCommit();
    void keepsTheEarlierRunUntilTheCommit();
    void theFolderChangesPlacesInOneOperation();
    void modeAndAttributesOfTheFolderStay();
    void foreignFilesStay();
    void theFolderChangesPlacesWithForeignFilesInIt();
    void foldersOfOtherNamesStay();
    void theWorkingFolderIsNotReplaced();
    void aLinkToAFolderStaysALink();
    void whatIsInTheWayIsFoundBefore_data();
    void whatIsInTheWayIsFoundBefore();
    void aFolderWithoutAWritableParentWillDo();
    void anAbandonedRunLeavesNoTrace();
    void whatAKillLeftIsRemovedByTheNextRun();
    void whatAKillLeftHalfInPlaceIsFinishedByTheNextRun();
    void theHiddenFolderOfALivingRunStays();
    void foreignFilesThatGotIntoAHiddenFolderComeBack();
    void troubleNamesTheFileInTheTarget();
    void aKillAtAnySystemCallLeavesAWholeRun_data();
    void aKillAtAnySystemCallLeavesAWholeRun();

private:
    fs::path at(const char* name) const { return m_folder->filePath(QString::fromUtf8(name)).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStagedFolder::init()
{
    // In memory, where syncing takes no time.
    const bool hasMemory = QFileInfo(QStringLiteral("/dev/shm")).isWritable();
    m_folder = std::make_unique<QTemporaryDir>((hasMemory ? QStringLiteral("/dev/shm") : QDir::tempPath())
        + QStringLiteral("/tst_staged_folder-XXXXXX"));
    QVERIFY(m_folder->isValid());
}

void TestStagedFolder::nothingIsThereBeforeTheCommit()
{
    Result<StagedFolder> stage = staged(at("made/for/out/"), "new");
    QVERIFY2(stage.ok(), stage ? "" : stage.error().text().c_str());
    QVERIFY(!fs::exists(at("made/for/out")));
    QVERIFY(stage->commit().ok());
    QCOMPARE(namesIn(at("made")),
        (QStringList{"for", "for/out", "for/out/a.csv", "for/out/b.csv", "for/out/whole.json"}));
    QCOMPARE(textAt(at("made/for/out/a.csv")), QString("new"));
}

void TestStagedFolder::keepsTheEarlierRunUntilTheCommit()
{
    QVERIFY(write(at("out"), "old").ok());
    {
        const Result<StagedFolder> stage = staged(at("out"), "new");
        QVERIFY(stage.ok());
        QCOMPARE(textAt(at("out/a.csv")), QString("old"));
    }
    QCOMPARE(textAt(at("out/a.csv")), QString("old")); // abandoned
    QVERIFY(write(at("out"), "new").ok());
    for (const std::string_view file : kFiles)
        QCOMPARE(textAt(at("out") / file), QString("new"));
    QCOMPARE(namesIn(m_folder->path().toStdString()),
        (QStringList{"out", "out/a.csv", "out/b.csv", "out/whole.json"}));
}

void TestStagedFolder::theFolderChangesPlacesInOneOperation()
{
    QVERIFY(write(at("out"), "old", {"one", "two"}).ok());
    struct stat before = {};
    struct stat after = {};
    QCOMPARE(::stat(at("out").c_str(), &before), 0);
    QVERIFY(write(at("out"), "new", {"one", "two"}).ok());
    QCOMPARE(::stat(at("out").c_str(), &after), 0);
    QVERIFY(before.st_ino != after.st_ino);
    QCOMPARE(textAt(at("out/two/whole.json")), QString("new"));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 9);
}

void TestStagedFolder::modeAndAttributesOfTheFolderStay()
{
    QVERIFY(write(at("out"), "old").ok());
    QCOMPARE(::chmod(at("out").c_str(), 02750), 0);
    QVERIFY(write(at("out"), "new").ok());
    struct stat status = {};
    QCOMPARE(::stat(at("out").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777U, 02750U);
    QCOMPARE(textAt(at("out/b.csv")), QString("new"));
}

void TestStagedFolder::foreignFilesStay()
{
    QVERIFY(write(at("out"), "old").ok());
    put(at("out/notes.txt"), "mine");
    put(at("out/deep/down/a.csv"), "mine too");
    fs::create_symlink("/nowhere", at("out/link"));
    QVERIFY(write(at("out"), "new").ok());
    QCOMPARE(textAt(at("out/whole.json")), QString("new"));
    QCOMPARE(textAt(at("out/notes.txt")), QString("mine"));
    QCOMPARE(textAt(at("out/deep/down/a.csv")), QString("mine too"));
    QVERIFY(fs::is_symlink(at("out/link")));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 9); // nothing hidden
}

void TestStagedFolder::theFolderChangesPlacesWithForeignFilesInIt()
{
    QVERIFY(write(at("out"), "old", {"one"}).ok());
    put(at("out/notes.txt"), "mine");
    put(at("out/one/more.txt"), "mine");
    fs::create_symlink("/nowhere", at("out/link"));
    struct stat before = {};
    struct stat after = {};
    struct stat folder = {};
    QCOMPARE(::stat(at("out/notes.txt").c_str(), &before), 0);
    QCOMPARE(::stat(at("out").c_str(), &folder), 0);
    QVERIFY(write(at("out"), "new", {"one"}).ok());
    QCOMPARE(::stat(at("out/notes.txt").c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino); // the same file, in another folder
    QCOMPARE(after.st_nlink, nlink_t{1});
    QCOMPARE(::stat(at("out").c_str(), &after), 0);
    QVERIFY(after.st_ino != folder.st_ino);
    QCOMPARE(textAt(at("out/one/more.txt")), QString("mine"));
    QCOMPARE(textAt(at("out/one/a.csv")), QString("new"));
    QVERIFY(fs::is_symlink(at("out/link")));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 8);
}

void TestStagedFolder::foldersOfOtherNamesStay()
{
    QVERIFY(write(at("out"), "old", {"one", "two"}).ok());
    QVERIFY(write(at("out"), "new", {"two", "three"}).ok());
    QCOMPARE(textAt(at("out/one/whole.json")), QString("old"));
    QCOMPARE(textAt(at("out/two/whole.json")), QString("new"));
    QCOMPARE(textAt(at("out/three/whole.json")), QString("new"));
    QVERIFY(write(at("out"), "newest").ok()); // a single run beside them
    QCOMPARE(textAt(at("out/one/whole.json")), QString("old"));
    QCOMPARE(textAt(at("out/whole.json")), QString("newest"));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 16);
}

void TestStagedFolder::theWorkingFolderIsNotReplaced()
{
    QVERIFY(write(at("out"), "old").ok());
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->filePath("out")));
    const Status written = write(".", "new");
    const QString text
        = textAt("a.csv"); // by the working folder, which a replaced one would have left behind
    QDir::setCurrent(before);
    QVERIFY2(written.ok(), written ? "" : written.error().text().c_str());
    QCOMPARE(text, QString("new"));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 4);
}

void TestStagedFolder::aLinkToAFolderStaysALink()
{
    QVERIFY(write(at("real"), "old").ok());
    fs::create_directory_symlink("real", at("link"));
    QVERIFY(write(at("link"), "new").ok());
    QVERIFY(fs::is_symlink(at("link")));
    QCOMPARE(textAt(at("real/a.csv")), QString("new"));
}

void TestStagedFolder::whatIsInTheWayIsFoundBefore_data()
{
    QTest::addColumn<QString>("there");
    QTest::addColumn<QString>("folder");
    QTest::newRow("a folder for a file") << "folder out/b.csv"
                                         << "";
    QTest::newRow("a link for a file") << "link out/b.csv"
                                       << "";
    QTest::newRow("a file for a folder") << "file out/one"
                                         << "one";
    QTest::newRow("a link for a folder") << "link out/one"
                                         << "one";
    QTest::newRow("a file above") << "file out/one"
                                  << "one/two";
}

void TestStagedFolder::whatIsInTheWayIsFoundBefore()
{
    QFETCH(QString, there);
    QFETCH(QString, folder);
    QVERIFY(write(at("out"), "old", {"other"}).ok());
    const fs::path path = at(there.section(' ', 1).toUtf8().constData());
    if (there.startsWith("folder"))
        fs::create_directories(path);
    else if (there.startsWith("link"))
        fs::create_symlink("/dev/full", path);
    else
        put(path, "mine");
    Result<StagedFolder> stage = StagedFolder::create(at("out"), kFiles);
    QVERIFY(stage.ok());
    const Result<fs::path> made = stage->makeFolder(folder.toStdString());
    QVERIFY(!made);
    QCOMPARE(made.error().kind, ErrorKind::Output);
    QCOMPARE(made.error().text(), path.string() + ": is in the way of a file or folder of the run");
    stage = Error{"", ""};
    QCOMPARE(namesIn(at("out")).size(), 5); // as it was
}

void TestStagedFolder::aFolderWithoutAWritableParentWillDo()
{
    if (::geteuid() == 0) {
        // Root may write everywhere; a user without rights is one whose process says so.
        inKilledProcess([this] {
            constexpr unsigned kNobody = 65534;
            fs::create_directories(at("parent/out"));
            fs::permissions(m_folder->path().toStdString(), fs::perms::others_exec, fs::perm_options::add);
            return ::chown(at("parent/out").c_str(), kNobody, kNobody) == 0
                && ::setresgid(kNobody, kNobody, kNobody) == 0 && ::setresuid(kNobody, kNobody, kNobody) == 0
                && !StagedFolder::create(at("parent/other"), kFiles).ok()
                && write(at("parent/out"), "old").ok() && write(at("parent/out"), "new").ok();
        });
    } else {
        fs::create_directories(at("parent/out"));
        fs::permissions(at("parent"), fs::perms::owner_write, fs::perm_options::remove);
        QVERIFY(write(at("parent/out"), "old").ok());
        QVERIFY(write(at("parent/out"), "new").ok());
        fs::permissions(at("parent"), fs::perms::owner_write, fs::perm_options::add);
    }
    QCOMPARE(textAt(at("parent/out/b.csv")), QString("new"));
    QCOMPARE(namesIn(at("parent")).size(), 4);
}

void TestStagedFolder::anAbandonedRunLeavesNoTrace()
{
    {
        const Result<StagedFolder> stage = staged(at("made/for/out"), "new", {"one", "two"});
        QVERIFY(stage.ok());
    }
    QVERIFY(namesIn(m_folder->path().toStdString()).isEmpty());
}

void TestStagedFolder::whatAKillLeftIsRemovedByTheNextRun()
{
    QVERIFY(write(at("out"), "old").ok());
    inKilledProcess([this] {
        const Result<StagedFolder> stage = staged(at("out"), "lost");
        ::raise(SIGKILL); // before the stage removes it
        return false;
    });
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 8);
    QCOMPARE(textAt(at("out/a.csv")), QString("old"));
    QVERIFY(StagedFolder::create(at("out"), kFiles).ok());
    QCOMPARE(namesIn(m_folder->path().toStdString()),
        (QStringList{"out", "out/a.csv", "out/b.csv", "out/whole.json"}));
    QCOMPARE(textAt(at("out/a.csv")), QString("old"));
}

void TestStagedFolder::whatAKillLeftHalfInPlaceIsFinishedByTheNextRun()
{
    // As a kill leaves it that comes while files are moved one by one: the whole run under a name of its own, a part moved.
    for (const char* finished : {".out.ulpscope-finished", "out/.ulpscope-finished"}) {
        put(at("out/notes.txt"), "mine");
        put(at("out/a.csv"), "new");
        put(at("out/b.csv"), "old");
        put(at(finished) / "b.csv", "new");
        put(at(finished) / "whole.json", "new");
        put(at(finished) / "sub/a.csv", "new");
        QVERIFY(StagedFolder::create(at("out"), kFiles).ok());
        QCOMPARE(namesIn(m_folder->path().toStdString()),
            (QStringList{"out", "out/a.csv", "out/b.csv", "out/notes.txt", "out/sub", "out/sub/a.csv",
                "out/whole.json"}));
        for (const char* file : {"out/a.csv", "out/b.csv", "out/whole.json", "out/sub/a.csv"})
            QCOMPARE(textAt(at(file)), QString("new"));
        QVERIFY(fs::remove_all(at("out")) > 0);
    }
}

void TestStagedFolder::theHiddenFolderOfALivingRunStays()
{
    Result<StagedFolder> first = staged(at("out"), "first");
    Result<StagedFolder> second = staged(at("out"), "second");
    QVERIFY(first.ok() && second.ok());
    QVERIFY(second->commit().ok());
    QCOMPARE(textAt(at("out/a.csv")), QString("second"));
    QVERIFY(first->commit().ok());
    QCOMPARE(textAt(at("out/a.csv")), QString("first"));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 4);
}

void TestStagedFolder::foreignFilesThatGotIntoAHiddenFolderComeBack()
{
    // Somebody saved into the earlier run just before it changed places, and then came a kill.
    QVERIFY(write(at("out"), "new").ok());
    put(at(".out.ulpscope-run-1-0/a.csv"), "old");
    put(at(".out.ulpscope-run-1-0/notes.txt"), "mine");
    QVERIFY(StagedFolder::create(at("out"), kFiles).ok());
    QCOMPARE(textAt(at("out/notes.txt")), QString("mine"));
    QCOMPARE(textAt(at("out/a.csv")), QString("new"));
    QCOMPARE(namesIn(m_folder->path().toStdString()).size(), 5);
}

void TestStagedFolder::troubleNamesTheFileInTheTarget()
{
    const Result<StagedFolder> stage = StagedFolder::create(at("out"), kFiles);
    QVERIFY(stage.ok());
    Result<StagedFolder> other = StagedFolder::create(at("out"), kFiles);
    const fs::path folder = *other->makeFolder("one");
    QCOMPARE(other->placed({(folder / "a.csv").string(), "full"}).place, at("out/one/a.csv").string());
    QCOMPARE(other->placed({"layers[2]", "wrong"}).place, std::string("layers[2]"));
    put(at("file"), "");
    const Result<StagedFolder> none = StagedFolder::create(at("file"), kFiles);
    QVERIFY(!none);
    QCOMPARE(none.error().text(), at("file").string() + ": cannot be made: Not a directory");
}

void TestStagedFolder::aKillAtAnySystemCallLeavesAWholeRun_data()
{
    QTest::addColumn<QStringList>("folders");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("mayBeHalfDone");
    QTest::newRow("one run") << QStringList{QString()} << QString() << false;
    QTest::newRow("several") << QStringList{"one", "two"} << QString() << false;
    QTest::newRow("beside a file") << QStringList{QString()} << "notes.txt" << false;
    QTest::newRow("several with a file") << QStringList{"one", "two"} << "two/notes.txt" << false;
    QTest::newRow("beside a folder") << QStringList{QString()} << "deep/notes.txt" << true;
    QTest::newRow("several beside a folder") << QStringList{"one", "two"} << "three/a.csv" << true;
}

void TestStagedFolder::aKillAtAnySystemCallLeavesAWholeRun()
{
    QFETCH(QStringList, folders);
    QFETCH(QString, other);
    QFETCH(bool, mayBeHalfDone);
    std::vector<std::string> names;
    for (const QString& folder : folders)
        names.push_back(folder.toStdString());
    const auto texts = [&] { // of all files that belong together
        QStringList found;
        for (const std::string& name : names)
            for (const std::string_view file : kFiles)
                found.append(textAt(at("out") / name / file));
        found.removeDuplicates();
        return found.join(QLatin1Char(' '));
    };
    QVERIFY(write(at("out"), "0", names).ok());
    const fs::path otherFile = at("out") / other.toStdString();
    if (!other.isEmpty())
        put(otherFile, "mine");
    const qsizetype files = namesIn(m_folder->path().toStdString()).size();
    QString now = QStringLiteral("0");
    int halfDone = 0;
    int n = 1;
    for (bool isKilled = true; isKilled; ++n) {
        const std::string wanted = std::to_string(n);
        isKilled = killedAtSystemCall(n, [&] { static_cast<void>(write(at("out"), wanted, names)); });
        if (texts() != now && texts() != QString::fromStdString(wanted)) {
            QVERIFY2(mayBeHalfDone, qPrintable(QStringLiteral("%1: %2").arg(n).arg(texts())));
            ++halfDone;
            QVERIFY(StagedFolder::create(at("out"), kFiles).ok()); // what any next run begins with
        }
        QVERIFY2(texts() == now || texts() == QString::fromStdString(wanted),
            qPrintable(QStringLiteral("%1: %2").arg(n).arg(texts())));
        QVERIFY(other.isEmpty() || textAt(otherFile) == "mine");
        QVERIFY(StagedFolder::create(at("out"), kFiles).ok()); // also finishes what no file was moved of yet
        QVERIFY2(texts() == now || texts() == QString::fromStdString(wanted),
            qPrintable(QStringLiteral("%1: %2").arg(n).arg(texts())));
        now = texts();
        QVERIFY(other.isEmpty() || (textAt(otherFile) == "mine" && fs::hard_link_count(otherFile) == 1));
        QCOMPARE(namesIn(m_folder->path().toStdString()).size(), files);
    }
    QCOMPARE(now, QString::number(n - 1)); // which was not killed
    QVERIFY(n > 50);
    QCOMPARE(halfDone > 0, mayBeHalfDone);
}

QTEST_APPLESS_MAIN(TestStagedFolder)
#include "tst_staged_folder.moc"
