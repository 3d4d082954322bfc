// SPDX-License-Identifier: GPL-3.0-or-later
// One step for everything: what is pinned in the plots is what tiles, tree, diagnosis, tensors and the data's picture tell about,
// each says so, and Escape brings the newest back everywhere.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/models/display_text.h"
#include "ui/shell/main_window.h"
#include "ui/training/health_strip.h"
#include "ui/training/metric_tile.h"
#include "ui/training/stacked_plot.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kNumberLab = 2;
constexpr int kDiagnosis = 4;
constexpr int kData = 6;

} // namespace

class TestOneStep : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void tilesAndTreeAreOfThePinnedStep();
    void aRangeIsAddedUp();
    void labsAreOfThePinnedStep();
    void escapeBringsTheNewestBackFromAnywhere();
    void theNextRunIsShownAtThatStepToo();
    void pinningIsPrompt();

private:
    const RunHistory& run() const { return *m_window->shownRun().run(); }
    StackedPlot* plot() const { return child<StackedPlot>("trainingPlots"); }
    Headline tile(const char* id) const;
};

void TestOneStep::initTestCase()
{
    startAfresh();
}

void TestOneStep::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    openWindow({1300, 900});
    openScene("circle");
}

void TestOneStep::cleanup()
{
    m_window.reset();
}

Headline TestOneStep::tile(const char* id) const
{
    for (const MetricTile* tile : m_window->findChild<HealthStrip*>()->tiles())
        if (tile->headline().id == QLatin1String(id))
            return tile->headline();
    return {};
}

void TestOneStep::tilesAndTreeAreOfThePinnedStep()
{
    const QString newest = tile("loss").value;
    plot()->setFocus();
    plot()->setCursorStep(412);
    const StepRecord& record = *run().recordAt(412);
    QCOMPARE(record.step, 412);
    QCOMPARE(tile("loss").value, numberText(record.loss));
    QVERIFY2(tile("loss").detail.contains(QStringLiteral("of step 412")), qPrintable(tile("loss").detail));
    QCOMPARE(tile("gradients_flushed_percent").value, percentText(*record.counts.gradientsFlushedPercent()));
    QCOMPARE(tile("gradients_flushed_percent").detail, QStringLiteral("of step 412"));
    QCOMPARE(tile("error_vs_float64").value, numberText(*record.errorVsFloat64));
    QVERIFY(child<QWidget>("treeStep")->isVisible());
    // Tensors are probed at every eighth step only: the last of them counts, and is named.
    const QString said = child<QLabel>("treeStepText")->text();
    QVERIFY2(
        said.contains(QStringLiteral("412")) && said.contains(QStringLiteral("step 408")), qPrintable(said));
    const std::string path = "sequential/dense_2";
    const auto id
        = std::size_t(std::find(run().paths().begin(), run().paths().end(), path) - run().paths().begin());
    const Series& errors = *run().series(PathId(id), TensorRole::Output, Metric::AccumulatedError);
    const auto at = std::find(errors.steps.begin(), errors.steps.end(), 408.0) - errors.steps.begin();
    const auto* tree = child<QTreeView>("layerView")->model();
    const auto shown = [&] { return tree->index(2, LayerTreeModel::ErrorColumn).data().toString(); };
    QCOMPARE(tree->index(2, 0).data().toString(), QStringLiteral("dense_2"));
    QCOMPARE(shown(), numberText(errors.values[std::size_t(at)], 2));
    QTest::mouseClick(child<QToolButton>("treeStepNewest"), Qt::LeftButton);
    QVERIFY(!plot()->pinnedStep());
    QCOMPARE(tile("loss").value, newest);
    QCOMPARE(shown(), numberText(errors.values.back(), 2));
    QVERIFY(!child<QWidget>("treeStep")->isVisible());
}

