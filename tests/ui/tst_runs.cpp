// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs in the window, by mouse and keyboard: the table, the grey line, the comparison, and a session that comes back.
#include "app/desktop/settings.h"
#include "app/io/runs/run_key.h"
#include "app/io/session/session_file.h"
#include "app/judge/runs/repairs.h"
#include "app/session/kept/saved_runs.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_theme.h"
#include "ui/look/qcp.h"
#include "ui/look/trace.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/run_layers_panel.h"
#include "ui/runs/models/run_comparison.h"
#include "ui/runs/models/runs_model.h"
#include "ui/runs/pareto_plot.h"
#include "ui/runs/run_file_actions.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/sweep_plot.h"
#include "ui/shell/main_window.h"
#include "ui/training/run_plots.h"
#include "ui/tree/models/layer_health.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <random>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kCompare = 5; ///< tab

/// A list of runs of its own.
struct Panel
{
    Document document;
    SessionRunner runner{std::make_shared<const Kernels>(Kernels::load().value()), 1};
    ShownRun shown{runner};
    KeptRuns kept{shown};
    RunsPanel panel{QStringLiteral("own"), document, kept, shown};

    Panel()
    {
        panel.resize(900, 240);
        panel.show();
    }
    QTreeView* view() { return panel.findChild<QTreeView*>(QStringLiteral("ownTable")); }
};

} // namespace

class TestRuns : public WindowTest
{
    Q_OBJECT
private slots:
    void aNameStandsAtItsOwnMark();
    void theSweepIsInTheMenu();
    void init();
    void cleanup();
    void theTableHasEveryRun();
    void thePolicyNamesLayersThatHaveTheirOwn();
    void aRunIsRenamedStarredAndDeletedByKeyboard();
    void whatIsTypedStaysWhileARunGrows();
    void renamingEndsTheTypingOfANote();
    void renamingEndsItInAWindowBehindToo();
    void theGreyLineIsNamed();
    void aSessionComesBack();
    void theRestoredRunStaysChosen();
    void theComparisonShowsMetricsAndDifferences();
    void twoRunsPartWhereTheyAreSaidTo();
    void layersOfRunsAreAGrid();
    void memoryIsHeldAgainstError();
    void seedsOfASweepAreABand();
    void seedsSayWhatIsNoise();
    void seedsSayWhatGoesForThem();
    void anotherSessionGetsNoRunsOfTheSeeds();
    void aKeptRunSaysThatItIsOne();
    void anExportSaysWhoseThePoliciesAre();
    void theRunOnTheScreenCanBeLeftOut();
    void runsGoToAFileAndComeBack();
    void runsThatCannotBeSavedKeepTheWindow();
    void runsThatWouldBeMissedAreAskedAbout();
    void whatIsSaidAfterAnExportIsAskedAbout();
    void theFilesOfARunGoIntoAFolder();
    void theNotesColumnHasTheRoomThatIsLeft();
    void aFileThatIsNotWrittenIsSaid();
    void theDockReadsAsTheRest();
    void whatIsWithinSomethingElseIsNotTheFirstRuns();
    void aSweepIsOneRow();
    void namesStayWhereMetricsAreScrolled();
    void saturatedElementsAreAColumnWhereOperandsAreScaled();
    void severalRunsAreChosen();
    void theListStaysWhereItIs();
    void aWindowSaysWhatItWaitsFor();
    void noneIsBestBesideARunThatCannotSaturate();
    void columnsAreFittedOnce();
    void aNameThatIsGoneIsNotEdited();
    void whatIsBestTogetherSaysSo();
    void anotherSceneTakesTheTicks();

private:
    /// And waits until it is trained.
    void setPolicy(const char* name);
    void press(const char* button) { QTest::mouseClick(child<QToolButton>(button), Qt::LeftButton); }
    QTreeView* table() { return child<QTreeView>("comparedRunsTable"); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    /// The question that comes next is answered by the button whose text begins so; what it asked is in m_asked.
    void answerNext(const char* answer);
    bool closeAnd(const char* answer);
    /// A sweep of two loss scales, whose row is the first.
    void sweepTwoScales();
    void choose(int row) { table()->setCurrentIndex(table()->model()->index(row, 0)); }
    QString m_asked;
    std::string policy() { return m_window->document().session()->policies.global.name; }
};

void TestRuns::init()
{
    startAfresh();
    openWindow({1280, 800});
    m_window->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->shownRun().run() && m_window->isIdle(), kTrainedMs);
    setPolicy("float32");
    child<QTabWidget>("tabs")->setCurrentIndex(kCompare);
}

void TestRuns::cleanup()
{
    m_window.reset();
}

void TestRuns::setPolicy(const char* name)
{
    const auto before = m_window->shownRun().run();
    QVERIFY(m_window->document()
                .edit({}, [&](SessionSpec& session) { session.policies.global = *getPolicy(name); })
                .ok());
    waitUntilTrainedAgain();
    QVERIFY(m_window->shownRun().run() != before);
}

void TestRuns::theTableHasEveryRun()
{
    QCOMPARE(table()->model()->rowCount(), 2);
    QCOMPARE(cell(0, RunsModel::NameColumn), QStringLiteral("float32 (shown)"));
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("Circle (grey)"));
    QCOMPARE(cell(1, RunsModel::PolicyColumn), QStringLiteral("mixed_float16"));
    QCOMPARE(cell(1, RunsModel::StepsColumn), QStringLiteral("1500"));
    // What the tiles say of the run on the screen, the table says of it; the better one is marked.
    const QString flushed = cell(0, RunsModel::FlushedColumn);
    QVERIFY2(flushed.startsWith(QStringLiteral("✓ ")), qPrintable(flushed));
    QVERIFY(!cell(1, RunsModel::FlushedColumn).startsWith(QStringLiteral("✓")));
    // The last batch's loss decides nothing; that of all test examples does.
    const std::array runs{m_window->shownRun().run(), m_window->shownRun().ghost()};
    const auto testLoss
        = [&](std::size_t row) { return metricAmong(runs[row]->summary->testMetrics, "loss").value(); };
    for (const int row : {0, 1}) {
        const auto own = std::size_t(row);
        QVERIFY(!cell(row, RunsModel::LossColumn).startsWith(QStringLiteral("✓")));
        QCOMPARE(cell(row, RunsModel::TestLossColumn),
            (testLoss(own) < testLoss(1 - own) ? QStringLiteral("✓ ") : QString())
                + numberText(testLoss(own)));
        const QString accuracy = percentText(100 * runs[own]->summary->testAccuracy.value());
        QVERIFY2(cell(row, RunsModel::AccuracyColumn).endsWith(accuracy), qPrintable(accuracy));
    }
    // The dock has the same table.
    QVERIFY(!child<QDockWidget>("runsDock")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_F8);
    QVERIFY(child<QDockWidget>("runsDock")->isVisible());
    QCOMPARE(child<QTreeView>("runsTable")->model()->rowCount(), 2);
}

