// SPDX-License-Identifier: GPL-3.0-or-later
// The window and what is not saved: it asks before a save takes something away, keeps what a signal would end, and
// offers at the next start what was lost.
#include "app/desktop/settings.h"
#include "app/io/runs/runs_file.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/message_banner.h"
#include "ui/look/plot_commands.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <filesystem>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

} // namespace

class TestRecovery : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void nothingLostNothingOffered();
    void aLostSessionIsOfferedAndRestored();
    void aLostSessionIsGivenUp();
    void whatIsNotAnsweredIsOfferedAgain();
    void severalAreOfferedInTurn();
    void restoringAsksBeforeItTakesSomethingElseAway();
    void whileRestoringAsksNothingElseIsAnswered();
    void anUnreadableOneCannotBeRestored();
    void closingLeavesNothing();
    void aSignalAsksNothingAndLosesNothing();
    void aWindowWithoutAFolderKeepsNothing();
    void runsOfASessionWithoutAFileAreRestored();
    void runsOfAnUnchangedSceneAreRestored();
    void oneRunOfAnUnchangedSceneIsNotOffered();
    void runsOfAFileWithoutRunsAreRestored();
    void runsThatGotAFileAreNoLongerKeptHere();
    void runsThatGotNoFileStayKeptHere();
    void closingAndDiscardingLeaveNoRuns();
    void runsThatCannotBeReadArePutAside();
    void runsWithoutTheirSessionAreRemoved();
    void whatIsTypedBelongsToTheSession();
    void savingOverAChangedFileAsks_data();
    void savingOverAChangedFileAsks();
    void savingOverAnUnusualFileAsks_data();
    void savingOverAnUnusualFileAsks();
    void savingAnOrdinaryFileAsksNothing();
    void aRefusedSaveNoLongerSaysSaved();
    void exportsReplaceFilesAsAWhole_data();
    void exportsReplaceFilesAsAWhole();

private:
    /// A window as after a start, on a copy of the circle scene that no run is trained of.
    void start();
    void end() { m_window.reset(); }
    /// The same without a file, with `steps` a run, trained.
    void startScene();
    /// Trains another run.
    void trainWith(std::uint64_t seed);
    QString runs() const
    {
        QStringList names;
        const auto* model = child<QTreeView>("comparedRunsTable")->model();
        for (int row = 0; row < model->rowCount(); ++row)
            names += model->index(row, 0).data().toString();
        return names.join(QLatin1Char(';'));
    }
    void setSeed(std::uint64_t seed);
    std::uint64_t seed() const { return m_window->document().session()->training.seed; }
    std::uint64_t savedSeed(const QString& path) const
    {
        return loadSession(path.toStdString())->training.seed;
    }
    /// The banner's text; empty when it is hidden.
    QString offered() const
    {
        return child<QWidget>("recoveryBanner")->isVisible() ? child<QLabel>("recoveryText")->text()
                                                             : QString();
    }
    void press(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
    QStringList swapFiles() const { return QDir(m_state).entryList(QDir::Files | QDir::Hidden); }
    /// Without the runs that may be beside them.
    QStringList swaps() const { return swapFiles().filter(QRegularExpression(QStringLiteral("\\.swap$"))); }
    /// Presses the button of the next message box of that name. What was asked is in m_asked.
    void answer(const char* question, const char* buttonText);
    void answer(QMessageBox::StandardButton button);

    QString m_file; ///< the session's
    QString m_state;
    QString m_asked;
};

void TestRecovery::init()
{
    startAfresh();
    m_state = inDirectory("state");
    m_file = inDirectory("circle.ulps");
    m_asked.clear();
    Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    QVERIFY(circle.ok());
    circle->training.steps = 4;
    QVERIFY(saveSession(m_file.toStdString(), *circle).ok());
    QVERIFY(saveSession(inDirectory("scene.ulps").toStdString(), *circle).ok());
    setFileAnswer([](const FileQuestion& question) {
        qWarning("a file dialog, unexpected: %s", qPrintable(question.title));
        return QString();
    });
}

