// SPDX-License-Identifier: GPL-3.0-or-later
// Layers over steps on the screen: what is clicked, what keys do, what is said, and what leaves the window.
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "tests/ui/grid_test.h"
#include "ui/look/plot_commands.h"
#include "ui/look/theme.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/step_grid.h"

#include <QAccessible>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

/// The middle of a cell.
QPoint middleOf(const GridView& view, GridPlace place)
{
    return view.rectOf(place).center().toPoint();
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestStepGrid : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void growsWithItsRun();
    void aRunThatStandsStillFillsTheGrid();
    void aClickPinsTheStepAndChoosesTheLayer();
    void draggingScrubsTheStep();
    void aNameChoosesItsLayer();
    void keysMoveACursorThatIsRead();
    void isAChartToAScreenReader();
    void showsThePinnedStepAndTheChosenLayer();
    void offersMetricsOfItsRun();
    void staysTheSameWhereARunComesAgain();
    void leavesTheWindowInEveryKind();
    void hatchesWhatIsNotFinite();
    void theWorstOfAThousandLayersIsSeen();
    void namesStayBesideTheCells();
    void saysSoWithoutARun();
    void paintsQuickly_data();
    void paintsQuickly();

private:
    void train(SessionSpec session, std::int64_t steps);
    GridView& view() const { return m_grid->view(); }
    const GridData& data() const { return *view().grid(); }
    QImage painted() const { return view().grab().toImage().convertToFormat(QImage::Format_RGB32); }

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<StepGrid> m_grid;
    QTemporaryDir m_folder;
};

void TestStepGrid::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
    applyTheme(Theme::Light);
}

void TestStepGrid::init()
{
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_grid = std::make_unique<StepGrid>(*m_shown);
    m_grid->resize(560, 220);
    m_grid->show();
    QVERIFY(QTest::qWaitForWindowActive(m_grid.get()));
}

void TestStepGrid::cleanup()
{
    m_grid.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestStepGrid::train(SessionSpec session, std::int64_t steps)
{
    session.training.steps = steps;
    session.probes.tensorsEvery = 4;
    m_runner->start(std::make_shared<const SessionSpec>(std::move(session)));
    QTRY_VERIFY_WITH_TIMEOUT(
        !m_runner->isTraining() && m_shown->run() && m_shown->run()->stepsDone() == steps, kTrainingMs);
}

void TestStepGrid::growsWithItsRun()
{
    QSignalSpy grew(m_shown.get(), &ShownRun::grew);
    m_grid->chooseMetric(GridMetric::Flushed); // whatever the verdict is about
    train(circle("mixed_float16"), 600);
    const RunGrid made(m_shown->run(), GridMetric::Flushed);
    QVERIFY(data().cells == made.data()->cells);
    QCOMPARE(data().steps(), 600);
    // Hidden, it lets the run go; seen again, it has all of it.
    m_grid->hide();
    train(circle("float16"), 200);
    QCOMPARE(data().steps(), 600);
    m_grid->show();
    QCOMPARE(data().steps(), 200);
    QVERIFY(data().cells == RunGrid(m_shown->run(), GridMetric::Flushed).data()->cells);
}

/// Empty columns would promise steps that do not come.
void TestStepGrid::aRunThatStandsStillFillsTheGrid()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 4000;
    m_runner->start(std::make_shared<const SessionSpec>(session), 16); // a column or two
    QTRY_VERIFY_WITH_TIMEOUT(
        !m_runner->isTraining() && m_shown->run() && m_shown->run()->stepsDone() == 16, kTrainingMs);
    const GridPlace last{0, data().columns.size() - 1};
    QVERIFY(view().rectOf(last).right() > view().width() - 12);
}

void TestStepGrid::aClickPinsTheStepAndChoosesTheLayer()
{
    train(circle("mixed_float16"), 400);
    QSignalSpy chosen(m_grid.get(), &StepGrid::chosen);
    const GridPlace place{1, 30};
    QTest::mouseClick(&view(), Qt::LeftButton, {}, middleOf(view(), place));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), QString::fromStdString(data().rows[1].id));
    QCOMPARE(chosen[0][0].toString(), QStringLiteral("sequential/dense_2"));
    QCOMPARE(m_shown->step().pinned(), std::optional(data().at(place).step));
    QVERIFY(data().columns[30].steps.first <= *m_shown->step().pinned());
    QVERIFY(data().columns[30].steps.last >= *m_shown->step().pinned());
    QCOMPARE(view().chosenRow(), std::optional<std::size_t>(1));
    QTest::mouseClick(&view(), Qt::RightButton, {}, middleOf(view(), {0, 10}));
    QCOMPARE(chosen.size(), 1);
}