void TestRuns::thePolicyNamesLayersThatHaveTheirOwn()
{
    const auto give = [this](std::size_t layer, const char* policy) {
        QVERIFY(
            m_window->document()
                .edit({},
                    [&](SessionSpec& session) { session.model.layers[layer].policy = *getPolicy(policy); })
                .ok());
        waitUntilTrainedAgain();
    };
    give(1, "float8_from_float32");
    QCOMPARE(cell(0, RunsModel::PolicyColumn), QStringLiteral("float32, dense_1 float8_from_float32"));
    give(2, "float8_from_float32");
    QCOMPARE(cell(0, RunsModel::PolicyColumn), QStringLiteral("float32, 2 layers float8_from_float32"));
    give(2, "bfloat16");
    QCOMPARE(cell(0, RunsModel::PolicyColumn), QStringLiteral("float32, 2 layers with their own"));
    const QString tip = table()->model()->index(0, RunsModel::PolicyColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(
        tip.contains(QStringLiteral("dense_1: float8_from_float32, dense_2: bfloat16")), qPrintable(tip));
}

void TestRuns::aRunIsRenamedStarredAndDeletedByKeyboard()
{
    QVERIFY(table()->hasFocus());
    choose(1);
    QTest::keyClick(table(), Qt::Key_F2);
    auto* field = child<QLineEdit>("runNameEditor");
    QTest::keyClicks(field, QStringLiteral("half"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("half (grey)"));
    press("comparedRunsStarButton");
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("★ half (grey)"));
    setPolicy("bfloat16");
    choose(0); // on the screen
    QVERIFY(!child<QAction>("comparedRunsDelete")->isEnabled());
    choose(1);
    table()->setFocus();
    const bool isModified = m_window->document().isModified();
    QTest::keyClick(table(), Qt::Key_Delete);
    QCOMPARE(table()->model()->rowCount(), 2);
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("★ half"));
    choose(1);
    QTest::keyClick(table(), Qt::Key_Delete);
    QCOMPARE(table()->model()->rowCount(), 1);
    QCOMPARE(
        m_window->statusBar()->currentMessage(), QStringLiteral("One run is deleted; Undo brings it back."));
    const SessionSpec session = *m_window->document().session();
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("★ half"));
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(table()->model()->rowCount(), 3);
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("float32 (grey)"));
    QVERIFY(*m_window->document().session() == session);
    QCOMPARE(m_window->document().isModified(), isModified);
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(table()->model()->rowCount(), 2);
}

void TestRuns::whatIsTypedStaysWhileARunGrows()
{
    choose(1);
    QTest::keyClick(table(), Qt::Key_F2);
    auto* field = child<QLineEdit>("runNameEditor");
    QTest::keyClicks(field, QStringLiteral("slow"));
    child<QAction>("step")->trigger(); // one more step of the run on the screen
    QTRY_COMPARE(m_window->shownRun().run()->stepsDone(), std::int64_t{1501});
    QTRY_VERIFY(m_window->isIdle());
    QCOMPARE(field->text(), QStringLiteral("slow"));
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(cell(1, RunsModel::NameColumn), QStringLiteral("Circle (grey)"));
}

void TestRuns::renamingEndsTheTypingOfANote()
{
    table()->setCurrentIndex(table()->model()->index(1, RunsModel::NoteColumn));
    QTest::keyClick(table(), Qt::Key_F2);
    QTest::keyClicks(child<QLineEdit>("runNoteEditor"), QStringLiteral("seen"));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("editing failed")));
    child<QAction>("comparedRunsRename")->trigger(); // as its button does, which takes no focus
    QVERIFY(child<QLineEdit>("runNameEditor")->isVisible());
    QCOMPARE(cell(1, RunsModel::NoteColumn), QStringLiteral("seen"));
    QTest::keyClick(child<QLineEdit>("runNameEditor"), Qt::Key_Escape);
}

void TestRuns::renamingEndsItInAWindowBehindToo()
{
    QApplication::setActiveWindow(nullptr); // so the note's field never has the keyboard, and cannot lose it
    table()->setCurrentIndex(table()->model()->index(1, RunsModel::NoteColumn));
    QTest::keyClick(table(), Qt::Key_F2);
    child<QLineEdit>("runNoteEditor")->setText(QStringLiteral("seen"));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("editing failed")));
    child<QAction>("comparedRunsRename")->trigger();
    QVERIFY(child<QLineEdit>("runNameEditor")->isVisible());
    QCOMPARE(cell(1, RunsModel::NoteColumn), QStringLiteral("seen"));
    QTest::keyClick(child<QLineEdit>("runNameEditor"), Qt::Key_Escape);
}

void TestRuns::theSweepIsInTheMenu()
{
    child<QAction>("showTab1")->trigger();
    child<QAction>("sweepSetting")->trigger();
    QTRY_VERIFY(child<QWidget>("sweepPanel")->isVisible());
    QTRY_VERIFY(child<QWidget>("sweepSetting")->hasFocus());
}