void TestRecovery::cleanup()
{
    m_window.reset();
    setFileAnswer({});
}

void TestRecovery::start()
{
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->keepSessionIn(m_state);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->openSession(m_file);
    waitUntilIdle();
}

void TestRecovery::setSeed(std::uint64_t seed)
{
    QVERIFY(
        m_window->document().edit({}, [seed](SessionSpec& session) { session.training.seed = seed; }).ok());
}

void TestRecovery::answer(const char* question, const char* buttonText)
{
    QTimer::singleShot(0, this, [this, question, buttonText] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box);
        m_asked = box->text() + QLatin1Char('\n') + box->informativeText();
        QCOMPARE(box->objectName(), QString::fromLatin1(question));
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove(QLatin1Char('&')) == QString::fromUtf8(buttonText)) {
                button->click();
                return;
            }
        box->reject();
        QFAIL(buttonText);
    });
}

void TestRecovery::answer(QMessageBox::StandardButton button)
{
    QTimer::singleShot(0, this, [button] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box);
        QCOMPARE(box->objectName(), QStringLiteral("unsavedChanges"));
        box->button(button)->click();
    });
}

void TestRecovery::nothingLostNothingOffered()
{
    start();
    QCOMPARE(offered(), QString());
    QCOMPARE(swapFiles(), QStringList());
}

void TestRecovery::aLostSessionIsOfferedAndRestored()
{
    start();
    setSeed(77);
    QTRY_COMPARE(swaps().size(), 1);
    end(); // as if killed: nothing was asked
    QCOMPARE(savedSeed(m_file), 1U);

    start();
    QVERIFY(seed() != 77);
    QVERIFY2(
        offered().contains(QStringLiteral("Circle")) && offered().contains(m_file), qPrintable(offered()));
    for (const char* name : {"recoveryRestore", "recoveryDiscard", "recoveryLater"}) {
        const auto* button = child<QPushButton>(name);
        QVERIFY(button->isVisible());
        QVERIFY(!button->toolTip().isEmpty());
        QVERIFY(button->text().contains(QLatin1Char('&'))); // a key
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
    }
    QCOMPARE(child<QWidget>("recoveryBanner")->accessibleDescription(), offered());
    child<QPushButton>("recoveryRestore")->setFocus();
    QTest::keyClick(child<QPushButton>("recoveryRestore"), Qt::Key_Space);
    QCOMPARE(offered(), QString());
    QCOMPARE(seed(), 77U);
    QCOMPARE(m_window->document().filePath(), m_file);
    QVERIFY(m_window->isWindowModified());
    waitUntilIdle(); // it is trained as any that is opened
    QCOMPARE(swaps().size(), 1); // not lost if this window is killed as well
    child<QAction>("save")->trigger();
    QCOMPARE(savedSeed(m_file), 77U);
    QTRY_COMPARE(swapFiles(), QStringList());
}

void TestRecovery::aLostSessionIsGivenUp()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QFile")));
    start();
    setSeed(77);
    m_window->endWithoutAsking();
    end();
    start();
    press("recoveryDiscard");
    QCOMPARE(offered(), QString());
    QCOMPARE(swapFiles(), QStringList());
    QVERIFY(seed() != 77);
    end();
    start();
    QCOMPARE(offered(), QString());
}

void TestRecovery::whatIsNotAnsweredIsOfferedAgain()
{
    start();
    setSeed(77);
    m_window->endWithoutAsking();
    end();
    start();
    const QString text = offered();
    QVERIFY(!text.isEmpty());
    QVERIFY(m_window->close());
    end();
    start();
    QCOMPARE(offered(), text);
    // Between two docks on a small screen it makes the window no wider: buttons that find no room stand below each other.
    const auto* banner = child<QWidget>("recoveryBanner");
    int buttons = 0;
    for (const char* button : {"recoveryRestore", "recoveryDiscard", "recoveryLater"})
        buttons += child<QWidget>(button)->sizeHint().width();
    QVERIFY2(banner->minimumSizeHint().width() < buttons,
        qPrintable(QStringLiteral("%1 for %2").arg(banner->minimumSizeHint().width()).arg(buttons)));
    press("recoveryLater");
    QCOMPARE(offered(), QString());
    end();
    start();
    QCOMPARE(offered(), text);
}

