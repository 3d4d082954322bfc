// SPDX-License-Identifier: GPL-3.0-or-later
// Runs survive the window: beside their session, from its first save on; no other file is ever taken for theirs.
#include "app/session/kept/saved_runs.h"

#include "app/io/runs/run_files.h"
#include "app/session/shown_run.h"
#include "engine/file/whole_file.h"
#include "engine/kernels/kernels.h"
#include "engine/policy/dtype_policy.h"
#include "tests/engine/small_sessions.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace ulpscope;

namespace {

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

/// What a window has of runs.
struct Window
{
    Document document;
    SessionRunner runner;
    ShownRun shown;
    KeptRuns kept;
    SavedRuns saved;
    QSignalSpy failed;

    explicit Window(const std::shared_ptr<const Kernels>& kernels)
        : runner(kernels, 1)
        , shown(runner)
        , kept(shown)
        , saved(document, kept, runner)
        , failed(&saved, &SavedRuns::failed)
    {
    }

    /// With the runs of its file.
    bool open(const QString& path)
    {
        return document.open(path).ok()
            && QTest::qWaitFor([this] { return !saved.isReading(); }, kTrainingMs);
    }

    /// Whether they could be read.
    bool restore(const QString& lost)
    {
        bool isRead = true;
        const auto told
            = QObject::connect(&saved, &SavedRuns::notRestored, &saved, [&isRead] { isRead = false; });
        saved.restoreUnsaved(lost);
        const bool isDone = QTest::qWaitFor([this] { return !saved.isReading(); }, kTrainingMs);
        QObject::disconnect(told);
        return isDone && isRead;
    }

    /// How many came; nothing after a failure.
    std::optional<std::size_t> import(const QString& path)
    {
        QSignalSpy imported(&saved, &SavedRuns::imported);
        QSignalSpy notImported(&saved, &SavedRuns::notImported);
        saved.importFrom(path);
        if (!QTest::qWaitFor([this] { return !saved.isReading(); }, kTrainingMs)
            || imported.count() + notImported.count() != 1)
            qFatal("nothing is told");
        return imported.isEmpty() ? std::nullopt : std::optional(imported[0][1].value<std::size_t>());
    }

    void edit(std::uint64_t seed, std::int64_t steps)
    {
        const Status done = document.edit({}, [&](SessionSpec& session) {
            session = circle("mixed_float16");
            session.title = "Circle";
            session.training.steps = steps;
            session.training.seed = seed;
        });
        if (!done)
            qFatal("%s", done.error().text().c_str());
    }

    /// The session with that seed, trained.
    void train(std::uint64_t seed, std::int64_t steps = 20)
    {
        edit(seed, steps);
        runner.start(document.session());
        QTRY_COMPARE_WITH_TIMEOUT(runner.state(), SessionRunner::State::Finished, kTrainingMs);
    }

    QString names() const
    {
        QStringList names;
        for (const KeptRun& run : kept.runs())
            names += run.name();
        return names.join(QLatin1Char(';'));
    }

    QString failure() const { return failed.isEmpty() ? QString() : failed.last().first().toString(); }
};

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

std::size_t runsIn(const QString& path)
{
    return loadRuns(path.toStdString())->size();
}

} // namespace

class TestSavedRuns : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void runsAreThereAgainInAnotherWindow();
    void whatChangesAfterASaveIsSavedByItself();
    void aSessionThatWasOnlyOpenedGetsNoFile();
    void everySessionHasItsOwnRuns();
    void savingAsTakesTheRunsAlong();
    void aRunThatIsThereIsNotDoubled();
    void aRunOfTwoSessionsStaysInBothFiles();
    void aRunThatIsTrainedAgainStaysInItsFile();
    void aRestoredRunStaysInItsFile();
    void aCopyStaysUntilTheFileHasTheRuns();
    void aLostRunGoesBackToItsSession();
    void restoredRunsOfAnotherSessionAreNotLostUnasked();
    void whatIsTrainedWhileRunsAreRestoredComesAfterThem();
    void whatIsBeingRestoredSurvivesTheEnd();
    void whatCanNeitherBeReadNorPutAsideStays();
    void theSameSessionWithOtherBitsIsAnotherRun();
    void aFileThatCannotBeReadStaysAsItIs();
    void whatAnotherProgramWroteStays();
    void aReadOnlyFileStays();
    void runsOfAnOlderSessionOfThatNameStay();
    void exportedRunsAreImported();
    void importedRunsGoToTheSessionThatAskedForThem();
    void whatIsImportedAtTheEndIsSaved();
    void aFileThatMemoryDoesNotHoldIsTold();
    void aRunThatGrowsIsSavedAsFarAsItIs();
    void whatIsDoneToAnotherSessionsRunsIsSaved();
    void whatMadeRoomStaysInItsFile();
    void anOpenedFilesRunsPushEachOtherOutLast();
    void everyFilesFailureIsTold();
    void aLaterSuccessHidesNoFailure();
    void runsOfScenesStayOutOfOtherSessions();
    void overASessionsOwnFileGoItsRuns();
    void aRunsFilesAreThoseOfTheCommandLine();
    void aStrangersNamesMoveNothing();
    void whatIsTrainedWhileAFileIsReadComesAfterItsRuns();
    void anotherSessionOrTheEndStopsReading();
    void whatIsNoLongerReadIsSaid();

