// SPDX-License-Identifier: GPL-3.0-or-later
// What is not saved is found again, whatever ended the program, and nothing is found where nothing was lost.
#include "app/io/session/session_file.h"
#include "app/session/kept/session_swap.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ulpscope;

namespace {

const QString kCircle = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");

/// A document and its swap file, as a window has them.
struct Window
{
    explicit Window(const QString& folder)
        : swap(document, folder)
    {
    }
    void setSteps(std::int64_t steps)
    {
        const Status done = document.edit(
            QStringLiteral("Steps"), [steps](SessionSpec& session) { session.training.steps = steps; });
        QVERIFY(done.ok());
    }

    Document document;
    SessionSwap swap;
};

} // namespace

class TestSessionSwap : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void anEditIsWrittenWhenItIsQuietAgain();
    void editsInARowAreWrittenAllTheSame();
    void whatWasLostIsFoundAsItWas();
    void aSceneThatWasNeverSavedIsFound();
    void aKilledProcessLeavesItsSession();
    void aLivingWindowsSessionIsNotOffered();
    void nothingIsLeftWhenItIsSaved();
    void nothingIsLeftWhenItIsUndone();
    void nothingIsLeftWhenItIsGivenUp();
    void whatTheFileSaysTooIsNotOffered();
    void aSaveIsNotTakenForAnotherPrograms();
    void aSaveUnderANewNameIsFound();
    void whatAKilledSaveLeftIsRemoved();
    void anOtherwiseChangedFileIsNoReasonToForget();
    void aRestoredSessionIsKeptOn();
    void whatIsOfferedIsNotOfferedTwice();
    void theNewestComesFirst();
    void anUnreadableOneIsSaidAndStays_data();
    void anUnreadableOneIsSaidAndStays();
    void aFailureIsSaidOnce();
    void onlyItsOwnerReadsIt();
    void theFolderIsThatOfTheSpecification();

private:
    QStringList swapFiles() const
    {
        return QDir(m_state).entryList(QDir::Files | QDir::Hidden | QDir::System);
    }
    QString copyOfCircle(const QString& name) const
    {
        const QString path = m_directory->filePath(name);
        return QFile::copy(kCircle, path) && QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner)
            ? path
            : QString();
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_state;
};

void TestSessionSwap::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_state = m_directory->filePath(QStringLiteral("state/ulpscope")); // not there yet
}

void TestSessionSwap::anEditIsWrittenWhenItIsQuietAgain()
{
    Window window(m_state);
    QVERIFY(window.document.open(kCircle).ok());
    QTest::qWait(2 * SessionSwap::kQuietMs);
    QCOMPARE(swapFiles(), QStringList()); // nothing to lose
    window.setSteps(7);
    QTRY_COMPARE_WITH_TIMEOUT(swapFiles().size(), 1, 4 * SessionSwap::kQuietMs);
}

void TestSessionSwap::editsInARowAreWrittenAllTheSame()
{
    Window window(m_state);
    QVERIFY(window.document.open(kCircle).ok());
    QElapsedTimer time;
    time.start();
    for (std::int64_t steps = 1; swapFiles().isEmpty(); ++steps) {
        QVERIFY(time.elapsed() < 3 * SessionSwap::kLongestWaitMs);
        window.setSteps(steps);
        QTest::qWait(SessionSwap::kQuietMs / 5);
    }
    QVERIFY(time.elapsed() >= SessionSwap::kLongestWaitMs - SessionSwap::kQuietMs);
}