void TestRecovery::severalAreOfferedInTurn()
{
    for (const std::uint64_t seed : {71U, 72U, 73U}) {
        start();
        setSeed(seed);
        m_window->endWithoutAsking();
        end();
    }
    start();
    QVERIFY2(offered().contains(QStringLiteral("2 more sessions")), qPrintable(offered()));
    press("recoveryDiscard");
    QVERIFY2(offered().contains(QStringLiteral("One more session")), qPrintable(offered()));
    press("recoveryLater");
    QVERIFY(!offered().isEmpty());
    QVERIFY2(!offered().contains(QStringLiteral("more session")), qPrintable(offered()));
    press("recoveryRestore");
    QCOMPARE(offered(), QString());
    QVERIFY(seed() >= 71 && seed() <= 73);
    QCOMPARE(swaps().size(), 2); // that which waits, and that of the restored one
}

void TestRecovery::restoringAsksBeforeItTakesSomethingElseAway()
{
    start();
    setSeed(77);
    m_window->endWithoutAsking();
    end();
    start();
    setSeed(5);
    answer(QMessageBox::Cancel);
    press("recoveryRestore");
    QCOMPARE(seed(), 5U);
    QVERIFY(!offered().isEmpty());
    answer(QMessageBox::Save);
    press("recoveryRestore");
    QCOMPARE(savedSeed(m_file), 5U);
    QCOMPARE(seed(), 77U);
    // What was just saved is not what the restored one was opened from.
    answer("overwriteQuestion", "Cancel");
    child<QAction>("save")->trigger();
    QVERIFY2(m_asked.contains(QStringLiteral("Another program")), qPrintable(m_asked));
    QCOMPARE(savedSeed(m_file), 5U);
}

void TestRecovery::whileRestoringAsksNothingElseIsAnswered()
{
    start();
    setSeed(77);
    m_window->endWithoutAsking();
    end();
    start();
    setSeed(5);
    answer(QMessageBox::Cancel);
    bool couldDiscard = true;
    QTimer::singleShot(0, this, [this, &couldDiscard] { // before the answer: timers of one time run in order
        couldDiscard = child<QPushButton>("recoveryDiscard")->isEnabled();
    });
    press("recoveryRestore");
    QVERIFY(!couldDiscard);
    QVERIFY(child<QPushButton>("recoveryDiscard")->isEnabled());
    QVERIFY(!offered().isEmpty());
}

void TestRecovery::anUnreadableOneCannotBeRestored()
{
    QVERIFY(QDir().mkpath(m_state));
    QVERIFY(writeWholeFile(QString(m_state + QStringLiteral("/x.swap")).toStdString(), "of a later version")
                .ok());
    start();
    QVERIFY2(offered().contains(QStringLiteral("x.swap")), qPrintable(offered()));
    QVERIFY(!child<QPushButton>("recoveryRestore")->isVisible());
    QCOMPARE(swaps().size(), 1);
    press("recoveryDiscard");
    QCOMPARE(swapFiles(), QStringList());
}

void TestRecovery::closingLeavesNothing()
{
    start();
    setSeed(77);
    QTRY_COMPARE(swaps().size(), 1);
    answer(QMessageBox::Cancel);
    QVERIFY(!m_window->close());
    QCOMPARE(swaps().size(), 1);
    answer(QMessageBox::Discard);
    QVERIFY(m_window->close());
    QCOMPARE(swapFiles(), QStringList());
    end();
    QCOMPARE(swapFiles(), QStringList());
}