void TestRuns::aNameStandsAtItsOwnMark()
{
    struct Plot : ParetoPlot
    {
        QPointF place(int run) const { return placeOf(run); }
    } plot;
    // A sweep: all take as much memory, and their marks are one above the other.
    std::vector<ParetoRun> runs;
    for (int i = 0; i < 12; ++i)
        runs.push_back({KeptRunId(std::size_t(i)), QStringLiteral("loss scale 2^%1").arg(i), 4500,
            i == 11 ? std::nan("") : std::pow(0.8, i), 0, i < 3});
    plot.resize(600, 300);
    plot.show();
    plot.showRuns(runs);
    QTest::qWait(50);
    plot.showRuns(runs); // the axes have their places now
    auto* canvas = plot.findChild<QCustomPlot*>();
    int names = 0;
    for (int i = 0; i < canvas->itemCount(); ++i) {
        const auto* text = qobject_cast<const QCPItemText*>(canvas->item(i));
        if (text == nullptr)
            continue;
        ++names;
        const QRectF rect(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
        const auto distance = [&](std::size_t run) {
            const QPointF at = plot.place(int(run));
            return std::hypot(std::max({rect.left() - at.x(), 0.0, at.x() - rect.right()}),
                std::max({rect.top() - at.y(), 0.0, at.y() - rect.bottom()}));
        };
        std::size_t nearest = 0;
        for (std::size_t run = 0; run < plot.runs().size(); ++run)
            if (distance(run) < distance(nearest))
                nearest = run;
        QCOMPARE(text->text(), plot.runs()[nearest].name);
    }
    QVERIFY2(names >= 2, qPrintable(QString::number(names)));
}

void TestRuns::theGreyLineIsNamed()
{
    choose(1);
    press("comparedRunsGhostButton");
    setPolicy("bfloat16"); // the run before is another one now
    QVERIFY2(child<RunPlots>("trainingPlots")->accessibleDescription().contains(QStringLiteral("Circle ")),
        qPrintable(child<RunPlots>("trainingPlots")->accessibleDescription()));
    QCOMPARE(cell(2, RunsModel::NameColumn), QStringLiteral("Circle (grey)"));
}

void TestRuns::aSessionComesBack()
{
    const std::vector<WatchSpec> watches{{"loss > 1", false}};
    QVERIFY(m_window->document().edit(
        QStringLiteral("watch"), [&](SessionSpec& session) { session.watches = watches; }));
    choose(1);
    press("comparedRunsRestoreButton");
    QCOMPARE(policy(), std::string("mixed_float16"));
    QCOMPARE(m_window->document().session()->watches, watches); // what is looked at is not the run's
    waitUntilTrainedAgain();
    QCOMPARE(table()->model()->rowCount(), 2); // trained again it is the same run
    QCOMPARE(cell(0, RunsModel::NameColumn), QStringLiteral("Circle (shown)"));
    child<QAction>("undo")->trigger();
    QCOMPARE(policy(), std::string("float32"));
}

/// Which is another object when it has been trained again; Delete and Star are about the one that is chosen.
void TestRuns::theRestoredRunStaysChosen()
{
    setPolicy("bfloat16");
    setPolicy("mixed_bfloat16");
    choose(2);
    QCOMPARE(cell(2, RunsModel::PolicyColumn), QStringLiteral("float32"));
    press("comparedRunsRestoreButton");
    waitUntilTrainedAgain();
    QCOMPARE(policy(), std::string("float32"));
    const int row = table()->currentIndex().row();
    QCOMPARE(cell(row, RunsModel::PolicyColumn), QStringLiteral("float32"));
}

void TestRuns::theComparisonShowsMetricsAndDifferences()
{
    const auto* differences = child<QTableView>("runDifferences")->model();
    QStringList places;
    for (int row = 0; row < differences->rowCount(); ++row)
        places += differences->index(row, 0).data().toString();
    QVERIFY2(
        places.contains(QStringLiteral("policies.global")), qPrintable(places.join(QStringLiteral(", "))));
    auto* plot = child<StackedPlot>("comparePlot");
    QCOMPARE(plot->plots(), QStringList{QStringLiteral("loss")});
    QVERIFY2(plot->accessibleDescription().contains(QStringLiteral("Circle "))
            && plot->accessibleDescription().contains(QStringLiteral("float32 ")),
        qPrintable(plot->accessibleDescription()));
    // The noise of single batches is a band, which the legend does not repeat, until every step is asked for.
    const QString median = QStringLiteral("Loss (median of 75 steps; band 10–90 %)");
    QVERIFY2(plot->accessibleDescription().contains(median)
            && !plot->accessibleDescription().contains(QStringLiteral(": 10 %")),
        qPrintable(plot->accessibleDescription()));
    child<QCheckBox>("smoothedCurves")->setChecked(false);
    QVERIFY(!plot->accessibleDescription().contains(QStringLiteral("median")));
    child<QCheckBox>("smoothedCurves")->setChecked(true);
    // What float64 does lies below what the runs do, though the legend has it last.
    const QColor reference = plotTheme(plot->palette()).pen(Ink::Reference, 1).color();
    QList<bool> isReference;
    for (const QCPLayerable* drawn :
        plot->findChild<QCustomPlot*>()->layer(QStringLiteral("main"))->children())
        if (const auto* trace = dynamic_cast<const Trace*>(drawn))
            isReference += trace->pen().color() == reference;
    QCOMPARE(isReference.count(true), 1);
    QVERIFY(isReference.first() && isReference.size() > 2);
    // A metric of a tensor, found by a part of its name.
    auto* choice = child<QComboBox>("compareMetric");
    choice->setFocus();
    choice->lineEdit()->selectAll();
    QTest::keyClicks(choice->lineEdit(), QStringLiteral("dense_2 / output gradient: largest magnitude"));
    QTest::keyClick(choice->lineEdit(), Qt::Key_Return);
    QCOMPARE(plot->plots(), QStringList{QStringLiteral("sequential/dense_2:output_gradient:amax")});
    // What is no metric changes nothing.
    choice->lineEdit()->setText(QStringLiteral("nothing of this"));
    QTest::keyClick(choice->lineEdit(), Qt::Key_Return);
    QVERIFY2(choice->currentText().startsWith(QStringLiteral("dense_2")), qPrintable(choice->currentText()));
    // A run is taken in by its box.
    setPolicy("bfloat16");
    QCOMPARE(plot->accessibleDescription().count(QStringLiteral("Circle ")), 0);
    table()->setFocus();
    choose(2);
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("Circle ")));
    if (const QString folder = qEnvironmentVariable("ULPSCOPE_TEST_PICTURES"); !folder.isEmpty())
        m_window->saveScreenshot(folder + QStringLiteral("/compare.png"));
}

void TestRuns::twoRunsPartWhereTheyAreSaidTo()
{
    child<QTabWidget>("comparePages")->setCurrentIndex(1);
    const auto* text = child<QLabel>("firstDifferenceText");
    QVERIFY2(text->text().startsWith(QStringLiteral(
                 "First tensor that differs: step 0, dense_1 / input: largest magnitude: 0.9353")),
        qPrintable(text->text()));
    QVERIFY2(
        text->text().contains(QStringLiteral("the numbers of 1500 steps and ")), qPrintable(text->text()));
    // One run with itself.
    auto* second = child<QComboBox>("divergenceSecond");
    second->setFocus();
    QTest::keyClick(second, second->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
    emit second->activated(second->currentIndex());
    QVERIFY2(text->text().startsWith(QStringLiteral("These are the same run")), qPrintable(text->text()));
}

void TestRuns::layersOfRunsAreAGrid()
{
    setPolicy("bfloat16");
    auto* pages = child<QTabWidget>("comparePages");
    auto* panel = child<RunLayersPanel>("runLayers");
    pages->setCurrentWidget(panel);
    const std::vector<const KeptRun*> runs = panel->kept().compared();
    QVERIFY(runs.size() >= 2);
    const GridData& grid = *panel->view().grid();
    QCOMPARE(grid.rows.size(), runs.size());
    for (std::size_t row = 0; row < runs.size(); ++row) {
        QCOMPARE(grid.rows[row].name, runs[row]->name());
        for (std::size_t column = 0; column < grid.columns.size(); ++column)
            QCOMPARE(grid.at({row, column}).value,
                layerHealth(*runs[row]->run, "sequential/" + grid.columns[column].name.toStdString())
                    .flushedPercent.value_or(-1));
    }
    auto* metric = child<QComboBox>("runLayersMetric");
    metric->setCurrentIndex(metric->findText(QStringLiteral("Local error")));
    emit metric->activated(metric->currentIndex());
    QVERIFY(panel->view().grid()->scale.isLog);
    const std::size_t rows = panel->view().grid()->rows.size();
    setPolicy("float32"); // another run joins
    QTRY_COMPARE(panel->view().grid()->rows.size(), panel->kept().compared().size());
    QVERIFY(panel->view().grid()->rows.size() >= rows);
    QVERIFY(panel->view().grid()->scale.isLog); // what was chosen stays
}

void TestRuns::memoryIsHeldAgainstError()
{
    setPolicy("bfloat16");
    child<QTabWidget>("comparePages")->setCurrentIndex(2);
    auto* plot = child<ParetoPlot>("paretoPlot");
    QCOMPARE(plot->runs().size(), std::size_t{3});
    QStringList front;
    for (const ParetoRun& run : plot->runs())
        if (run.isOnFront)
            front += run.name;
    // Half the bytes and the largest error; mixed_float16 keeps float32 weights, and errs almost as much; float32 errs least.
    QCOMPARE(front.join(QLatin1Char(';')), QStringLiteral("bfloat16;Circle;float32"));
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_End);
    QCOMPARE(plot->selected()->name, QStringLiteral("float32"));
    QVERIFY2(child<QLabel>("memoryReading")->text().contains(QStringLiteral("float32: ")),
        qPrintable(child<QLabel>("memoryReading")->text()));
    QTest::keyClick(plot, Qt::Key_Return);
    QCOMPARE(m_window->shownRun().run()->session().policies.global.name, std::string("float32"));
}