void TestStepGrid::draggingScrubsTheStep()
{
    train(circle("mixed_float16"), 400);
    QSignalSpy chosen(m_grid.get(), &StepGrid::chosen);
    const auto drag = [&](GridPlace place) {
        const QPoint at = middleOf(view(), place);
        QMouseEvent move(QEvent::MouseMove, at, view().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&view(), &move);
    };
    QTest::mousePress(&view(), Qt::LeftButton, {}, middleOf(view(), {2, 10}));
    drag({0, 40}); // the row is that which was clicked, wherever the hand goes
    QCOMPARE(m_shown->step().pinned(), std::optional(data().at({2, 40}).step));
    drag({2, 41});
    QCOMPARE(m_shown->step().pinned(), std::optional(data().at({2, 41}).step));
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, middleOf(view(), {2, 41}));
    QCOMPARE(chosen.size(), 1);
    drag({2, 50});
    QCOMPARE(m_shown->step().pinned(), std::optional(data().at({2, 41}).step));
}

void TestStepGrid::aNameChoosesItsLayer()
{
    train(circle("mixed_float16"), 40);
    QSignalSpy chosen(m_grid.get(), &StepGrid::chosen);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(4, middleOf(view(), {2, 0}).y()));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), QStringLiteral("sequential/logits"));
    QVERIFY(!m_shown->step().pinned());
}

void TestStepGrid::keysMoveACursorThatIsRead()
{
    train(circle("mixed_float16"), 400);
    QSignalSpy read(m_grid.get(), &StepGrid::read);
    view().setFocus();
    const std::size_t last = data().columns.size() - 1;
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&view(), key);
        return view().cursor().value_or(GridPlace{99, 99});
    };
    QCOMPARE(press(Qt::Key_Left), (GridPlace{0, last})); // begins at the newest
    QCOMPARE(press(Qt::Key_Left), (GridPlace{0, last - 1}));
    QCOMPARE(press(Qt::Key_Right), (GridPlace{0, last}));
    QCOMPARE(press(Qt::Key_Right), (GridPlace{0, last})); // no further
    QCOMPARE(press(Qt::Key_Down), (GridPlace{1, last}));
    QCOMPARE(press(Qt::Key_Home), (GridPlace{1, 0}));
    QCOMPARE(press(Qt::Key_Up), (GridPlace{0, 0}));
    QCOMPARE(press(Qt::Key_Up), (GridPlace{0, 0}));
    QCOMPARE(press(Qt::Key_End), (GridPlace{0, last}));
    const QString text = data().cellText({0, last});
    QVERIFY(text.startsWith(QStringLiteral("dense_1, steps 396–399: flushed ")));
    QCOMPARE(read.back()[0].toString(), text);
    QCOMPARE(m_grid->findChild<QLabel*>(QStringLiteral("stepGridReading"))->text(), text);
    QCOMPARE(view().accessibleDescription(), text);
    QSignalSpy chosen(m_grid.get(), &StepGrid::chosen);
    press(Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(m_shown->step().pinned(), std::optional(data().at({0, last}).step));
    press(Qt::Key_Escape);
    QVERIFY(!view().cursor());
    QVERIFY(!m_shown->step().pinned());
    QCOMPARE(read.back()[0].toString(), QString());
}

void TestStepGrid::isAChartToAScreenReader()
{
    train(circle("mixed_float16"), 40);
    QAccessibleInterface* cells = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(cells);
    QCOMPARE(cells->role(), QAccessible::Chart);
    QVERIFY(!cells->text(QAccessible::Name).isEmpty());
    const std::optional<GridPlace> gravest = data().gravest();
    QVERIFY(gravest);
    QVERIFY(cells->text(QAccessible::Description).contains(data().cellText(*gravest)));
    view().setCursor(GridPlace{2, 1});
    QCOMPARE(cells->text(QAccessible::Description), data().cellText({2, 1}));
}

void TestStepGrid::showsThePinnedStepAndTheChosenLayer()
{
    train(circle("mixed_float16"), 400);
    const QImage before = painted();
    m_shown->step().pin(200);
    const QImage pinned = painted();
    const auto x = int(view().rectOf({0, 50}).left() + view().rectOf({0, 50}).width() * 0.125);
    const int y = middleOf(view(), {0, 50}).y();
    QVERIFY(pinned != before);
    QVERIFY(pinned.pixel(x, y) != before.pixel(x, y));
    QCOMPARE(pinned.pixel(x + 40, y), before.pixel(x + 40, y));
    m_shown->step().pin(std::nullopt);
    QCOMPARE(painted(), before);
    m_grid->chooseLayer("sequential/dense_2");
    QCOMPARE(view().chosenRow(), std::optional<std::size_t>(1));
    QVERIFY(painted() != before);
    m_grid->chooseLayer("sequential/dense_2/kernel"); // within
    QCOMPARE(view().chosenRow(), std::optional<std::size_t>(1));
    m_grid->chooseLayer("elsewhere");
    QVERIFY(!view().chosenRow());
    QCOMPARE(painted(), before);
}