void TestRecovery::aSignalAsksNothingAndLosesNothing()
{
    start();
    auto* scale = child<QComboBox>("lossScale");
    scale->setFocus();
    scale->lineEdit()->selectAll();
    QTest::keyClicks(scale->lineEdit(), QStringLiteral("512")); // without Return
    m_window->endWithoutAsking();
    QCOMPARE(swaps().size(), 1);
    end();
    start();
    press("recoveryRestore");
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("fixed 512"));
}

void TestRecovery::aWindowWithoutAFolderKeepsNothing()
{
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->show();
    m_window->openSession(m_file);
    setSeed(77);
    m_window->endWithoutAsking();
    end();
    QVERIFY(!QFile::exists(m_state));
}

void TestRecovery::startScene()
{
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->keepSessionIn(m_state);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->openScene(inDirectory("scene.ulps"));
    waitUntilIdle();
}

void TestRecovery::trainWith(std::uint64_t seed)
{
    const auto before = m_window->shownRun().run();
    setSeed(seed);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->shownRun().run() != before && m_window->isIdle(), kTrainedMs);
}

void TestRecovery::runsOfASessionWithoutAFileAreRestored()
{
    startScene();
    trainWith(5);
    trainWith(6);
    auto* table = child<QTreeView>("comparedRunsTable");
    table->setCurrentIndex(table->model()->index(1, 0));
    child<QAction>("comparedRunsStar")->trigger();
    const QString before = runs();
    QVERIFY2(before.contains(u'★') && before.count(u';') == 2, qPrintable(before));
    const double loss = m_window->shownRun().run()->last().loss;
    m_window->endWithoutAsking();
    end();
    QCOMPARE(swapFiles().filter(QStringLiteral(".swapruns")).size(), 1);

    startScene();
    QVERIFY2(offered().contains(QStringLiteral("and runs")), qPrintable(offered()));
    press("recoveryRestore");
    waitUntilIdle(); // trained again, it is the run that is there already
    QCOMPARE(seed(), 6U);
    QCOMPARE(m_window->shownRun().run()->last().loss, loss);
    QCOMPARE(runs().count(u';'), before.count(u';'));
    QVERIFY2(runs().contains(u'★'), qPrintable(runs()));
    // Not lost if this window is killed as well.
    end();
    QCOMPARE(swapFiles().filter(QStringLiteral(".swapruns")).size(), 1);
    startScene();
    press("recoveryRestore");
    waitUntilIdle();
    QCOMPARE(runs().count(u';'), before.count(u';'));
}

void TestRecovery::runsOfAnUnchangedSceneAreRestored()
{
    startScene();
    trainWith(5);
    child<QAction>("undo")->trigger();
    waitUntilIdle();
    QVERIFY(!m_window->document().isModified());
    QTRY_COMPARE(swapFiles().size(), 2); // by itself, without the window's end
    end();
    startScene();
    QVERIFY2(offered().contains(QStringLiteral("ended with runs of \"Circle\"")), qPrintable(offered()));
    press("recoveryRestore");
    waitUntilIdle();
    QVERIFY2(runs().count(u';') >= 1, qPrintable(runs()));
}

void TestRecovery::oneRunOfAnUnchangedSceneIsNotOffered()
{
    startScene();
    m_window->endWithoutAsking();
    end();
    QCOMPARE(swapFiles(), QStringList());
}

void TestRecovery::runsThatGotAFileAreNoLongerKeptHere()
{
    startScene();
    trainWith(5);
    QTRY_COMPARE(swapFiles().size(), 2);
    setFileAnswer([this](const FileQuestion&) { return inDirectory("mine.ulps"); });
    child<QAction>("saveAs")->trigger();
    QTRY_VERIFY(QFile::exists(inDirectory("mine.ulpsruns")));
    QTRY_COMPARE(swapFiles(), QStringList());
    m_window->endWithoutAsking();
    end();
    QCOMPARE(swapFiles(), QStringList());
}