void TestRuns::seedsOfASweepAreABand()
{
    child<QTabWidget>("comparePages")->setCurrentIndex(3);
    auto* setting = child<QComboBox>("sweepSetting");
    setting->setCurrentIndex(setting->findText(QStringLiteral("seed")));
    emit setting->activated(setting->currentIndex());
    child<QLineEdit>("sweepValues")->setText(QStringLiteral("1..3"));
    QTest::mouseClick(child<QPushButton>("startSweep"), Qt::LeftButton);
    waitUntilIdle();
    QTest::mouseClick(child<QPushButton>("compareSweep"), Qt::LeftButton);
    QCOMPARE(child<QTabWidget>("comparePages")->currentIndex(), 0);
    QVERIFY(child<QCheckBox>("seedBand")->isChecked());
    const QString text = child<StackedPlot>("comparePlot")->accessibleDescription();
    for (const char* part :
        {"median of 3 seeds", ", least ", ", largest ", "Circle "}) // the run of another policy is alone
        QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("seed 2")), qPrintable(text));
    child<QCheckBox>("seedBand")->setChecked(false);
    const QString without = child<StackedPlot>("comparePlot")->accessibleDescription();
    QVERIFY2(without.contains(QStringLiteral("seed 2")) && !without.contains(QStringLiteral("seeds")),
        qPrintable(without));
}

void TestRuns::seedsSayWhatIsNoise()
{
    setPolicy("bfloat16");
    child<QTabWidget>("comparePages")->setCurrentIndex(4);
    auto* view = child<QTableView>("noiseTable");
    auto* message = child<QLabel>("noiseMessage");
    auto* start = child<QPushButton>("startSeeds");
    auto* seeds = child<QLineEdit>("noiseSeeds");
    seeds->setText(QStringLiteral("5..1"));
    QTest::keyClick(seeds, Qt::Key_Return);
    QVERIFY2(message->text().contains(QStringLiteral("got '5..1'")), qPrintable(message->text()));
    QVERIFY(m_window->isIdle());
    const auto outcomeOf = [&](const QString& number) {
        for (int row = 0; row < view->model()->rowCount(); ++row)
            if (view->model()->index(row, 0).data().toString() == number)
                return view->model()->index(row, 1).data().toString();
        return QString();
    };
    seeds->setText(QStringLiteral("1,2"));
    QTest::mouseClick(start, Qt::LeftButton);
    QVERIFY(!m_window->isIdle());
    waitUntilIdle();
    QVERIFY2(outcomeOf(QStringLiteral("updates lost (%)"))
                 .startsWith(QStringLiteral("cannot be said with 2 seeds")),
        qPrintable(outcomeOf(QStringLiteral("updates lost (%)"))));
    // What is there is not trained again: of the four runs the one on the screen, which is of seed 1.
    QCOMPARE(m_window->document().session()->training.seed, 1U);
    const auto seedsOf = [&](int row) { return table()->model()->rowCount(table()->model()->index(row, 0)); };
    QCOMPARE(table()->model()->rowCount(), 3 + 1);
    QCOMPARE(cell(0, RunsModel::NameColumn), QStringLiteral("seeds 1 to 2 beside float32, 3 runs"));
    QCOMPARE(seedsOf(0), 3);
    seeds->setText(QStringLiteral("1..4"));
    QTest::keyClick(seeds, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(table()->model()->rowCount(), 3 + 2); // each time one row, as of a sweep
    QCOMPARE(seedsOf(0), 4);
    QCOMPARE(message->text(), QStringLiteral("Of 4 seeds, this session beside the same in float32:"));
    QCOMPARE(outcomeOf(QStringLiteral("updates lost (%)")),
        QStringLiteral("differs by more than the seeds do (p 0.029)"));
    QCOMPARE(outcomeOf(QStringLiteral("skipped steps")), QStringLiteral("is the same under every seed"));
    if (const QString folder = qEnvironmentVariable("ULPSCOPE_TEST_PICTURES"); !folder.isEmpty())
        for (const QSize size : {QSize(1280, 800), QSize(1024, 768)}) {
            m_window->resize(size);
            m_window->grab().save(folder + QStringLiteral("/noise-%1.png").arg(size.width()));
        }
    QVERIFY(m_window->document().edit({}, [](SessionSpec& edited) { computeInFloat32(edited); }).ok());
    waitUntilTrainedAgain();
    QVERIFY(message->text().startsWith(QStringLiteral("This session computes in float32 already")));
}

/// All of them are one row, however many: the oldest one goes where there are as many as are kept.
void TestRuns::seedsSayWhatGoesForThem()
{
    child<QTabWidget>("comparePages")->setCurrentIndex(4);
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.steps = 1; }).ok());
    waitUntilTrainedAgain();
    const auto* message = child<QLabel>("noiseMessage");
    auto* seeds = child<QLineEdit>("noiseSeeds");
    const auto type = [&](const QString& text) {
        seeds->selectAll();
        QTest::keyClicks(seeds, text);
    };
    setPolicy("bfloat16");
    type(QStringLiteral("1..30"));
    QVERIFY2(!message->text().contains(QStringLiteral("To make room")), qPrintable(message->text()));
    QTest::keyClick(seeds, Qt::Key_Return);
    waitUntilIdle();
    QVERIFY2(message->text().startsWith(QStringLiteral("Of 30 seeds")), qPrintable(message->text()));
    const int rows = table()->model()->rowCount();
    while (table()->model()->rowCount() < int(KeptRuns::kMaxRuns)) {
        QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { ++session.training.seed; }).ok());
        waitUntilTrainedAgain();
    }
    QVERIFY(rows < int(KeptRuns::kMaxRuns));
    type(QStringLiteral("101..104"));
    QVERIFY2(message->text().contains(QStringLiteral("To make room, 1 kept run will go: ")),
        qPrintable(message->text()));
}