private:
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    /// A session in that file with a run of each seed, in a window that is closed again.
    void trainAndSave(
        const char* file, std::initializer_list<std::uint64_t> seeds, std::int64_t steps = 20) const;

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSavedRuns::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestSavedRuns::trainAndSave(
    const char* file, std::initializer_list<std::uint64_t> seeds, std::int64_t steps) const
{
    Window window(m_kernels);
    for (const std::uint64_t seed : seeds)
        window.train(seed, steps);
    QVERIFY(window.document.saveAs(path(file)).ok());
}

void TestSavedRuns::runsAreThereAgainInAnotherWindow()
{
    RecordedRun before;
    {
        Window window(m_kernels);
        window.train(1);
        window.train(2);
        const KeptRunId first = window.kept.runs()[0].id;
        window.kept.setStarred({first}, true);
        window.kept.setNote(first, QStringLiteral("a note"));
        window.kept.rename(first, QStringLiteral("mine"));
        window.kept.setCompared({first}, true);
        before = window.kept.find(first)->run->recorded();
        QVERIFY(!QFileInfo::exists(path("a.ulpsruns")));
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    }
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.failure(), QString());
    QCOMPARE(window.names(), QStringLiteral("mine;seed 2"));
    const KeptRun& run = window.kept.runs()[0];
    QVERIFY(run.isStarred && run.isCompared());
    QCOMPARE(run.note, QStringLiteral("a note"));
    QCOMPARE(run.madeName, QStringLiteral("Circle"));
    QVERIFY(run.begun.secsTo(QDateTime::currentDateTime()) < 600);
    const RecordedRun after = run.run->recorded();
    QVERIFY(*after.session == *before.session);
    QCOMPARE(after.records.size(), std::size_t{20});
    for (std::size_t i = 0; i < after.records.size(); ++i)
        QVERIFY(sameRecord(after.records[i], before.records[i]));
    QVERIFY(after.metrics.size() > 50);
    QCOMPARE(after.metrics.size(), before.metrics.size());
    for (std::size_t i = 0; i < after.metrics.size(); ++i) {
        QVERIFY(sameBits(after.metrics[i].steps, before.metrics[i].steps));
        QVERIFY(sameBits(after.metrics[i].values, before.metrics[i].values));
    }
    QVERIFY(after.summary && after.summary->testAccuracy == before.summary->testAccuracy);
    // It can be shown, and what is trained next comes after it.
    window.kept.show(run.id);
    QCOMPARE(window.shown.run(), run.run);
    window.train(3);
    QCOMPARE(window.names(), QStringLiteral("mine;seed 2;seed 3"));
}

void TestSavedRuns::whatChangesAfterASaveIsSavedByItself()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    QTRY_VERIFY(QFileInfo::exists(path("a.ulpsruns")));
    (void)window.saved.writeNow();
    const QByteArray first = bytesOf(path("a.ulpsruns"));
    window.train(2);
    QTRY_VERIFY(bytesOf(path("a.ulpsruns")) != first);
    (void)window.saved.writeNow();
    const QByteArray second = bytesOf(path("a.ulpsruns"));
    window.kept.setStarred({window.kept.runs()[0].id}, true);
    QTRY_VERIFY(bytesOf(path("a.ulpsruns")) != second);
    (void)window.saved.writeNow();
    window.kept.setStarred({window.kept.runs()[0].id}, false);
    (void)window.saved.writeNow();
    QCOMPARE(bytesOf(path("a.ulpsruns")), second); // the same runs, the same bytes
    QVERIFY(window.document.isModified()); // the session itself was not saved
    QCOMPARE(window.failure(), QString());
}

void TestSavedRuns::aSessionThatWasOnlyOpenedGetsNoFile()
{
    trainAndSave("a.ulps", {1});
    QVERIFY(QFile::remove(path("a.ulpsruns")));
    {
        Window window(m_kernels);
        QVERIFY(window.open(path("a.ulps")));
        window.train(2);
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList(QStringLiteral("a.ulps")));
}