void TestOneStep::aRangeIsAddedUp()
{
    plot()->setFocus();
    plot()->setCursorStep(100);
    QTest::keyClick(plot(), Qt::Key_Right, Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(plot()->secondStep(), std::optional<std::int64_t>(200));
    QCOMPARE(plot()->pinnedStep(), std::optional<std::int64_t>(100));
    StepCounts counts;
    double loss = 0;
    for (std::int64_t step = 100; step <= 200; ++step) {
        counts += run().recordAt(step)->counts;
        loss += run().recordAt(step)->loss;
    }
    QCOMPARE(tile("gradients_flushed_percent").value, percentText(*counts.gradientsFlushedPercent()));
    QCOMPARE(tile("gradients_flushed_percent").detail, QStringLiteral("of steps 100–200"));
    QCOMPARE(tile("loss").value, numberText(loss / 101));
    QVERIFY(tile("loss").detail.contains(QStringLiteral("mean, 100–200")));
    // The curves say what the two are apart.
    const double first = run().recordAt(100)->loss;
    const double second = run().recordAt(200)->loss;
    const QString ratio = QStringLiteral("×") + numberText(second / first);
    QVERIFY2(plot()->accessibleDescription().startsWith(QStringLiteral("Steps 100 and 200."))
            && plot()->accessibleDescription().contains(ratio),
        qPrintable(plot()->accessibleDescription()));
    // By the mouse: a click with Shift moves the second cursor, a drag with Shift chooses both.
    auto* canvas = child<QWidget>("trainingPlotsCanvas");
    const QPoint middle(canvas->width() / 2, canvas->height() / 2);
    QTest::mouseClick(canvas, Qt::LeftButton, Qt::ShiftModifier, middle);
    QCOMPARE(plot()->pinnedStep(), std::optional<std::int64_t>(100));
    QVERIFY(plot()->secondStep() > 500 && plot()->secondStep() < 1000);
    QTest::mousePress(canvas, Qt::LeftButton, Qt::ShiftModifier, middle);
    QMouseEvent drag(QEvent::MouseMove, middle + QPointF(100, 0),
        canvas->mapToGlobal(middle + QPointF(100, 0)), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
    QCoreApplication::sendEvent(canvas, &drag);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(100, 0));
    QVERIFY(plot()->pinnedStep() > 500);
    QVERIFY(plot()->secondStep() > *plot()->pinnedStep());
    QVERIFY(plot()->isFitted()); // it moved nothing
    QVERIFY(tile("overflows").detail.contains(countText(*plot()->pinnedStep())));
}

void TestOneStep::labsAreOfThePinnedStep()
{
    child<QTabWidget>("tabs")->setCurrentIndex(kNumberLab);
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1); // live tensors
    const auto about = [this] { return child<QLabel>("tensorAbout")->text(); };
    QTRY_VERIFY2(about().contains(QStringLiteral("after step 1499")), qPrintable(about()));
    m_window->shownRun().step().pin(412);
    QTRY_VERIFY2(about().contains(QStringLiteral("after step 412")), qPrintable(about()));
    QVERIFY(child<QWidget>("tensorStep")->isVisible());
    QCOMPARE(run().stepsDone(), 1500); // it went there and came back
    child<QTabWidget>("tabs")->setCurrentIndex(kDiagnosis);
    QVERIFY(child<QWidget>("diagnosisStep")->isVisible());
    const auto exponents = [this] { return child<QLabel>("exponentMessage")->text(); };
    const QRegularExpression steps(QStringLiteral("^Steps? ([0-9]+)"));
    QVERIFY2(steps.match(exponents()).captured(1).toInt() <= 412, qPrintable(exponents()));
    QTRY_VERIFY(child<QLabel>("lossMessage")->text().contains(QStringLiteral("after step 412")));
    child<QTabWidget>("tabs")->setCurrentIndex(kData);
    const auto data = [this] { return child<QLabel>("dataSentence")->text(); };
    QTRY_VERIFY2(data().startsWith(QStringLiteral("After step 412.")), qPrintable(data()));
    m_window->shownRun().step().pin(std::nullopt);
    QTRY_VERIFY2(data().startsWith(QStringLiteral("After step 1499.")), qPrintable(data()));
    child<QTabWidget>("tabs")->setCurrentIndex(kDiagnosis);
    QVERIFY2(steps.match(exponents()).captured(1).toInt() > 1400, qPrintable(exponents()));
}

void TestOneStep::escapeBringsTheNewestBackFromAnywhere()
{
    child<QAction>("showForms")->setChecked(false); // which Escape would close first
    for (const char* name : {"trainingPlots", "layerView"}) {
        m_window->shownRun().step().pin(3);
        QVERIFY(tile("loss").detail.contains(QStringLiteral("of step 3")));
        child<QWidget>(name)->setFocus();
        QTest::keyClick(child<QWidget>(name), Qt::Key_Escape);
        QVERIFY2(!plot()->pinnedStep(), name);
        QVERIFY(!tile("loss").detail.contains(QStringLiteral("of step")));
    }
}

void TestOneStep::theNextRunIsShownAtThatStepToo()
{
    plot()->setCursorStep(412);
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.steps = 300; }).ok());
    waitUntilTrainedAgain();
    QCOMPARE(run().stepsDone(), 300);
    QVERIFY2(tile("loss").detail.contains(QStringLiteral("of step 299")), qPrintable(tile("loss").detail));
    m_window->document().undoStack().undo();
    waitUntilTrainedAgain();
    QCOMPARE(run().stepsDone(), 1500);
    QVERIFY2(tile("loss").detail.contains(QStringLiteral("of step 412")), qPrintable(tile("loss").detail));
    // Another session is begun at its newest.
    m_window->document().undoStack().setClean();
    openScene("loss-scale");
    QVERIFY(!plot()->pinnedStep());
}

/// Printed, not judged: what a key on the plots costs until all that is seen is drawn.
void TestOneStep::pinningIsPrompt()
{
    for (const int tab : {0, kDiagnosis}) {
        child<QTabWidget>("tabs")->setCurrentIndex(tab);
        QCoreApplication::processEvents();
        QElapsedTimer clock;
        clock.start();
        constexpr int kTimes = 20;
        for (int i = 0; i < kTimes; ++i) {
            m_window->shownRun().step().pin(100 + 50 * i);
            QCoreApplication::processEvents();
        }
        qInfo("tab %d: a pinned step is shown after %.1f ms", tab + 1,
            double(clock.nsecsElapsed()) / kTimes / 1e6);
    }
}

QTEST_MAIN(TestOneStep)
#include "tst_one_step.moc"