void TestStepGrid::offersMetricsOfItsRun()
{
    train(circle("mixed_float16"), 40);
    auto* metric = m_grid->findChild<QComboBox*>(QStringLiteral("stepGridMetric"));
    QCOMPARE(metric->count(), int(gridMetrics(*m_shown->run()).size()));
    m_grid->chooseMetric(GridMetric::LocalError);
    QCOMPARE(metric->currentText(), QStringLiteral("Local error"));
    QVERIFY(data().scale.isLog);
    train(circle("mixed_bfloat16"), 40); // is remembered
    QCOMPARE(metric->currentText(), QStringLiteral("Local error"));
    QVERIFY(data().scale.isLog);
    SessionSpec alone = circle("mixed_float16");
    alone.probes.watch = WatchMode::Step;
    train(alone, 40);
    m_grid->chooseMetric(GridMetric::Error);
    QCOMPARE(metric->currentText(), QStringLiteral("Error of this step"));
}

void TestStepGrid::staysTheSameWhereARunComesAgain()
{
    m_grid->chooseLayer("sequential/logits"); // before there is a run
    train(circle("mixed_float16"), 40);
    QCOMPARE(view().chosenRow(), std::optional<std::size_t>(2));
    train(circle("mixed_float16"), 60);
    QCOMPARE(view().chosenRow(), std::optional<std::size_t>(2));
    m_runner->goTo(20);
    QTRY_COMPARE_WITH_TIMEOUT(data().steps(), 20, kTrainingMs);
    QVERIFY(data().cells == RunGrid(m_shown->run(), GridMetric::Flushed).data()->cells);
}

void TestStepGrid::leavesTheWindowInEveryKind()
{
    train(circle("mixed_float16"), 400);
    PlotCommands& commands = *PlotCommands::of(view());
    const auto path = [&](const char* name) { return m_folder.filePath(QString::fromLatin1(name)); };
    QVERIFY(commands.writeTo(path("grid.png")));
    const QImage png(path("grid.png"));
    QVERIFY(png.width() >= 2 * view().width());
    QVERIFY(png.text(QStringLiteral("Description")).contains(QStringLiteral("policy mixed_float16")));
    QVERIFY(commands.writeTo(path("grid.svg")));
    const QByteArray svg = contentOf(path("grid.svg"));
    QVERIFY(svg.contains("dense_1") && svg.contains("</svg>") && !svg.contains("nan"));
    QVERIFY2(!svg.contains("<image"), "a picture within a drawing would be smoothed");
    QVERIFY(svg.count("<rect") + svg.count("<path") + svg.count("<polygon") > 100);
    QVERIFY(commands.writeTo(path("grid.pdf")));
    QVERIFY(contentOf(path("grid.pdf")).startsWith("%PDF"));
    QVERIFY(commands.writeTo(path("grid.csv")));
    QStringList lines
        = QString::fromUtf8(contentOf(path("grid.csv"))).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    lines.removeIf([](const QString& line) { return line.startsWith(QLatin1Char('#')); });
    QCOMPARE(lines.size(), qsizetype(1 + data().rows.size()));
    QVERIFY(lines[0].startsWith(QStringLiteral("layer,steps 0-3,steps 4-7,")));
    const QStringList first = lines[1].split(QLatin1Char(','));
    QCOMPARE(first[0], QStringLiteral("dense_1"));
    QCOMPARE(first.size(), qsizetype(1 + data().columns.size()));
    for (std::size_t column = 0; column < data().columns.size(); ++column)
        QCOMPARE(first[qsizetype(column) + 1].toDouble(), data().at({0, column}).value);
}

void TestStepGrid::hatchesWhatIsNotFinite()
{
    SessionSpec session = circle("float16");
    session.training.lossScale = {"fixed", {{"scale", 0x1p40}}}; // every step overflows
    train(session, 200);
    QVERIFY(view().image().hasInfinity() || view().image().hasNan());
    const std::optional<GridPlace> gravest = data().gravest();
    QVERIFY(gravest && data().at(*gravest).isNotFinite());
    // It has lines of the ink of texts, and of the ground between them.
    const QRect cell = view().rectOf(*gravest).adjusted(0, 2, 60, -2).toRect();
    const QImage image = painted().copy(cell);
    int ink = 0;
    int ground = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            ink += image.pixelColor(x, y).lightness() < 100 ? 1 : 0;
            ground += image.pixelColor(x, y).lightness() > 240 ? 1 : 0;
        }
    QVERIFY2(ink > image.width(), qPrintable(QString::number(ink)));
    QVERIFY2(ground > image.width(), qPrintable(QString::number(ground)));
}