void TestSavedRuns::everySessionHasItsOwnRuns()
{
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.document.startNew();
        window.train(2);
        QVERIFY(window.document.saveAs(path("b.ulps")).ok());
        QVERIFY(window.open(path("a.ulps")));
        window.train(3);
        QCOMPARE(window.kept.runs().size(), std::size_t{3}); // all can be compared
    }
    for (const auto& [file, seeds] : {std::pair("a.ulps", std::vector<std::uint64_t>{1, 3}),
             std::pair("b.ulps", std::vector<std::uint64_t>{2})}) {
        Window window(m_kernels);
        QVERIFY(window.open(path(file)));
        std::vector<std::uint64_t> found;
        for (const KeptRun& run : window.kept.runs())
            found.push_back(run.run->session().training.seed);
        QVERIFY2(found == seeds, file);
    }
}

void TestSavedRuns::savingAsTakesTheRunsAlong()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    window.train(2);
    QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    window.train(3);
    (void)window.saved.writeNow();
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
    QCOMPARE(runsIn(path("b.ulpsruns")), std::size_t{3});
}

void TestSavedRuns::aRunThatIsThereIsNotDoubled()
{
    Window window(m_kernels);
    window.train(1);
    window.kept.rename(window.kept.runs()[0].id, QStringLiteral("mine"));
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    (void)window.saved.writeNow();
    window.document.startNew();
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.names(), QStringLiteral("mine"));
    // Trained again it takes its place, as ever.
    window.runner.start(window.document.session());
    QTRY_COMPARE_WITH_TIMEOUT(window.runner.state(), SessionRunner::State::Finished, kTrainingMs);
    QCOMPARE(window.names(), QStringLiteral("mine"));
}

void TestSavedRuns::aRunOfTwoSessionsStaysInBothFiles()
{
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    }
    {
        Window window(m_kernels);
        QVERIFY(window.open(path("a.ulps")));
        QVERIFY(window.open(path("b.ulps")));
        window.runner.start(window.document.session());
        QTRY_COMPARE_WITH_TIMEOUT(window.runner.state(), SessionRunner::State::Finished, kTrainingMs);
    }
    for (const char* file : {"a.ulpsruns", "b.ulpsruns"})
        QCOMPARE(runsIn(path(file)), std::size_t{1});
}

/// In a scene that the file is a copy of.
void TestSavedRuns::aRunThatIsTrainedAgainStaysInItsFile()
{
    {
        Window window(m_kernels);
        window.train(1);
        window.kept.rename(window.kept.runs()[0].id, QStringLiteral("mine"));
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.document.startNew();
        window.train(1);
        QCOMPARE(window.names(), QStringLiteral("mine"));
    }
    const Result<std::vector<SavedRun>> runs = loadRuns(path("a.ulpsruns").toStdString());
    QCOMPARE(runs->size(), std::size_t{1});
    QCOMPARE(runs->front().label.givenName, std::string("mine"));
}

void TestSavedRuns::aRestoredRunStaysInItsFile()
{
    trainAndSave("a.ulps", {1});
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(path("state/x.swapruns"));
        window.train(1);
        window.train(2);
    } // ends without being closed
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(path("state/y.swapruns"));
        QVERIFY(window.open(path("a.ulps")));
        QVERIFY(window.saved.writeNow().ok());
        QVERIFY(QFileInfo::exists(path("state/x.swapruns")));
        QVERIFY(window.restore(path("state/x.swapruns")));
        QCOMPARE(window.kept.runs().size(), std::size_t{2});
        window.saved.discardUnsaved();
    }
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{1});
}

void TestSavedRuns::aCopyStaysUntilTheFileHasTheRuns()
{
    const QString copy = path("state/x.swapruns");
    Window window(m_kernels);
    window.saved.keepUnsavedIn(copy);
    window.train(1);
    window.train(2);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    QVERIFY(window.saved.writeNow().ok());
    QVERIFY(!QFileInfo::exists(copy));
    // What the file cannot take is kept, and goes when it could.
    QVERIFY(QFile::setPermissions(path("a.ulpsruns"), QFile::ReadOwner));
    window.train(3);
    QVERIFY(!window.saved.writeNow().ok());
    QCOMPARE(runsIn(copy), std::size_t{3});
    QVERIFY(QFile::setPermissions(path("a.ulpsruns"), QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{3});
    QVERIFY(!QFileInfo::exists(copy));
    // Beside what is not from here nothing is written, and nothing forgotten.
    write(path("b.ulpsruns"), "of another program");
    QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    (void)window.saved.writeNow();
    QCOMPARE(runsIn(copy), std::size_t{3});
    QVERIFY(window.saved.exportTo(path("b.ulpsruns")).ok()); // a person's word
    (void)window.saved.writeNow();
    QVERIFY(!QFileInfo::exists(copy));
}

/// Also where another one is open when the window ends; a file without runs is not written for that.
void TestSavedRuns::aLostRunGoesBackToItsSession()
{
    const QString copy = path("state/x.swapruns");
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    }
    QVERIFY(QFile::remove(path("a.ulpsruns")) && QFile::remove(path("b.ulpsruns")));
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(copy);
        QVERIFY(window.open(path("b.ulps")));
        window.train(2);
        QVERIFY(window.open(path("a.ulps")));
        window.train(3);
        window.train(4);
    }
    QVERIFY(!QFileInfo::exists(path("a.ulpsruns")) && !QFileInfo::exists(path("b.ulpsruns")));
    QCOMPARE(runsIn(copy), std::size_t{3});
    Window window(m_kernels);
    window.saved.keepUnsavedIn(path("state/y.swapruns"));
    QVERIFY(window.open(path("a.ulps")));
    QVERIFY(QFileInfo::exists(copy) && window.restore(copy));
    QCOMPARE(window.kept.runs().size(), std::size_t{3});
    QVERIFY(window.document.save().ok());
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
    QCOMPARE(runsIn(copy), std::size_t{1}); // b's, which is not open
    // Where they go is a matter of this machine: it is in no file that is passed on.
    QVERIFY(loadRuns(path("a.ulpsruns").toStdString())->front().label.home.empty());
    QCOMPARE(loadRuns(copy.toStdString())->front().label.home, path("b.ulpsruns").toStdString());
}