/// Opened from a file that nobody has saved runs beside: they are written there when the session is saved.
void TestRecovery::runsOfAFileWithoutRunsAreRestored()
{
    start();
    trainWith(5);
    child<QAction>("undo")->trigger();
    waitUntilIdle();
    QVERIFY(!m_window->document().isModified());
    const qsizetype before = runs().count(u';');
    QVERIFY(before >= 1);
    QTRY_COMPARE(swapFiles().size(), 2); // by itself
    QVERIFY(!QFile::exists(inDirectory("circle.ulpsruns")));
    end();
    QVERIFY(!QFile::exists(inDirectory("circle.ulpsruns")));

    start();
    QVERIFY2(offered().contains(QStringLiteral("ended with runs of \"Circle\"")), qPrintable(offered()));
    press("recoveryRestore");
    waitUntilIdle();
    QCOMPARE(runs().count(u';'), before);
    child<QAction>("save")->trigger(); // and so they are this session's still
    QTRY_COMPARE(swapFiles(), QStringList());
    QCOMPARE(loadRuns(inDirectory("circle.ulpsruns").toStdString())->size(), std::size_t(before) + 1);
}

void TestRecovery::runsThatGotNoFileStayKeptHere()
{
    startScene();
    trainWith(5);
    QTRY_COMPARE(swapFiles().size(), 2);
    const std::string theirs = inDirectory("mine.ulpsruns").toStdString();
    QVERIFY(writeWholeFile(theirs, "of another program").ok());
    setFileAnswer([this](const FileQuestion&) { return inDirectory("mine.ulps"); });
    child<QAction>("saveAs")->trigger();
    m_window->endWithoutAsking(); // all is written that will be
    end();
    QCOMPARE(swapFiles().filter(QStringLiteral(".swapruns")).size(), 1);
    QCOMPARE(*readWholeFile(theirs, 100), std::string("of another program"));

    QVERIFY(std::filesystem::remove(theirs));
    startScene();
    press("recoveryRestore");
    waitUntilIdle();
    QVERIFY2(runs().count(u';') >= 1, qPrintable(runs()));
    child<QAction>("save")->trigger();
    QTRY_VERIFY(QFile::exists(inDirectory("mine.ulpsruns")));
    QTRY_COMPARE(swapFiles(), QStringList());
}

void TestRecovery::closingAndDiscardingLeaveNoRuns()
{
    startScene();
    trainWith(5);
    QTRY_COMPARE(swapFiles().size(), 2);
    end();
    startScene();
    press("recoveryDiscard");
    QCOMPARE(swapFiles(), QStringList());
    trainWith(7);
    QTRY_COMPARE(swapFiles().size(), 2);
    answer(QMessageBox::Discard);
    QVERIFY(m_window->close());
    QCOMPARE(swapFiles(), QStringList());
    end();
    QCOMPARE(swapFiles(), QStringList());
}

void TestRecovery::runsThatCannotBeReadArePutAside()
{
    startScene();
    trainWith(5);
    m_window->endWithoutAsking();
    end();
    const QStringList kept = swapFiles().filter(QStringLiteral(".swapruns"));
    QCOMPARE(kept.size(), 1);
    const std::string lost = QString(m_state + QLatin1Char('/') + kept.front()).toStdString();
    QVERIFY(writeWholeFile(lost, "of a later version").ok());
    startScene();
    press("recoveryRestore");
    waitUntilIdle();
    const QString aside = m_state + QLatin1Char('/')
        + QString(kept.front()).replace(QStringLiteral(".swapruns"), QStringLiteral(".ulpsruns"));
    QVERIFY2(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("it is kept as ") + aside),
        qPrintable(child<MessageBanner>("messageBanner")->text()));
    trainWith(6); // whose runs have a file of their own
    QTRY_COMPARE(swapFiles().filter(QStringLiteral(".swapruns")).size(), 1);
    answer(QMessageBox::Discard);
    QVERIFY(m_window->close());
    end();
    QCOMPARE(swapFiles(), QStringList(QFileInfo(aside).fileName()));
    QCOMPARE(*readWholeFile(aside.toStdString(), 100), std::string("of a later version"));
    start(); // which offers nothing, and leaves it
    QCOMPARE(offered(), QString());
    QCOMPARE(swapFiles(), QStringList(QFileInfo(aside).fileName()));
}