void TestSessionSwap::whatWasLostIsFoundAsItWas()
{
    const QString file = copyOfCircle(QStringLiteral("my ümläut % session.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    const SessionSpec session = *window->document.session();
    const QByteArray digest = window->document.fileDigest();
    QVERIFY(!digest.isEmpty());
    window->swap.writeNow();
    window.reset();

    std::vector<LostSession> lost = findLostSessions(m_state);
    QCOMPARE(lost.size(), std::size_t{1});
    QVERIFY2(lost[0].content.ok(), lost[0].content.ok() ? "" : lost[0].content.error().text().c_str());
    QVERIFY(lost[0].content->session == session);
    QCOMPARE(lost[0].content->filePath, file);
    QCOMPARE(lost[0].content->fileDigest, digest);
    QCOMPARE(QString::fromStdString(lost[0].content->session.origin.folder.string()), m_directory->path());
    QVERIFY(qAbs(lost[0].lastChange.secsTo(QDateTime::currentDateTime())) < 60);
}

void TestSessionSwap::aSceneThatWasNeverSavedIsFound()
{
    std::optional<Window> window(m_state);
    QVERIFY(window->document.openScene(kCircle).ok());
    window->setSteps(7);
    window->swap.writeNow();
    window.reset();
    const std::vector<LostSession> lost = findLostSessions(m_state);
    QCOMPARE(lost.size(), std::size_t{1});
    QVERIFY(lost[0].content->filePath.isEmpty());
    // Its data's relative paths still start where the scene is.
    QCOMPARE(QString::fromStdString(lost[0].content->session.origin.folder.string()),
        QFileInfo(kCircle).absolutePath());
}

void TestSessionSwap::aKilledProcessLeavesItsSession()
{
#ifdef __SANITIZE_THREAD__
    QSKIP(
        "TSan ends a child of a program with threads that starts threads itself: \"dup thread with used id\"");
#endif
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        Window window(m_state);
        const bool isOpen = window.document.openScene(kCircle).ok();
        window.setSteps(7);
        window.swap.writeNow();
        ::kill(::getpid(), isOpen ? SIGKILL : SIGTERM);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGKILL);
    const std::vector<LostSession> lost = findLostSessions(m_state);
    QCOMPARE(lost.size(), std::size_t{1});
    QCOMPARE(lost[0].content->session.training.steps, 7);
}

void TestSessionSwap::aLivingWindowsSessionIsNotOffered()
{
    Window window(m_state);
    QVERIFY(window.document.open(kCircle).ok());
    for (std::int64_t steps = 1; steps <= 3; ++steps) {
        window.setSteps(steps);
        window.swap.writeNow();
        QCOMPARE(swapFiles().size(), 1);
        QVERIFY(findLostSessions(m_state).empty());
    }
}

void TestSessionSwap::nothingIsLeftWhenItIsSaved()
{
    Window window(m_state);
    QVERIFY(window.document.open(copyOfCircle(QStringLiteral("a.ulps"))).ok());
    window.setSteps(7);
    window.swap.writeNow();
    QCOMPARE(swapFiles().size(), 1);
    QVERIFY(window.document.save().ok());
    QTRY_COMPARE(swapFiles(), QStringList());
}

void TestSessionSwap::nothingIsLeftWhenItIsUndone()
{
    Window window(m_state);
    QVERIFY(window.document.open(kCircle).ok());
    window.setSteps(7);
    window.swap.writeNow();
    QCOMPARE(swapFiles().size(), 1);
    window.document.undoStack().undo();
    QTRY_COMPARE(swapFiles(), QStringList());
}

void TestSessionSwap::nothingIsLeftWhenItIsGivenUp()
{
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(kCircle).ok());
    window->setSteps(7);
    window->swap.writeNow();
    window->setSteps(8); // its timer runs
    window->swap.discard();
    window.reset();
    QCOMPARE(swapFiles(), QStringList());
}