/// Its file gets them when it is opened and saved; who closes the window before that is asked.
void TestSavedRuns::restoredRunsOfAnotherSessionAreNotLostUnasked()
{
    const QString copy = path("state/x.swapruns");
    trainAndSave("a.ulps", {1});
    trainAndSave("b.ulps", {1});
    QVERIFY(QFile::remove(path("b.ulpsruns")));
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(copy);
        QVERIFY(window.open(path("b.ulps")));
        window.train(2);
        QVERIFY(window.saved.mayDiscardUnsaved().ok()); // of a session that was only opened
    }
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    QVERIFY(QFileInfo::exists(copy) && window.restore(copy));
    QVERIFY(window.saved.writeNow().ok());
    const Status may = window.saved.mayDiscardUnsaved();
    QVERIFY(!may.ok());
    QCOMPARE(may.error().place, path("b.ulpsruns").toStdString());
    QVERIFY(window.open(path("b.ulps")));
    QVERIFY(!window.saved.mayDiscardUnsaved().ok());
    QVERIFY(window.document.save().ok());
    QVERIFY(window.saved.writeNow().ok());
    QVERIFY(window.saved.mayDiscardUnsaved().ok());
    QCOMPARE(runsIn(path("b.ulpsruns")), std::size_t{1});
}

/// Also a run of the session that is trained again then: it takes the place of the one that was left.
void TestSavedRuns::whatIsTrainedWhileRunsAreRestoredComesAfterThem()
{
    const QString copy = path("state/x.swapruns");
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(copy);
        window.train(1);
        window.train(2);
    }
    Window window(m_kernels);
    QVERIFY(QFileInfo::exists(copy));
    window.saved.restoreUnsaved(copy);
    QVERIFY(window.saved.isReading());
    QCOMPARE(window.kept.runs().size(), std::size_t{0}); // nobody has waited for them
    window.train(2);
    window.train(3);
    QVERIFY(QTest::qWaitFor([&] { return !window.saved.isReading(); }, kTrainingMs));
    std::vector<std::uint64_t> seeds;
    for (const KeptRun& run : window.kept.runs())
        seeds.push_back(run.run->session().training.seed);
    QCOMPARE(seeds, (std::vector<std::uint64_t>{1, 2, 3}));
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(copy), std::size_t{3});
}

/// Killed, or closed, before they are there.
void TestSavedRuns::whatIsBeingRestoredSurvivesTheEnd()
{
    const QString copy = path("state/x.swapruns");
    {
        Window window(m_kernels);
        window.saved.keepUnsavedIn(copy);
        window.train(1);
        window.train(2);
    }
    for (int turn = 0; turn < 2; ++turn) {
        Window window(m_kernels);
        QSignalSpy unsaved(&window.saved, &SavedRuns::unsavedChanged);
        QVERIFY(QFileInfo::exists(copy));
        window.saved.restoreUnsaved(copy);
        QCOMPARE(unsaved.size(), 1); // so that their session is kept too
        QVERIFY(unsaved[0][0].toBool());
        (void)window.saved.writeNow();
    }
    QCOMPARE(runsIn(copy), std::size_t{2});
    write(copy, "of a later version");
    {
        Window window(m_kernels);
        QVERIFY(QFileInfo::exists(copy));
        window.saved.restoreUnsaved(copy);
        window.saved.discardUnsaved(); // closed by a person
    }
    QCOMPARE(bytesOf(path("state/x.ulpsruns")), QByteArray("of a later version"));
}