void TestRecovery::runsWithoutTheirSessionAreRemoved()
{
    QVERIFY(QDir().mkpath(m_state));
    const auto inState = [this](const char* name) {
        return QString(m_state + QLatin1Char('/') + QLatin1String(name)).toStdString();
    };
    QVERIFY(writeWholeFile(inState("x.swapruns"), *writeRuns({}, {})).ok());
    QVERIFY(writeWholeFile(inState("y.swapruns"), "of a later version").ok());
    start();
    QCOMPARE(offered(), QString());
    QCOMPARE(swapFiles(), QStringList(QStringLiteral("y.swapruns")));
}

void TestRecovery::whatIsTypedBelongsToTheSession()
{
    start();
    auto* scale = child<QComboBox>("lossScale");
    scale->setFocus();
    scale->lineEdit()->selectAll();
    QTest::keyClicks(scale->lineEdit(), QStringLiteral("512")); // without Return
    QTest::keySequence(scale->lineEdit(), QKeySequence::Save);
    QTRY_VERIFY(!m_window->document().isModified());
    QVERIFY(loadSession(m_file.toStdString())->training.lossScale.className == "fixed");
    QCOMPARE(loadSession(m_file.toStdString())->training.lossScale,
        m_window->document().session()->training.lossScale);
    QVERIFY(scale->hasFocus());
    scale->lineEdit()->selectAll();
    QTest::keyClicks(scale->lineEdit(), QStringLiteral("256"));
    answer(QMessageBox::Cancel);
    QVERIFY(!m_window->close());
}

void TestRecovery::savingOverAChangedFileAsks_data()
{
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<quint64>("saved"); // what the file has afterwards
    QTest::addColumn<bool>("isModified");
    QTest::newRow("cancel") << QByteArray("Cancel") << quint64{9} << true;
    QTest::newRow("overwrite") << QByteArray("Overwrite") << quint64{77} << false;
    QTest::newRow("elsewhere") << QByteArray("Save as…") << quint64{9} << false;
}

void TestRecovery::savingOverAChangedFileAsks()
{
    QFETCH(QByteArray, button);
    QFETCH(quint64, saved);
    QFETCH(bool, isModified);
    start();
    SessionSpec other = *m_window->document().session();
    other.training.seed = 9;
    QVERIFY(saveSession(m_file.toStdString(), other).ok());
    setSeed(77);
    const QString elsewhere = inDirectory("elsewhere.ulps");
    QString proposed;
    setFileAnswer([&](const FileQuestion& question) {
        proposed = question.path;
        return elsewhere;
    });
    answer("overwriteQuestion", button.constData());
    child<QAction>("save")->trigger();
    QVERIFY2(m_asked.contains(QStringLiteral("circle.ulps"))
            && m_asked.contains(QStringLiteral("Another program has changed it")),
        qPrintable(m_asked));
    QCOMPARE(savedSeed(m_file), saved);
    QCOMPARE(m_window->document().isModified(), isModified);
    if (button == "Save as…") {
        QCOMPARE(proposed, m_file);
        QCOMPARE(savedSeed(elsewhere), 77U);
        QCOMPARE(m_window->document().filePath(), elsewhere);
        QCOMPARE(m_settings->recentFiles().value(0), elsewhere);
    } else {
        QCOMPARE(m_window->document().filePath(), m_file);
    }
    if (button == "Overwrite") { // and from then on it is ours again
        setSeed(78);
        child<QAction>("save")->trigger();
        QCOMPARE(savedSeed(m_file), 78U);
    }
}

void TestRecovery::savingOverAnUnusualFileAsks_data()
{
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("read-only") << true << QStringLiteral("It is read-only.");
    QTest::newRow("hard link") << false << QStringLiteral("It has another name (a hard link)");
}