void TestStepGrid::theWorstOfAThousandLayersIsSeen()
{
    MadeUpRun made(1000, 8);
    made.addSteps(40);
    // All is well but for one layer in one column.
    auto grid = std::make_shared<GridData>(*RunGrid(made.run(), GridMetric::Flushed).data());
    for (GridCell& cell : grid->cells)
        cell.value = 0;
    grid->at({537, 3}).value = 100;
    for (GridRow& row : grid->rows)
        row.name = QStringLiteral("i");
    grid->rows[537].name = QStringLiteral("MMMMMMMM");
    GridView view;
    view.resize(560, 220);
    view.setGrid(grid);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QPoint worst = middleOf(view, {537, 3});
    const QImage image = view.grab().toImage();
    QVERIFY(image.pixelColor(worst).lightness() < 110);
    QVERIFY(image.pixelColor(middleOf(view, {100, 3})).lightness() > 200);
    QSignalSpy picked(&view, &GridView::picked); // though others share its line
    QTest::mouseClick(&view, Qt::LeftButton, {}, worst);
    QCOMPARE(picked.size(), 1);
    QCOMPARE(picked[0][0].value<std::size_t>(), std::size_t(537));
    // Its name stands there, and none of those that share its room.
    int ink = 0;
    for (int x = 0; x < int(view.rectOf({0, 0}).left()) - 4; ++x)
        for (int y = worst.y() - 5; y <= worst.y() + 5; ++y)
            ink += image.pixelColor(x, y).lightness() < 100 ? 1 : 0;
    QVERIFY2(ink > 100, qPrintable(QString::number(ink)));
}

/// A name that is higher than its line is neither cut at the top nor over the steps below.
void TestStepGrid::namesStayBesideTheCells()
{
    MadeUpRun made(40, 8);
    made.addSteps(40);
    auto grid = std::make_shared<GridData>(*RunGrid(made.run(), GridMetric::Flushed).data());
    for (GridRow& row : grid->rows)
        row.name.clear();
    grid->columnsTitle.clear();
    GridView view;
    view.resize(400, 140);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    for (const std::size_t row : {std::size_t(0), std::size_t(39)}) {
        grid->rows[row].name = QStringLiteral("MMM");
        view.setGrid(std::make_shared<GridData>(*grid));
        grid->rows[row].name.clear();
        const QImage image = view.grab().toImage();
        const int names = int(view.rectOf({0, 0}).left()) - 4;
        for (int x = 0; x < names; ++x) {
            QVERIFY(image.pixelColor(x, 0).lightness() > 200);
            for (int y = int(view.rectOf({39, 0}).bottom()) + 1; y < image.height(); ++y)
                QVERIFY2(image.pixelColor(x, y).lightness() > 200, qPrintable(QString::number(y)));
        }
    }
}

void TestStepGrid::saysSoWithoutARun()
{
    QVERIFY(!view().grid());
    QVERIFY(!m_grid->findChild<QComboBox*>(QStringLiteral("stepGridMetric"))->isEnabled());
    QCOMPARE(view().accessibleDescription(), QStringLiteral("No step yet."));
    QVERIFY(!PlotCommands::of(view())->writeTo(m_folder.filePath(QStringLiteral("none.png"))));
    QTest::keyClick(&view(), Qt::Key_Left);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(200, 60));
    QVERIFY(!view().cursor());
    QVERIFY(!m_shown->step().pinned());
}

void TestStepGrid::paintsQuickly_data()
{
    QTest::addColumn<int>("layers");
    QTest::newRow("16 layers") << 16;
    QTest::newRow("1000 layers") << 1000;
}

/// Prints how long it takes, and asserts nothing of it.
void TestStepGrid::paintsQuickly()
{
    QFETCH(int, layers);
    MadeUpRun made(std::size_t(layers), 1);
    made.addSteps(1000);
    RunGrid grid(made.run(), GridMetric::Flushed);
    GridView view;
    view.resize(560, 220);
    view.setGrid(grid.data());
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QImage image(view.size(), QImage::Format_RGB32);
    double refresh = 0;
    double paint = 0;
    int updates = 0;
    for (; made.run()->stepsDone() < 1500; ++updates) {
        made.addSteps(10);
        QElapsedTimer timer;
        timer.start();
        view.refresh(grid.grow());
        refresh += double(timer.nsecsElapsed()) / 1e6;
        timer.restart();
        view.render(&image);
        paint += double(timer.nsecsElapsed()) / 1e6;
    }
    qInfo("takes over 10 steps in %.2f ms, paints in %.2f ms", refresh / updates, paint / updates);
    QVERIFY(!image.isNull());
}

QTEST_MAIN(TestStepGrid)
#include "tst_step_grid.moc"