void TestSavedRuns::whatCanNeitherBeReadNorPutAsideStays()
{
    const QString copy = path("state/x.swapruns");
    QVERIFY(QDir().mkpath(path("state/x.ulpsruns"))); // a folder, which no file can replace
    write(copy, "of a later version");
    Window window(m_kernels);
    QVERIFY(QFileInfo::exists(copy));
    std::string told;
    QObject::connect(&window.saved, &SavedRuns::notRestored, &window.saved,
        [&told](const Error& error) { told = error.text(); });
    QVERIFY(!window.restore(copy));
    QVERIFY2(told.find("nor can it be renamed") != std::string::npos, told.c_str());
    window.train(1);
    window.train(2);
    QVERIFY(window.saved.writeNow().ok());
    window.saved.discardUnsaved();
    QCOMPARE(bytesOf(copy), QByteArray("of a later version"));
}

/// As from another machine, or of another version.
void TestSavedRuns::theSameSessionWithOtherBitsIsAnotherRun()
{
    Window window(m_kernels);
    window.train(1);
    RecordedRun other = window.kept.runs()[0].run->recorded();
    other.records.back().loss = std::nextafter(other.records.back().loss, 1);
    const Result<std::string> bytes = writeRuns(std::vector<SavedRun>{{other, {.madeName = "theirs"}}}, {});
    write(path("theirs.ulpsruns"), QByteArray::fromStdString(*bytes));
    QCOMPARE(window.import(path("theirs.ulpsruns")), std::optional<std::size_t>(1));
    QCOMPARE(window.import(path("theirs.ulpsruns")), std::optional<std::size_t>(0));
    QCOMPARE(window.names(), QStringLiteral("Circle;theirs"));
    window.runner.start(window.document.session()); // which repeats its own, and not theirs
    QTRY_COMPARE_WITH_TIMEOUT(window.runner.state(), SessionRunner::State::Finished, kTrainingMs);
    QCOMPARE(window.names(), QStringLiteral("theirs;Circle"));
}

void TestSavedRuns::aFileThatCannotBeReadStaysAsItIs()
{
    trainAndSave("a.ulps", {1});
    const QByteArray broken = bytesOf(path("a.ulpsruns")).left(3000);
    write(path("a.ulpsruns"), broken);
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.failed.count(), 1);
    QVERIFY2(window.failure().contains(path("a.ulpsruns")), qPrintable(window.failure()));
    window.train(2);
    (void)window.saved.writeNow();
    QVERIFY(window.document.save().ok());
    (void)window.saved.writeNow();
    QCOMPARE(window.failed.count(), 2); // whoever saves is told again
    QCOMPARE(bytesOf(path("a.ulpsruns")), broken);
    // Over it only where a person says so.
    QVERIFY(window.saved.exportTo(path("a.ulpsruns")).ok());
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{1});
    window.train(3);
    (void)window.saved.writeNow();
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
}

void TestSavedRuns::whatAnotherProgramWroteStays()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    (void)window.saved.writeNow();
    write(path("a.ulpsruns"), "another window was here");
    window.train(2);
    (void)window.saved.writeNow();
    QTRY_COMPARE(window.failed.count(), 1);
    QVERIFY2(window.failure().contains(QStringLiteral("has runs that are not from here")),
        qPrintable(window.failure()));
    window.train(3);
    (void)window.saved.writeNow();
    QTest::qWait(50);
    QCOMPARE(window.failed.count(), 1); // the first of failures in a row
    QCOMPARE(bytesOf(path("a.ulpsruns")), QByteArray("another window was here"));
    QVERIFY(QFile::remove(path("a.ulpsruns")));
    window.train(4);
    (void)window.saved.writeNow();
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{4});
}

void TestSavedRuns::aReadOnlyFileStays()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    (void)window.saved.writeNow();
    const QByteArray before = bytesOf(path("a.ulpsruns"));
    QVERIFY(QFile::setPermissions(path("a.ulpsruns"), QFile::ReadOwner));
    window.train(2);
    (void)window.saved.writeNow();
    QTRY_COMPARE(window.failed.count(), 1);
    QVERIFY2(window.failure().contains(QStringLiteral("read-only")), qPrintable(window.failure()));
    QCOMPARE(bytesOf(path("a.ulpsruns")), before);
}

void TestSavedRuns::runsOfAnOlderSessionOfThatNameStay()
{
    trainAndSave("a.ulps", {1});
    Window window(m_kernels);
    window.train(2);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    (void)window.saved.writeNow();
    QCOMPARE(window.failure(), QString());
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
}

void TestSavedRuns::exportedRunsAreImported()
{
    {
        Window window(m_kernels);
        window.train(1);
        window.train(2);
        QVERIFY(window.saved.exportTo(path("all.ulpsruns")).ok());
    }
    Window window(m_kernels);
    window.train(1);
    QCOMPARE(window.import(path("all.ulpsruns")), std::optional<std::size_t>(1));
    QCOMPARE(window.names(), QStringLiteral("Circle;seed 2"));
    QVERIFY(!window.import(path("none.ulpsruns")));
}