/// What is trained in the background is kept with the session that it was begun in.
void TestRuns::anotherSessionGetsNoRunsOfTheSeeds()
{
    const QString other = inDirectory("other.ulps");
    SessionSpec session = *m_window->document().session();
    session.title = "Other";
    session.training.steps = 5;
    QVERIFY(saveSession(other.toStdString(), session).ok());
    for (const auto& [page, field, start, values] : {std::tuple(4, "noiseSeeds", "startSeeds", "1..6"),
             std::tuple(3, "sweepValues", "startSweep", "2^0..2^9")}) {
        setPolicy("bfloat16");
        child<QTabWidget>("comparePages")->setCurrentIndex(page);
        child<QLineEdit>(field)->setText(QString::fromLatin1(values));
        QTest::mouseClick(child<QPushButton>(start), Qt::LeftButton);
        QVERIFY(!m_window->isIdle());
        if (m_window->document().isModified())
            QTimer::singleShot(0, this, [] {
                qobject_cast<QMessageBox*>(QApplication::activeModalWidget())
                    ->button(QMessageBox::Discard)
                    ->click();
            });
        child<QStatusBar>("")->clearMessage(); // the same sentence of the page before would not be told again
        QSignalSpy told(child<QStatusBar>(""), &QStatusBar::messageChanged);
        m_window->openSession(other);
        waitUntilIdle();
        QCOMPARE(
            child<QPushButton>(start)->text(), page == 4 ? QStringLiteral("Train") : QStringLiteral("Start"));
        QVERIFY(std::any_of(told.begin(), told.end(), [](const QVariantList& message) {
            return message[0].toString().contains(QStringLiteral("has stopped"));
        }));
        const QString newest = cell(0, RunsModel::NameColumn); // nothing came after the session's own
        QVERIFY2(newest.startsWith(QStringLiteral("Other")), qPrintable(newest));
    }
}

void TestRuns::aKeptRunSaysThatItIsOne()
{
    choose(1);
    press("comparedRunsShowButton");
    const auto* sentence = child<QLabel>("verdictSentence");
    QVERIFY2(sentence->text().startsWith(QStringLiteral("This is a kept run of other settings.")),
        qPrintable(sentence->text()));
    press("comparedRunsRestoreButton"); // now it is the session's own
    QVERIFY2(!sentence->text().contains(QStringLiteral("kept run")), qPrintable(sentence->text()));
}

void TestRuns::anExportSaysWhoseThePoliciesAre()
{
    const auto noticeOfExport = [&] {
        QString notice;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            if (const auto* label = dialog->findChild<QLabel*>(QStringLiteral("exportNotice")))
                notice = label->text();
            dialog->reject();
        });
        child<QAction>("exportPolicy")->trigger();
        return notice;
    };
    QCOMPARE(noticeOfExport(), QString());
    choose(1);
    press("comparedRunsShowButton");
    QVERIFY(noticeOfExport().contains(QStringLiteral("trained under others")));
}

void TestRuns::theRunOnTheScreenCanBeLeftOut()
{
    auto* plot = child<StackedPlot>("comparePlot");
    const auto columns = [](const QTableView& differences) { return differences.model()->columnCount(); };
    const auto* differences = child<QTableView>("runDifferences");
    const QModelIndex box = table()->model()->index(0, RunsModel::NameColumn);
    QCOMPARE(box.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
    QCOMPARE(columns(*differences), 3); // the setting, and two runs
    table()->setCurrentIndex(box);
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(box.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(columns(*differences), 2);
    QVERIFY(plot->isVisible());
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(box.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QCOMPARE(columns(*differences), 3);
}

void TestRuns::runsGoToAFileAndComeBack()
{
    const QString path = inDirectory("runs.ulpsruns");
    setFileAnswer([&](const FileQuestion&) { return path; });
    child<QAction>("exportRuns")->trigger();
    choose(1);
    press("comparedRunsDeleteButton");
    QCOMPARE(table()->model()->rowCount(), 1);
    child<QAction>("importRuns")->trigger();
    waitUntilIdle();
    QCOMPARE(table()->model()->rowCount(), 2);
    QVERIFY2(cell(0, RunsModel::NameColumn).startsWith(QStringLiteral("Circle")),
        qPrintable(cell(0, RunsModel::NameColumn)));
    // What is none says so, and changes nothing.
    setFileAnswer([](const FileQuestion&) {
        return QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    });
    child<QAction>("importRuns")->trigger();
    waitUntilIdle();
    QVERIFY(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("not a file of runs")));
    QCOMPARE(table()->model()->rowCount(), 2);
    setFileAnswer({});
}

void TestRuns::answerNext(const char* answer)
{
    m_asked.clear();
    QTimer::singleShot(0, m_window.get(), [this, answer] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            qFatal("nobody asks");
        m_asked = box->objectName() + QLatin1Char(' ') + box->text();
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove(QLatin1Char('&')).startsWith(QLatin1String(answer)))
                return button->click();
        qFatal("no such answer");
    });
}

bool TestRuns::closeAnd(const char* answer)
{
    answerNext(answer);
    return m_window->close();
}

void TestRuns::runsThatCannotBeSavedKeepTheWindow()
{
    QVERIFY(m_window->document().saveAs(m_directory->filePath(QStringLiteral("a.ulps"))).ok());
    const QString runs = m_directory->filePath(QStringLiteral("a.ulpsruns"));
    QTRY_VERIFY(QFileInfo::exists(runs));
    QVERIFY(QFile::setPermissions(runs, QFile::ReadOwner));
    choose(1);
    press("comparedRunsStarButton");
    QVERIFY(!closeAnd("Cancel"));
    QVERIFY2(
        m_asked.startsWith(QStringLiteral("unsavedRuns ")) && m_asked.contains(runs), qPrintable(m_asked));
    QVERIFY(m_window->isVisible());
    QVERIFY(closeAnd("Discard"));
    QVERIFY(!m_window->isVisible());
}

/// Of a scene that nobody has changed: no question about the session saves its runs.
void TestRuns::runsThatWouldBeMissedAreAskedAbout()
{
    child<QAction>("undo")->trigger();
    waitUntilTrainedAgain();
    QVERIFY(!m_window->document().isModified());
    choose(1);
    press("comparedRunsStarButton");
    QVERIFY(!closeAnd("Cancel"));
    QCOMPARE(m_asked, QStringLiteral("runsToMiss Not saved: 1 run"));
    setFileAnswer([](const FileQuestion&) { return QString(); });
    QVERIFY(!closeAnd("Export"));
    const QString path = inDirectory("runs.ulpsruns");
    setFileAnswer([&](const FileQuestion&) { return path; });
    QVERIFY(closeAnd("Export"));
    QVERIFY(QFileInfo::exists(path));
    setFileAnswer({});
}