void TestRecovery::savingOverAnUnusualFileAsks()
{
    QFETCH(bool, isReadOnly);
    QFETCH(QString, sentence);
    const std::string file = m_file.toStdString();
    if (isReadOnly)
        std::filesystem::permissions(file, std::filesystem::perms(0444));
    else
        std::filesystem::create_hard_link(file, inDirectory("other").toStdString());
    start();
    setSeed(77);
    answer("overwriteQuestion", "Cancel");
    child<QAction>("save")->trigger();
    QVERIFY2(m_asked.contains(sentence), qPrintable(m_asked));
    QVERIFY(m_window->document().isModified());
    QCOMPARE(savedSeed(m_file), 1U);
    answer("overwriteQuestion", "Overwrite");
    child<QAction>("save")->trigger();
    QVERIFY(!m_window->document().isModified());
    QCOMPARE(savedSeed(m_file), 77U);
    if (isReadOnly)
        QCOMPARE(std::filesystem::status(file).permissions(), std::filesystem::perms(0444));
    else
        QCOMPARE(savedSeed(inDirectory("other")), 1U);
}

void TestRecovery::savingAnOrdinaryFileAsksNothing()
{
    start();
    QFile touched(m_file);
    QVERIFY(touched.open(QIODevice::ReadWrite));
    // Another time, the same content.
    QVERIFY(touched.setFileTime(QDateTime::currentDateTime().addSecs(100), QFile::FileModificationTime));
    touched.close();
    for (const std::uint64_t seed : {77U, 78U}) {
        setSeed(seed);
        child<QAction>("save")->trigger(); // a question would wait for ever
        QCOMPARE(savedSeed(m_file), seed);
    }
    QVERIFY(QFile::remove(m_file));
    setSeed(79);
    child<QAction>("save")->trigger();
    QCOMPARE(savedSeed(m_file), 79U);
}

void TestRecovery::aRefusedSaveNoLongerSaysSaved()
{
    start();
    const QString folder = inDirectory("gone");
    QVERIFY(QDir().mkdir(folder));
    QVERIFY(m_window->document().saveAs(folder + QStringLiteral("/a.ulps")).ok());
    setSeed(77);
    child<QAction>("save")->trigger();
    QVERIFY(m_window->statusBar()->currentMessage().startsWith(QStringLiteral("Saved ")));
    QTRY_VERIFY(QDir(folder).removeRecursively()); // the runs may just be written into it, in another thread
    setSeed(78);
    child<QAction>("save")->trigger();
    QVERIFY(m_window->document().isModified());
    QCOMPARE(m_window->statusBar()->currentMessage(), QString());
}

void TestRecovery::exportsReplaceFilesAsAWhole_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("PNG") << QStringLiteral("plots.png");
    QTest::newRow("PDF") << QStringLiteral("plots.pdf");
}

void TestRecovery::exportsReplaceFilesAsAWhole()
{
    QFETCH(QString, name);
    start();
    const std::string target = inDirectory("target").toStdString();
    const QString link = m_directory->filePath(name);
    QVERIFY(writeWholeFile(target, "old").ok());
    std::filesystem::create_symlink(target, link.toStdString());
    auto* plot = child<StackedPlot>("trainingPlots");
    QVERIFY(PlotCommands::of(*plot)->writeTo(link));
    QVERIFY(std::filesystem::is_symlink(link.toStdString()));
    QVERIFY(std::filesystem::file_size(target) > 1000);
    // What is read-only stays as it was.
    QVERIFY(writeWholeFile(target, "old").ok());
    std::filesystem::permissions(target, std::filesystem::perms(0444));
    QVERIFY(!PlotCommands::of(*plot)->writeTo(link));
    const Result<std::string> content = readWholeFile(target, 10);
    QVERIFY(content.ok());
    QCOMPARE(*content, std::string("old"));
}

QTEST_MAIN(TestRecovery)
#include "tst_recovery.moc"