void TestSavedRuns::importedRunsGoToTheSessionThatAskedForThem()
{
    trainAndSave("theirs.ulps", {7});
    trainAndSave("a.ulps", {1});
    trainAndSave("b.ulps", {2});
    {
        Window window(m_kernels);
        QVERIFY(window.open(path("a.ulps")));
        window.saved.importFrom(path("theirs.ulpsruns"));
        QVERIFY(window.open(path("b.ulps")));
        QCOMPARE(window.kept.runs().size(), std::size_t{3});
    }
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
    QCOMPARE(runsIn(path("b.ulpsruns")), std::size_t{1});
}

void TestSavedRuns::whatIsImportedAtTheEndIsSaved()
{
    trainAndSave("theirs.ulps", {7});
    trainAndSave("a.ulps", {1});
    {
        Window window(m_kernels);
        QVERIFY(window.open(path("a.ulps")));
        window.saved.importFrom(path("theirs.ulpsruns"));
        QVERIFY(window.saved.writeNow().ok()); // as the window is closed
        QCOMPARE(window.kept.runs().size(), std::size_t{2});
    }
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{2});
}

/// As little as there is left.
void TestSavedRuns::aFileThatMemoryDoesNotHoldIsTold()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer has the allocator");
#endif
    QFile large(path("large.ulpsruns"));
    QVERIFY(large.open(QFile::WriteOnly) && large.resize(qint64{1} << 30));
    large.close();
    Window window(m_kernels);
    QSignalSpy notImported(&window.saved, &SavedRuns::notImported);
    rlimit unlimited = {};
    QCOMPARE(::getrlimit(RLIMIT_AS, &unlimited), 0);
    QFile sizes(QStringLiteral("/proc/self/statm"));
    QVERIFY(sizes.open(QFile::ReadOnly));
    const rlim_t used = sizes.readAll().split(' ').first().toULongLong() * rlim_t(::sysconf(_SC_PAGESIZE));
    const rlimit limit = {used + (rlim_t{256} << 20), unlimited.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_AS, &limit), 0);
    window.saved.importFrom(path("large.ulpsruns"));
    const bool isDone = QTest::qWaitFor([&] { return !window.saved.isReading(); }, kTrainingMs);
    QCOMPARE(::setrlimit(RLIMIT_AS, &unlimited), 0);
    QVERIFY(isDone);
    QCOMPARE(notImported.count(), 1);
    QVERIFY2(notImported[0][0].toString().contains(path("large.ulpsruns")),
        qPrintable(notImported[0][0].toString()));
}

/// Closing or opening another session in the middle of training.
void TestSavedRuns::aRunThatGrowsIsSavedAsFarAsItIs()
{
    std::int64_t seen = 0;
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.edit(2, 100'000'000);
        window.runner.start(window.document.session());
        QTRY_VERIFY_WITH_TIMEOUT(window.runner.history()->stepsDone() > 0, kTrainingMs);
        QVERIFY(window.saved.writeNow().ok());
        const std::int64_t first = window.runner.history()->stepsDone();
        QTRY_VERIFY_WITH_TIMEOUT(window.runner.history()->stepsDone() > first + 100, kTrainingMs);
        seen = window.runner.history()->stepsDone();
        QVERIFY(window.open(path("a.ulps"))); // as saved: with the first run
        window.runner.stop();
    }
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.kept.runs().size(), std::size_t{2});
    QVERIFY(window.kept.runs()[1].run->stepsDone() >= seen);
}

void TestSavedRuns::whatIsDoneToAnotherSessionsRunsIsSaved()
{
    {
        Window window(m_kernels);
        window.train(1);
        window.train(2);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.document.startNew();
        window.train(3);
        QVERIFY(window.document.saveAs(path("b.ulps")).ok());
        window.kept.rename(window.kept.runs()[0].id, QStringLiteral("mine"));
        window.kept.remove({window.kept.runs()[1].id});
        QCOMPARE(window.names(), QStringLiteral("mine;seed 3"));
    }
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.names(), QStringLiteral("mine"));
}

void TestSavedRuns::whatMadeRoomStaysInItsFile()
{
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.document.startNew();
        for (std::uint64_t seed = 2; seed < KeptRuns::kMaxRuns + 4; ++seed)
            window.train(seed, 2);
        QCOMPARE(window.kept.runs().size(), KeptRuns::kMaxRuns);
        QVERIFY(window.kept.runs().front().run->session().training.seed > 1);
    }
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{1});
}

