// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.h"

#include "app/io/session/session_file.h"
#include "engine/session/checked_session.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <random>

using namespace ulpscope;

namespace {

const QString kCircle = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");

const auto kSetSteps
    = [](std::int64_t steps) { return [steps](SessionSpec& session) { session.training.steps = steps; }; };

/// One random edit of any kind; some make the session invalid on purpose.
std::function<void(SessionSpec&)> randomEdit(std::mt19937& random)
{
    const auto below = [&random](std::size_t count) { return random() % count; };
    const auto number = static_cast<std::int64_t>(below(100)); // 0 is refused in most places
    const std::string policy = commonPolicyNames()[below(commonPolicyNames().size())];
    const std::size_t at = below(8);
    switch (below(10)) {
    case 0:
        return kSetSteps(number);
    case 1:
        return [number](SessionSpec& s) { s.training.batchSize = number; };
    case 2:
        return [policy](SessionSpec& s) { s.policies.global = *getPolicy(policy); };
    case 3:
        return [policy, at](SessionSpec& s) {
            s.model.layers[at % s.model.layers.size()].policy = *getPolicy(policy);
        };
    case 4:
        return [at](SessionSpec& s) { s.model.layers[at % s.model.layers.size()].policy.reset(); };
    case 5:
        return [number, at](SessionSpec& s) {
            s.model.layers[at % s.model.layers.size()].config.set("units", number);
        };
    case 6:
        return [number, at](SessionSpec& s) {
            const LayerSpec layer{s.model.freeName("Dense"), "Dense",
                {{"units", number}, {"activation", std::string("relu")}}, {}, {}};
            const auto place = 1 + at % s.model.layers.size();
            s.model.layers.insert(s.model.layers.begin() + static_cast<std::ptrdiff_t>(place), layer);
        };
    case 7:
        return [at](SessionSpec& s) {
            s.model.layers.erase(
                s.model.layers.begin() + static_cast<std::ptrdiff_t>(at % s.model.layers.size()));
        };
    case 8:
        return [number](SessionSpec& s) { s.title = "Title " + std::to_string(number); };
    default:
        return [number, at](SessionSpec& s) {
            std::swap(s.model.layers[at % s.model.layers.size()],
                s.model.layers[static_cast<std::size_t>(number) % s.model.layers.size()]);
        };
    }
}

} // namespace

class TestDocument : public QObject
{
    Q_OBJECT
private slots:
    void aNewDocumentCanBeTrained();
    void openingGivesTheFilesSession();
    void aSceneHasNoFileName();
    void failedOpenLeavesEverythingAsItWas_data();
    void aSceneOverAChangedOneIsAnUndoStep();
    void failedOpenLeavesEverythingAsItWas();
    void refusedEditChangesNothingAndSaysWhere();
    void editThatChangesNothingIsNoUndoStep();
    void editsWithOneKeyAreOneUndoStep();
    void draggedThereAndBackLeavesNothingToUndo();
    void editsAfterSavingAreNotMergedIntoTheSavedState();
    void whatIsNotTheSessionsLeavesItUnmodified();
    void undoAllAndRedoAllReturnToStartAndEnd();
    void savedSessionOpensAgain();
    void failedSaveStaysModified();
    void slotsSeeASettledUndoStack();
};

void TestDocument::aNewDocumentCanBeTrained()
{
    const Document document;
    QVERIFY(document.session() != nullptr);
    const Status status = checkSession(*document.session());
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().text().c_str());
    QVERIFY(!document.isModified());
}

void TestDocument::openingGivesTheFilesSession()
{
    Document document;
    QSignalSpy sessionChanged(&document, &Document::sessionChanged);
    QVERIFY(document.open(kCircle).ok());
    QCOMPARE(sessionChanged.count(), 1);
    QCOMPARE(document.session()->title, std::string("Circle"));
    QCOMPARE(document.filePath(), kCircle);
    QVERIFY(!document.isModified());
    QVERIFY(!document.undoStack().canUndo());
}

void TestDocument::aSceneHasNoFileName()
{
    Document document;
    QVERIFY(document.openScene(kCircle).ok());
    QVERIFY(document.filePath().isEmpty());
    const Status saved = document.save();
    QVERIFY(!saved.ok());
    QVERIFY(QFile::exists(kCircle));
}