/// The file has the runs as they were.
void TestRuns::whatIsSaidAfterAnExportIsAskedAbout()
{
    child<QAction>("undo")->trigger();
    waitUntilTrainedAgain();
    const QString path = inDirectory("runs.ulpsruns");
    setFileAnswer([&](const FileQuestion&) { return path; });
    choose(1);
    press("comparedRunsStarButton");
    child<QAction>("exportRuns")->trigger();
    table()->model()->setData(table()->model()->index(0, RunsModel::NoteColumn), QStringLiteral("remember"));
    QVERIFY(!closeAnd("Cancel"));
    QCOMPARE(m_asked, QStringLiteral("runsToMiss Not saved: 1 run"));
    child<QAction>("exportRuns")->trigger();
    press("comparedRunsStarButton"); // and what is no longer starred is missed by nobody
    QVERIFY(m_window->close());
    setFileAnswer({});
}

void TestRuns::theFilesOfARunGoIntoAFolder()
{
    const QString folder = inDirectory("files");
    setFileAnswer([&](const FileQuestion& question) { return question.isToSave ? folder : QString(); });
    choose(0);
    // What was noted when the run had begun goes with it, and nothing of other runs.
    const std::string key = runKey(m_window->shownRun().run()->session());
    QVERIFY(m_window->document()
                .edit({},
                    [&](SessionSpec& session) {
                        session.notes = {{key, 3, "", "noted later"}, {"0123", 4, "", "elsewhere"}};
                    })
                .ok());
    press("comparedRunsExportButton");
    QFile summary(folder + QStringLiteral("/summary.json"));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    const QByteArray text = summary.readAll();
    QVERIFY2(text.contains("noted later") && !text.contains("elsewhere"), text.constData());
    press("comparedRunsExportButton"); // over what is there it is not written
    QVERIFY2(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("is there already")),
        qPrintable(child<MessageBanner>("messageBanner")->text()));
    setFileAnswer({});
}

void TestRuns::theDockReadsAsTheRest()
{
    child<QDockWidget>("runsDock")->show();
    QVERIFY(child<QDockWidget>("runsDock")->font().bold()
        || child<QDockWidget>("runsDock")->font().weight() > 500);
    QCOMPARE(child<QTreeView>("runsTable")->font().weight(), int(QFont::Normal));
}

void TestRuns::whatIsWithinSomethingElseIsNotTheFirstRuns()
{
    const auto kept = [this](const char* name, const Component& optimizer) {
        auto session = std::make_shared<SessionSpec>(*m_window->document().session());
        session->training.optimizer = optimizer;
        return KeptRun{.id = {},
            .run = std::make_shared<const RunHistory>(std::move(session), std::vector<std::string>()),
            .madeName = QString::fromLatin1(name),
            .begun = {}};
    };
    const KeptRun first = kept("first", {"SGD", {{"learning_rate", 0.5}}});
    const KeptRun other = kept("other class", {"Adam", {}});
    const KeptRun faster = kept("faster", {"SGD", {{"learning_rate", 2.0}}});
    const MetricTable table = differencesOf({&first, &other, &faster});
    QCOMPARE(table.rows.size(), std::size_t{2});
    QCOMPARE(table.rows[0].cells[0], QStringLiteral("training.optimizer"));
    QCOMPARE(table.rows[0].cells[1], QStringLiteral("SGD learning_rate=0.5")); // and not its JSON
    QCOMPARE(table.rows[0].cells[2], QStringLiteral("Adam"));
    QCOMPARE(table.rows[0].cells[3], QStringLiteral("in part"));
    QCOMPARE(table.rows[1].cells.join(QLatin1Char(';')),
        QStringLiteral("training.optimizer.learning_rate;0.5;–;2"));
}

void TestRuns::theNotesColumnHasTheRoomThatIsLeft()
{
    const auto right = [this] {
        const QHeaderView& header = *table()->header();
        return header.sectionViewportPosition(RunsModel::NoteColumn)
            + header.sectionSize(RunsModel::NoteColumn);
    };
    QVERIFY2(right() >= table()->viewport()->width(), qPrintable(QString::number(right())));
    choose(1);
    press("comparedRunsShowButton");
    QTest::qWait(50);
    QVERIFY2(right() >= table()->viewport()->width(), qPrintable(QString::number(right())));
}

void TestRuns::aFileThatIsNotWrittenIsSaid()
{
    const QString runs = m_directory->filePath(QStringLiteral("runs.ulpsruns"));
    setFileAnswer([&](const FileQuestion&) { return runs; });
    child<QAction>("exportRuns")->trigger();
    choose(1);
    press("comparedRunsDeleteButton");
    child<QAction>("importRuns")->trigger();
    waitUntilIdle();
    const QString folder = m_directory->filePath(QStringLiteral("without"));
    setFileAnswer([&](const FileQuestion&) { return folder; });
    choose(0); // as it was read
    press("comparedRunsExportButton");
    setFileAnswer({});
    QVERIFY(!QFileInfo::exists(folder + QStringLiteral("/exponents.csv")));
    const QString said = m_window->statusBar()->currentMessage();
    QVERIFY2(said.contains(QStringLiteral("exponents.csv")), qPrintable(said));
}

void TestRuns::sweepTwoScales()
{
    child<QTabWidget>("comparePages")->setCurrentWidget(child<QWidget>("sweepPanel"));
    child<QLineEdit>("sweepValues")->setText(QStringLiteral("2^10, 2^11"));
    QTest::mouseClick(child<QPushButton>("startSweep"), Qt::LeftButton);
    waitUntilIdle();
}

void TestRuns::namesStayWhereMetricsAreScrolled()
{
    m_window->resize(1024, 768);
    sweepTwoScales();
    auto* names = table()->findChild<QTreeView*>(QStringLiteral("runNames"));
    QVERIFY(names && !names->isVisible());
    QTRY_VERIFY(table()->horizontalScrollBar()->maximum() > 0);
    const QModelIndex sweep = table()->model()->index(0, 0);
    table()->expand(sweep);
    table()->horizontalScrollBar()->setValue(table()->horizontalScrollBar()->maximum());
    QVERIFY(names->isVisible());
    QCOMPARE(names->mapTo(table(), QPoint()).x(), table()->viewport()->x());
    // Each name beside its own metrics.
    const auto rows = [&](const QTreeView& view) {
        QList<int> tops;
        for (QModelIndex row = sweep; row.isValid(); row = view.indexBelow(row))
            tops += view.viewport()->mapToGlobal(view.visualRect(row).topLeft()).y();
        return tops;
    };
    QTRY_COMPARE(rows(*names), rows(*table()));
    QVERIFY(rows(*names).size() > table()->model()->rowCount());
    // The mouse and the keys do there what they do in the table.
    const QModelIndex other = table()->model()->index(1, 0);
    QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, names->visualRect(other).center());
    QCOMPARE(table()->currentIndex().row(), 1);
    QVERIFY(table()->hasFocus());
    const int before = other.data(Qt::CheckStateRole).toInt();
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(other.data(Qt::CheckStateRole).toInt() != before);
    // What is typed goes to one of the two.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("does not belong to this view")));
    table()->setCurrentIndex(other.siblingAtColumn(RunsModel::NoteColumn));
    QTest::keyClick(table(), Qt::Key_F2);
    QTest::keyClicks(child<QLineEdit>("runNoteEditor"), QStringLiteral("seen"));
    QTest::keyClick(child<QLineEdit>("runNoteEditor"), Qt::Key_Return);
    QTRY_COMPARE(other.siblingAtColumn(RunsModel::NoteColumn).data().toString(), QStringLiteral("seen"));
    names->collapse(sweep);
    QVERIFY(!table()->isExpanded(sweep));
    // A metric that one goes to is not below the names, and a name that is edited is in the table.
    table()->setCurrentIndex(other.siblingAtColumn(RunsModel::NoteColumn));
    while (table()->currentIndex().column() > 1) {
        QTest::keyClick(table(), Qt::Key_Left);
        QVERIFY(!names->isVisible() || table()->visualRect(table()->currentIndex()).left() >= names->width());
    }
    QTest::keyClick(table(), Qt::Key_Left);
    QVERIFY(!names->isVisible());
}