/// Those that made room come back with their file; what makes room for them is of other sessions.
void TestSavedRuns::anOpenedFilesRunsPushEachOtherOutLast()
{
    trainAndSave("a.ulps", {1, 2, 3}, 2);
    Window window(m_kernels);
    QVERIFY(window.open(path("a.ulps")));
    window.document.startNew();
    constexpr std::uint64_t kFirst = 4;
    for (std::uint64_t seed = kFirst; seed < kFirst + KeptRuns::kMaxRuns - 1; ++seed)
        window.train(seed, 2);
    QCOMPARE(window.kept.runs().front().run->session().training.seed, std::uint64_t{3});
    QVERIFY(window.open(path("a.ulps")));
    QCOMPARE(window.kept.runs().size(), KeptRuns::kMaxRuns);
    const std::vector<KeptRun>& runs = window.kept.runs();
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(runs[runs.size() - 3 + i].run->session().training.seed, std::uint64_t(i) + 1);
}

void TestSavedRuns::everyFilesFailureIsTold()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    window.document.startNew();
    window.train(2);
    QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    QVERIFY(window.saved.writeNow().ok());
    for (const char* file : {"a.ulpsruns", "b.ulpsruns"})
        QVERIFY(QFile::setPermissions(path(file), QFile::ReadOwner));
    for (const KeptRun& run : std::vector<KeptRun>(window.kept.runs()))
        window.kept.setStarred({run.id}, true);
    const Status saved = window.saved.writeNow();
    QVERIFY(!saved.ok());
    QCOMPARE(window.failed.count(), 2);
    QVERIFY(window.failed[0][0].toString().contains(path("a.ulpsruns")));
    QVERIFY(window.failed[1][0].toString().contains(path("b.ulpsruns")));
    QVERIFY(!window.saved.writeNow().ok()); // still not, and told before
    QCOMPARE(window.failed.count(), 2);
}

void TestSavedRuns::aLaterSuccessHidesNoFailure()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    QVERIFY(window.saved.writeNow().ok());
    QVERIFY(QFile::setPermissions(path("a.ulpsruns"), QFile::ReadOwner));
    window.train(2);
    QVERIFY(window.document.saveAs(path("c.ulps")).ok()); // which writes a's runs before, and cannot
    QTRY_COMPARE(window.failed.count(), 1);
    QVERIFY2(window.failure().contains(path("a.ulpsruns")), qPrintable(window.failure()));
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(path("c.ulpsruns")), std::size_t{2});
}

void TestSavedRuns::runsOfScenesStayOutOfOtherSessions()
{
    trainAndSave("mine.ulps", {9});
    QVERIFY(QFile::remove(path("mine.ulpsruns")));
    Window window(m_kernels);
    window.train(1);
    window.train(2);
    QVERIFY(window.open(path("mine.ulps")));
    window.train(3);
    QVERIFY(window.document.save().ok());
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(path("mine.ulpsruns")), std::size_t{1});
}

void TestSavedRuns::overASessionsOwnFileGoItsRuns()
{
    Window window(m_kernels);
    window.train(1);
    QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    window.document.startNew();
    window.train(2);
    QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    QCOMPARE(*window.saved.exportTo(path("all.ulpsruns")), std::size_t{2});
    QCOMPARE(*window.saved.exportTo(path("b.ulpsruns")), std::size_t{1});
    window.kept.setStarred({window.kept.runs()[1].id}, true);
    QVERIFY(window.saved.writeNow().ok());
    QCOMPARE(runsIn(path("b.ulpsruns")), std::size_t{1});
}

void TestSavedRuns::aRunsFilesAreThoseOfTheCommandLine()
{
    Window window(m_kernels);
    window.train(1);
    const RecordedRun run = window.kept.runs()[0].run->recorded();
    const QString kept = path("kept");
    const QString trained = path("trained");
    const Status written = writeRunFiles(kept.toStdString(), run);
    QVERIFY2(written.ok(), written ? "" : written.error().text().c_str());
    QVERIFY(runIntoFolder(*run.session, *m_kernels, {.folder = trained.toStdString()}).ok());
    QCOMPARE(QDir(kept).entryList(QDir::Files).join(QLatin1Char(' ')),
        QStringLiteral("exponents.csv history.csv policy.json session.ulps summary.json tensors.csv"));
    for (const char* name : {"/history.csv", "/exponents.csv", "/policy.json"})
        QCOMPARE(bytesOf(kept + QLatin1String(name)), bytesOf(trained + QLatin1String(name)));
    const auto rows = [](const QString& folder) { // of a step they may come in another order
        QStringList lines
            = QString::fromUtf8(bytesOf(folder + QStringLiteral("/tensors.csv"))).split(QLatin1Char('\n'));
        lines.sort();
        return lines;
    };
    QVERIFY(rows(kept).size() > 100);
    QCOMPARE(rows(kept), rows(trained));
    const auto summary = [](const QString& folder) {
        return QString::fromUtf8(bytesOf(folder + QStringLiteral("/summary.json")))
            .remove(QRegularExpression(QStringLiteral("\"steps_per_second\".*")));
    };
    QCOMPARE(summary(kept), summary(trained));
    // All or nothing.
    QVERIFY(!writeRunFiles(trained.toStdString(), run).ok());
    QVERIFY(!writeRunFiles(path("none/of/\0these").toStdString() + std::string(300, 'x'), run).ok());
}