void TestDocument::failedOpenLeavesEverythingAsItWas_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no file") << QByteArray();
    QTest::newRow("empty file") << QByteArray("");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("truncated") << QByteArray(R"({"format": "ulpscope-session", "ver)");
    QTest::newRow("another format") << QByteArray(R"({"format": "something-else", "version": 1})");
    QTest::newRow("an invalid model") << [] {
        QFile file(kCircle);
        return file.open(QIODevice::ReadOnly) ? file.readAll().replace("\"units\": 16", "\"units\": 0")
                                              : QByteArray();
    }();
}

void TestDocument::aSceneOverAChangedOneIsAnUndoStep()
{
    Document document;
    QVERIFY(document.openScene(kCircle).ok());
    const auto fresh = document.session();
    QVERIFY(document.openScene(kCircle).ok());
    QVERIFY(!document.undoStack().canUndo()); // nothing was changed
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    QSignalSpy fileChanged(&document, &Document::fileChanged);
    QVERIFY(document.openScene(kCircle).ok());
    QVERIFY(*document.session() == *fresh);
    QVERIFY(!document.isModified());
    QVERIFY(fileChanged.count() > 0);
    document.undoStack().undo();
    QCOMPARE(document.session()->training.steps, std::int64_t{7});
    QVERIFY(document.isModified());
    QVERIFY(document.filePath().isEmpty());
    // A session with a file of its own is replaced, as ever.
    QTemporaryDir directory;
    QVERIFY(document.saveAs(directory.filePath(QStringLiteral("a.ulps"))).ok());
    QVERIFY(document.openScene(kCircle).ok());
    QVERIFY(!document.undoStack().canUndo());
}

void TestDocument::failedOpenLeavesEverythingAsItWas()
{
    QFETCH(QByteArray, content);
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("broken.ulps"));
    if (!content.isNull()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    const auto before = document.session();
    QSignalSpy sessionChanged(&document, &Document::sessionChanged);
    QSignalSpy fileChanged(&document, &Document::fileChanged);

    const Status status = document.open(path);
    QVERIFY(!status.ok());
    QVERIFY2(QString::fromStdString(status.error().text()).contains(QStringLiteral("broken.ulps")),
        status.error().text().c_str());
    QCOMPARE(document.session(), before);
    QCOMPARE(document.filePath(), kCircle);
    QVERIFY(document.isModified());
    QVERIFY(document.undoStack().canUndo());
    QCOMPARE(sessionChanged.count() + fileChanged.count(), 0);
}

void TestDocument::refusedEditChangesNothingAndSaysWhere()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    const auto before = document.session();
    QSignalSpy sessionChanged(&document, &Document::sessionChanged);
    const Status status = document.edit(QStringLiteral("Units"),
        [](SessionSpec& session) { session.model.layers[2].config.set("units", std::int64_t{0}); });
    QVERIFY(!status.ok());
    QCOMPARE(status.error().place, std::string("layers[2].units"));
    QCOMPARE(document.session(), before);
    QVERIFY(!document.undoStack().canUndo());
    QCOMPARE(sessionChanged.count(), 0);
}

void TestDocument::editThatChangesNothingIsNoUndoStep()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QVERIFY(document.edit(QStringLiteral("Nothing"), [](SessionSpec&) {}).ok());
    QVERIFY(!document.undoStack().canUndo());
    QVERIFY(!document.isModified());
}

void TestDocument::editsWithOneKeyAreOneUndoStep()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    const auto start = document.session();
    QSignalSpy sessionChanged(&document, &Document::sessionChanged);
    for (std::int64_t steps = 1; steps <= 20; ++steps)
        QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(steps), QStringLiteral("steps")).ok());
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(sessionChanged.count(), 20);
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(21), QStringLiteral("another key")).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(22)).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(23)).ok());
    QCOMPARE(document.undoStack().count(), 4);
    document.undoStack().setIndex(1);
    QCOMPARE(document.session()->training.steps, 20);
    document.undoStack().undo();
    QCOMPARE(document.session(), start);
}