void TestRuns::saturatedElementsAreAColumnWhereOperandsAreScaled()
{
    QVERIFY(table()->isColumnHidden(RunsModel::SaturatedColumn));
    openScene("float8-amax");
    QVERIFY(!table()->isColumnHidden(RunsModel::SaturatedColumn));
    const StepCounts& counts = m_window->shownRun().run()->totals().counts;
    QVERIFY(counts.saturated > 0);
    QCOMPARE(cell(0, RunsModel::SaturatedColumn).remove(QStringLiteral("✓ ")),
        percentText(counts.saturatedPercent()));
    QCOMPARE(cell(1, RunsModel::SaturatedColumn), QStringLiteral("–"));
    const auto number = std::ranges::find_if(sweepNumbers(),
        [](const SweepNumber& each) { return QLatin1String(each.id) == QLatin1String("saturated_percent"); });
    QVERIFY(number != sweepNumbers().end());
    QCOMPARE(number->of(*m_window->shownRun().run()), std::optional(counts.saturatedPercent()));
}

void TestRuns::aSweepIsOneRow()
{
    const QAbstractItemModelTester tester(table()->model());
    sweepTwoScales();
    QCOMPARE(table()->model()->rowCount(), 3);
    const QModelIndex sweep = table()->model()->index(0, 0);
    QCOMPARE(sweep.data().toString(), QStringLiteral("loss scale from 2^10 to 2^11, 2 runs"));
    QCOMPARE(cell(0, RunsModel::PolicyColumn), QStringLiteral("float32"));
    QCOMPARE(cell(0, RunsModel::LossScaleColumn), QStringLiteral("–"));
    QVERIFY(!table()->isExpanded(sweep));
    // By keyboard: opened, a run in it chosen and shown, closed.
    table()->setFocus();
    choose(0);
    QTest::keyClick(table(), Qt::Key_Right);
    QVERIFY(table()->isExpanded(sweep));
    QTest::keyClick(table(), Qt::Key_Down);
    QCOMPARE(table()->currentIndex().data().toString(), QStringLiteral("loss scale 2^10"));
    QTest::keyClick(table(), Qt::Key_Right); // along the columns
    QCOMPARE(table()->currentIndex().column(), int(RunsModel::PolicyColumn));
    press("comparedRunsShowButton");
    QCOMPARE(table()->currentIndex().siblingAtColumn(0).data().toString(),
        QStringLiteral("loss scale 2^10 (shown)"));
    if (const QString folder = qEnvironmentVariable("ULPSCOPE_TEST_PICTURES"); !folder.isEmpty())
        m_window->saveScreenshot(folder + QStringLiteral("/sweep-row.png"));
    QTest::keyClick(table(), Qt::Key_Left);
    QTest::keyClick(table(), Qt::Key_Left);
    QCOMPARE(table()->currentIndex(), sweep);
    QTest::keyClick(table(), Qt::Key_Left);
    QVERIFY(!table()->isExpanded(sweep));
    // What is done to it is done to all of its runs.
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(sweep.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(child<StackedPlot>("comparePlot")->accessibleDescription().contains(QStringLiteral("2^11")));
    QTest::keyClick(table(), Qt::Key_F2);
    auto* field = child<QLineEdit>("runNameEditor");
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("scales"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(cell(0, 0), QStringLiteral("scales, 2 runs"));
    press("comparedRunsStarButton");
    QCOMPARE(cell(0, 0), QStringLiteral("★ scales, 2 runs"));
    table()->setFocus();
    answerNext("Delete");
    QTest::keyClick(table(), Qt::Key_Delete); // but for the one on the screen
    QCOMPARE(table()->model()->rowCount(), 3);
    QCOMPARE(cell(0, 0), QStringLiteral("★ scales, 1 run"));
}

void TestRuns::severalRunsAreChosen()
{
    setPolicy("bfloat16");
    setPolicy("mixed_bfloat16");
    const auto isCompared = [this](int row) {
        return table()->model()->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    };
    table()->setFocus();
    choose(1);
    QTest::keyClick(table(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(isCompared(1) && isCompared(2) && !isCompared(3));
    QVERIFY(child<QAction>("comparedRunsCompare")->isChecked());
    QVERIFY(!child<QAction>("comparedRunsShow")->isEnabled()); // one is shown
    press("comparedRunsCompareButton");
    QVERIFY(!isCompared(1) && !isCompared(2));
    // With Ctrl, and the one on the screen among them, which stays.
    const auto click = [this](int row, Qt::KeyboardModifiers modifiers) {
        const QModelIndex index = table()->model()->index(row, RunsModel::PolicyColumn);
        table()->scrollTo(index);
        const QRect rect = table()->visualRect(index);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, modifiers, rect.center());
    };
    click(0, Qt::NoModifier);
    click(3, Qt::ControlModifier);
    press("comparedRunsStarButton");
    QVERIFY(cell(0, 0).startsWith(u'★') && cell(3, 0).startsWith(u'★') && !cell(1, 0).startsWith(u'★'));
    press("comparedRunsDeleteButton");
    QCOMPARE(table()->model()->rowCount(), 3);
    QVERIFY(cell(0, 0).endsWith(QStringLiteral("(shown)")));
    child<QAction>("comparedRunsDeleteOthers")->trigger();
    QCOMPARE(table()->model()->rowCount(), 1);
    QCOMPARE(child<QAction>("undo")->text(), QStringLiteral("Undo Delete 2 runs"));
    child<QAction>("undo")->trigger();
    child<QAction>("undo")->trigger();
    QCOMPARE(table()->model()->rowCount(), 4);
}

/// A run whose metrics no packing makes small.
std::shared_ptr<const RunHistory> noisyRun(
    std::shared_ptr<const SessionSpec> session, std::int64_t steps, int metrics)
{
    std::mt19937_64 random(1);
    std::vector<std::string> paths;
    for (int metric = 0; metric < metrics; ++metric)
        paths.push_back("dense_" + std::to_string(metric));
    auto run = std::make_shared<RunHistory>(std::move(session), paths);
    std::vector<StepRecord> records;
    RunTotals totals;
    for (std::int64_t i = 0; i < steps; ++i) {
        StepRecord record;
        record.step = i;
        for (int metric = 0; metric < metrics; ++metric)
            record.tensors.push_back({PathId(std::size_t(metric)), TensorRole::Output, Metric::Amax,
                1 + 1e-19 * double(random())});
        totals.add(record);
        records.push_back(std::move(record));
    }
    run->append(std::move(records), totals);
    return run;
}

/// At the end, while many runs go to their file: with the window kept open meanwhile, and to the end.
void TestRuns::aWindowSaysWhatItWaitsFor()
{
    Panel panel;
    SavedRuns saved(panel.document, panel.kept, panel.runner);
    QVERIFY(panel.document.saveAs(inDirectory("many.ulps")).ok());
    QVERIFY(waitForRuns(saved, Waiting::MayBeGivenUp, &panel.panel)); // nothing to wait for
    const auto run = noisyRun(m_window->document().session(), 2048, 80);
    for (int i = 0; i < 40; ++i)
        panel.kept.add(run, QString::number(i), QStringLiteral("sweep"));
    QString told;
    QTimer look;
    const char* key = "writingRuns";
    connect(&look, &QTimer::timeout, this, [&] {
        auto* dialog = QApplication::activeModalWidget();
        if (dialog == nullptr || dialog->objectName() != QLatin1String(key))
            return;
        told = dialog->findChild<QLabel*>()->text();
        QTest::keyClick(dialog, Qt::Key_Escape);
    });
    look.start(10);
    QVERIFY(!waitForRuns(saved, Waiting::MayBeGivenUp, &panel.panel));
    QVERIFY2(told.contains(QStringLiteral("written to their file: 40")), qPrintable(told));
    QVERIFY(saved.isWriting());
    told.clear();
    QVERIFY(waitForRuns(saved, Waiting::ToTheEnd, &panel.panel)); // whatever is pressed
    QVERIFY(!told.isEmpty() && !saved.isWriting());
    const Result<std::vector<SavedRun>> read = loadRuns(inDirectory("many.ulpsruns").toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QCOMPARE(read->size(), std::size_t{40});
}

void TestRuns::noneIsBestBesideARunThatCannotSaturate()
{
    Panel panel;
    const auto add = [&](std::int64_t scaled, std::int64_t saturated) {
        auto run = std::make_shared<RunHistory>(
            std::make_shared<const SessionSpec>(), std::vector<std::string>{"dense"});
        StepRecord record;
        record.counts.scaled = scaled;
        record.counts.saturated = saturated;
        RunTotals totals;
        totals.add(record);
        run->append({record}, totals);
        return panel.kept.add(run, {});
    };
    const auto cells = [&] {
        QStringList texts;
        const QAbstractItemModel& model = *panel.view()->model();
        for (int row = model.rowCount(); row-- > 0;)
            texts += model.index(row, RunsModel::SaturatedColumn).data().toString();
        return texts.join(QLatin1Char(';'));
    };
    add(1000, 10);
    add(1000, 20);
    QCOMPARE(cells(), QStringLiteral("✓ 1.0 %;2.0 %"));
    const KeptRunId without = add(0, 0);
    QCOMPARE(cells(), QStringLiteral("1.0 %;2.0 %;–"));
    panel.kept.remove({without});
    QCOMPARE(cells(), QStringLiteral("✓ 1.0 %;2.0 %"));
}

/// Between the two clicks of a double click its row may go.
void TestRuns::aNameThatIsGoneIsNotEdited()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("edit:")));
    emit table()->findChild<QTreeView*>(QStringLiteral("runNames"))->doubleClicked({});
}

/// However many sweeps and runs there are.
void TestRuns::columnsAreFittedOnce()
{
    Panel panel;
    for (int sweep = 0; sweep < 6; ++sweep)
        for (int i = 0; i < 3; ++i)
            panel.kept.add(m_window->shownRun().run()->thinned(64), QString::number(i),
                QStringLiteral("sweep %1").arg(sweep));
    const KeptRunId wide
        = panel.kept.add(m_window->shownRun().run()->thinned(64), QString(60, QLatin1Char('W')));
    QSignalSpy resized(panel.view()->header(), &QHeaderView::sectionResized);
    panel.kept.setNote(wide, QStringLiteral("seen"));
    QCOMPARE(resized.size(), 2); // to the name's width, and cut
}

void TestRuns::theListStaysWhereItIs()
{
    Panel panel;
    QTreeView* view = panel.view();
    for (int i = 0; i < 20; ++i)
        panel.kept.add(m_window->shownRun().run()->thinned(64), QString::number(i));
    QScrollBar* bar = view->verticalScrollBar();
    bar->setValue(bar->maximum() / 2);
    const auto top = [view] { return view->indexAt({0, 0}).siblingAtColumn(0).data().toString(); };
    const QString before = top();
    QVERIFY(bar->value() > 0);
    panel.kept.add(m_window->shownRun().run()->thinned(64), QStringLiteral("one more"));
    QTest::qWait(50);
    QCOMPARE(top(), before);
    bar->setValue(0); // where the newest is looked for, it comes into sight
    panel.kept.add(m_window->shownRun().run()->thinned(64), QStringLiteral("the newest"));
    QTest::qWait(50);
    QCOMPARE(top(), QStringLiteral("the newest"));
}

void TestRuns::whatIsBestTogetherSaysSo()
{
    Panel panel;
    const QAbstractItemModel* model = panel.view()->model();
    const auto tip = [&](int row) {
        return model->index(row, RunsModel::FlushedColumn).data(Qt::ToolTipRole).toString();
    };
    panel.kept.add(m_window->shownRun().ghost(), QStringLiteral("worse"));
    panel.kept.add(m_window->shownRun().run(), QStringLiteral("best"));
    QVERIFY2(tip(0).startsWith(QStringLiteral("✓ The best of the runs of the same data and loss, of ")),
        qPrintable(tip(0)));
    panel.kept.add(m_window->shownRun().run()->thinned(64), QStringLiteral("the same"));
    for (const int row : {0, 1}) {
        QVERIFY(model->index(row, RunsModel::FlushedColumn).data().toString().startsWith(u'✓'));
        QVERIFY2(tip(row).contains(QStringLiteral(", as 2 are that read alike; ")), qPrintable(tip(row)));
    }
    QVERIFY(model->headerData(RunsModel::FlushedColumn, Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("all that read like it")));
}

void TestRuns::anotherSceneTakesTheTicks()
{
    choose(1);
    QTest::keyClick(table(), Qt::Key_Space);
    QTest::keyClick(table(), Qt::Key_Space);
    const auto isTicked = [this](const QString& name) {
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            if (const QModelIndex run = table()->model()->index(row, 0);
                run.data().toString().startsWith(name))
                return run.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return false;
    };
    QVERIFY(isTicked(QStringLiteral("Circle")));
    m_window->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/lost-updates.ulps"));
    waitUntilTrainedAgain();
    QVERIFY(!isTicked(QStringLiteral("Circle")));
}

QTEST_MAIN(TestRuns)
#include "tst_runs.moc"