void TestSavedRuns::aStrangersNamesMoveNothing()
{
    Window window(m_kernels);
    window.train(1);
    const SavedRun theirs{window.kept.runs()[0].run->recorded(),
        {.madeName = "a\n\x1b[31mb\u202e" + std::string(1000, 'c'), .begun = "never", .look = 1'000'000'007}};
    window.kept.remove({window.kept.runs()[0].id});
    Window other(m_kernels);
    write(path("theirs.ulpsruns"), QByteArray::fromStdString(*writeRuns(std::vector<SavedRun>{theirs}, {})));
    QCOMPARE(other.import(path("theirs.ulpsruns")), std::optional<std::size_t>(1));
    const KeptRun& run = other.kept.runs()[0];
    QVERIFY2(run.name().startsWith(QStringLiteral("a\\n\\u001b[31mb\\u202e")), qPrintable(run.name()));
    QCOMPARE(run.name().size(), 200);
    QVERIFY(run.look >= 0 && run.look < 8);
    QVERIFY(run.begun.isValid());
}

void TestSavedRuns::whatIsTrainedWhileAFileIsReadComesAfterItsRuns()
{
    {
        Window window(m_kernels);
        window.train(1);
        window.train(2);
        window.kept.rename(window.kept.runs()[0].id, QStringLiteral("first"));
        window.kept.rename(window.kept.runs()[1].id, QStringLiteral("second"));
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
    }
    Window window(m_kernels);
    QSignalSpy reading(&window.saved, &SavedRuns::readingChanged);
    QVERIFY(window.document.open(path("a.ulps")).ok());
    QVERIFY(window.saved.isReading()); // and the window has gone on
    QCOMPARE(window.kept.runs().size(), std::size_t{0});
    QCOMPARE(reading.count(), 1);
    auto added = std::make_shared<SessionSpec>(*window.document.session());
    added->title = "Circle";
    added->training.seed = 3;
    RecordedRun record;
    record.session = added;
    record.records.push_back(StepRecord{});
    record.totals.add(record.records.back());
    window.kept.add(std::make_shared<const RunHistory>(std::move(record)), QStringLiteral("third"));
    QTRY_VERIFY(!window.saved.isReading());
    QCOMPARE(reading.count(), 2);
    QCOMPARE(window.names(), QStringLiteral("first;second;third"));
    // The newest of the file trained again is the same run still.
    window.train(2);
    QCOMPARE(window.names(), QStringLiteral("first;third;second"));
    (void)window.saved.writeNow();
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{3});
}

void TestSavedRuns::anotherSessionOrTheEndStopsReading()
{
    {
        Window window(m_kernels);
        window.train(1);
        QVERIFY(window.document.saveAs(path("a.ulps")).ok());
        window.document.startNew();
        window.train(2);
        QVERIFY(window.document.saveAs(path("b.ulps")).ok());
    }
    const QByteArray a = bytesOf(path("a.ulpsruns"));
    {
        Window window(m_kernels);
        QVERIFY(window.document.open(path("a.ulps")).ok());
        QVERIFY(window.open(path("b.ulps")));
        QCOMPARE(window.kept.runs().size(), std::size_t{1});
        QCOMPARE(window.kept.runs()[0].run->session().training.seed, std::uint64_t{2});
        QVERIFY(window.document.open(path("a.ulps")).ok());
    } // closed while it is read
    QCOMPARE(bytesOf(path("a.ulpsruns")), a);
    {
        Window window(m_kernels);
        QVERIFY(window.document.open(path("a.ulps")).ok());
        QVERIFY(window.document.save().ok()); // which needs what is there
        QCOMPARE(window.kept.runs().size(), std::size_t{1});
    }
    QCOMPARE(runsIn(path("a.ulpsruns")), std::size_t{1});
}

void TestSavedRuns::whatIsNoLongerReadIsSaid()
{
    trainAndSave("a.ulps", {1});
    Window window(m_kernels);
    QVERIFY(window.document.open(path("a.ulps")).ok());
    QVERIFY(window.saved.isReading());
    QSignalSpy reading(&window.saved, &SavedRuns::readingChanged);
    window.document.startNew();
    QVERIFY(!window.saved.isReading());
    QVERIFY(reading.count() > 0);
}

QTEST_GUILESS_MAIN(TestSavedRuns)
#include "tst_saved_runs.moc"