void TestSessionSwap::whatTheFileSaysTooIsNotOffered()
{
    const QString file = copyOfCircle(QStringLiteral("a.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    window->swap.writeNow();
    // Killed after the save, before the swap file was removed.
    QVERIFY(saveSession(file.toStdString(), *window->document.session()).ok());
    window.reset();
    QVERIFY(findLostSessions(m_state).empty());
    QCOMPARE(swapFiles(), QStringList());
}

void TestSessionSwap::aSaveIsNotTakenForAnotherPrograms()
{
    const QString file = copyOfCircle(QStringLiteral("a.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    window->swap.writeNow();
    window->setSteps(8); // and saved before it is kept
    QVERIFY(window->document.save().ok());
    window.reset(); // killed before the timer
    QVERIFY(findLostSessions(m_state).empty());
}

void TestSessionSwap::aSaveUnderANewNameIsFound()
{
    std::optional<Window> window(m_state);
    QVERIFY(window->document.openScene(kCircle).ok());
    window->setSteps(7);
    window->swap.setHasRuns(true);
    window->swap.writeNow();
    const QString file = m_directory->filePath(QStringLiteral("new.ulps"));
    QVERIFY(window->document.saveAs(file).ok());
    const QString runs = window->swap.runsPath();
    window.reset();
    QFile(runs).open(QIODevice::WriteOnly); // so that the session is still offered
    std::vector<LostSession> lost = findLostSessions(m_state);
    QCOMPARE(lost.size(), std::size_t{1});
    QCOMPARE(lost[0].content->filePath, file);
    QVERIFY(!lost[0].content->isChanged);
    Window restored(m_state);
    restored.swap.restore(lost[0]);
    QVERIFY(!restored.document.isModified());
    QVERIFY(!restored.document.lossOfSaving(file).wasChanged);
}

void TestSessionSwap::whatAKilledSaveLeftIsRemoved()
{
    const QString file = copyOfCircle(QStringLiteral("a.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    window->swap.writeNow();
    window.reset();
    const QString left = m_directory->filePath(QStringLiteral(".ulpscope-1-00000000.tmp"));
    QVERIFY(QFile(left).open(QIODevice::WriteOnly));
    QCOMPARE(findLostSessions(m_state).size(), std::size_t{1});
    QVERIFY(!QFile::exists(left));
}

void TestSessionSwap::anOtherwiseChangedFileIsNoReasonToForget()
{
    const QString file = copyOfCircle(QStringLiteral("a.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    window->swap.writeNow();
    window.reset();
    QFile::remove(file);
    QCOMPARE(findLostSessions(m_state).size(), std::size_t{1});
    QVERIFY(QFile(file).open(QIODevice::WriteOnly)); // empty, no session
    QCOMPARE(findLostSessions(m_state).size(), std::size_t{1});
}

void TestSessionSwap::aRestoredSessionIsKeptOn()
{
    const QString file = copyOfCircle(QStringLiteral("a.ulps"));
    std::optional<Window> window(m_state);
    QVERIFY(window->document.open(file).ok());
    window->setSteps(7);
    window->swap.writeNow();
    for (int life = 0; life < 3; ++life) {
        window.reset();
        std::vector<LostSession> lost = findLostSessions(m_state);
        QCOMPARE(lost.size(), std::size_t{1});
        window.emplace(m_state);
        window->setSteps(1); // of the session that makes room
        window->swap.writeNow();
        QCOMPARE(swapFiles().size(), 2);
        QSignalSpy sessionChanged(&window->document, &Document::sessionChanged);
        window->swap.restore(lost[0]);
        QCOMPARE(sessionChanged.count(), 1);
        QCOMPARE(window->document.session()->training.steps, 7);
        QCOMPARE(window->document.filePath(), file);
        QVERIFY(window->document.isModified());
        QVERIFY(!window->document.undoStack().canUndo());
        QCOMPARE(swapFiles().size(), 1);
        QVERIFY(findLostSessions(m_state).empty()); // it lives again
    } // killed before the next edit
    QTest::qWait(2 * SessionSwap::kQuietMs);
    QCOMPARE(swapFiles().size(), 1);
    QVERIFY(window->document.save().ok());
    QVERIFY(!window->document.isModified());
    QTRY_COMPARE(swapFiles(), QStringList());
    QCOMPARE(loadSession(file.toStdString())->training.steps, 7);
}

void TestSessionSwap::whatIsOfferedIsNotOfferedTwice()
{
    std::optional<Window> window(m_state);
    window->setSteps(7);
    window->swap.writeNow();
    window.reset();
    {
        const std::vector<LostSession> lost = findLostSessions(m_state);
        QCOMPARE(lost.size(), std::size_t{1});
        QVERIFY(findLostSessions(m_state).empty());
    }
    std::vector<LostSession> later = findLostSessions(m_state);
    QCOMPARE(later.size(), std::size_t{1});
    later[0].file.remove();
    QCOMPARE(swapFiles(), QStringList());
}

void TestSessionSwap::theNewestComesFirst()
{
    const QDateTime now = QDateTime::currentDateTime();
    QStringList known;
    for (const std::int64_t steps : {1, 2, 3}) {
        Window window(m_state);
        window.setSteps(steps);
        window.swap.writeNow();
        QStringList names = swapFiles();
        for (const QString& name : std::as_const(known))
            names.removeAll(name);
        QCOMPARE(names.size(), 1);
        known += names;
        QFile file(m_state + QLatin1Char('/') + names.first());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(now.addSecs(steps == 2 ? 900 : -100 * steps), QFile::FileModificationTime));
    }
    std::vector<std::int64_t> steps;
    for (const LostSession& lost : findLostSessions(m_state))
        steps.push_back(lost.content->session.training.steps);
    QCOMPARE(steps, (std::vector<std::int64_t>{2, 1, 3}));
}

void TestSessionSwap::anUnreadableOneIsSaidAndStays_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("message");
    QTest::newRow("a later version") << QByteArray("ulpscope-swap 2\nfile \n\n{}")
                                     << QStringLiteral("is not a session that this version has kept");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("is not a session that this version has kept");
    QTest::newRow("no end of the head") << QByteArray("ulpscope-swap 1\nfile \n")
                                        << QStringLiteral("is not a session that this version has kept");
    QTest::newRow("no session") << QByteArray("ulpscope-swap 1\nfile \n\n[]")
                                << QStringLiteral("expected a session");
}

void TestSessionSwap::anUnreadableOneIsSaidAndStays()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, message);
    QVERIFY(QDir().mkpath(m_state));
    QFile file(m_state + QStringLiteral("/0.swap"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const std::vector<LostSession> lost = findLostSessions(m_state);
    QCOMPARE(lost.size(), std::size_t{1});
    QVERIFY(!lost[0].content.ok());
    const QString text = QString::fromStdString(lost[0].content.error().text());
    QVERIFY2(text.contains(message) && text.contains(QStringLiteral("0.swap")), qPrintable(text));
    QCOMPARE(swapFiles().size(), 1);
}

void TestSessionSwap::aFailureIsSaidOnce()
{
    QFile inTheWay(m_directory->filePath(QStringLiteral("state")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    Window window(m_state);
    QSignalSpy failed(&window.swap, &SessionSwap::failed);
    for (std::int64_t steps = 1; steps <= 3; ++steps) {
        window.setSteps(steps);
        window.swap.writeNow();
        QCoreApplication::processEvents();
    }
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(m_state));
    QVERIFY(inTheWay.remove());
    window.setSteps(4);
    window.swap.writeNow();
    QCOMPARE(swapFiles().size(), 1);
    QCoreApplication::processEvents();
    QCOMPARE(failed.count(), 1);
}

void TestSessionSwap::onlyItsOwnerReadsIt()
{
    Window window(m_state);
    window.setSteps(7);
    window.swap.writeNow();
    struct stat status = {};
    QCOMPARE(::stat(m_state.toUtf8().constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0700U);
}

void TestSessionSwap::theFolderIsThatOfTheSpecification()
{
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/somewhere");
    QCOMPARE(stateDirectory(), QStringLiteral("/somewhere/ulpscope"));
    for (const char* none : {"", "relative/is/to/be/ignored"}) {
        qputenv("XDG_STATE_HOME", none);
        QCOMPARE(stateDirectory(), QDir::homePath() + QStringLiteral("/.local/state/ulpscope"));
    }
    if (before.isNull())
        qunsetenv("XDG_STATE_HOME");
    else
        qputenv("XDG_STATE_HOME", before);
}

QTEST_GUILESS_MAIN(TestSessionSwap)
#include "tst_session_swap.moc"