void TestDocument::draggedThereAndBackLeavesNothingToUndo()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    const SessionSpec start = *document.session();
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7), QStringLiteral("steps")).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(start.training.steps), QStringLiteral("steps"))
                .ok());
    QVERIFY(*document.session() == start);
    QVERIFY(!document.undoStack().canUndo());
    QVERIFY(!document.isModified());
}

void TestDocument::editsAfterSavingAreNotMergedIntoTheSavedState()
{
    const QTemporaryDir directory;
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7), QStringLiteral("steps")).ok());
    QVERIFY(document.saveAs(directory.filePath(QStringLiteral("a.ulps"))).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(8), QStringLiteral("steps")).ok());
    QVERIFY(document.isModified());
    document.undoStack().undo();
    QCOMPARE(document.session()->training.steps, 7);
    QVERIFY(!document.isModified());
}

void TestDocument::whatIsNotTheSessionsLeavesItUnmodified()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QSignalSpy fileChanged(&document, &Document::fileChanged);
    QUndoStack& stack = document.undoStack();
    stack.push(new QUndoCommand);
    QVERIFY(!document.isModified());
    QCOMPARE(fileChanged.count(), 0);
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    QVERIFY(document.isModified());
    QCOMPARE(fileChanged.count(), 1);
    stack.undo();
    QVERIFY(!document.isModified());
    QCOMPARE(fileChanged.count(), 2);
    stack.undo();
    QVERIFY(!document.isModified());
    stack.setIndex(2);
    QVERIFY(document.isModified());
    stack.push(new QUndoCommand);
    stack.setClean();
    stack.setIndex(1);
    QVERIFY(document.isModified());
}

void TestDocument::undoAllAndRedoAllReturnToStartAndEnd()
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        std::mt19937 random(seed);
        Document document;
        QVERIFY(document.open(kCircle).ok());
        const SessionSpec start = *document.session();
        int refused = 0;
        for (int i = 0; i < 300; ++i) {
            const SessionSpec before = *document.session();
            const QString key = random() % 3 == 0 ? QStringLiteral("key %1").arg(random() % 2) : QString();
            if (!document.edit(QStringLiteral("Edit"), randomEdit(random), key).ok()) {
                ++refused;
                QVERIFY(*document.session() == before);
            }
            if (random() % 8 == 0 && document.undoStack().canUndo()) {
                document.undoStack().undo();
                if (random() % 2 == 0)
                    document.undoStack().redo();
            }
        }
        QVERIFY(refused > 0);
        const SessionSpec end = *document.session();
        // What was undone last may be redone beyond the end; so remember where the end was.
        const int endIndex = document.undoStack().index();
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QVERIFY(*document.session() == start);
        while (document.undoStack().index() < endIndex)
            document.undoStack().redo();
        QVERIFY(*document.session() == end);
        QVERIFY(checkSession(*document.session()).ok());
    }
}

void TestDocument::savedSessionOpensAgain()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("ümläut and space.ulps"));
    Document document;
    QVERIFY(document.openScene(kCircle).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    QSignalSpy fileChanged(&document, &Document::fileChanged);
    QVERIFY(document.saveAs(path).ok());
    QVERIFY(fileChanged.count() > 0);
    QCOMPARE(document.filePath(), path);
    QVERIFY(!document.isModified());

    Document other;
    QVERIFY(other.open(path).ok());
    QVERIFY(*other.session() == *document.session());
}

void TestDocument::failedSaveStaysModified()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    QVERIFY(!document.saveAs(QStringLiteral("/nonexistent/folder/a.ulps")).ok());
    QVERIFY(document.isModified());
    QCOMPARE(document.filePath(), kCircle);
}

void TestDocument::slotsSeeASettledUndoStack()
{
    Document document;
    QVERIFY(document.open(kCircle).ok());
    QList<int> indices;
    connect(&document, &Document::sessionChanged, &document,
        [&] { indices.append(document.undoStack().index()); });
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(7)).ok());
    QVERIFY(document.edit(QStringLiteral("Steps"), kSetSteps(8)).ok());
    document.undoStack().undo();
    QCOMPARE(indices, QList<int>({1, 2, 1}));
}

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
