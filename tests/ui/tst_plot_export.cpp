// SPDX-License-Identifier: GPL-3.0-or-later
// Every plot of the window leaves it in the same ways: as PNG, SVG, PDF and CSV with title, policy and seed, as a picture and as
// text; and is zoomed by keys.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"
#include "tests/ui/window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/plot_commands.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The lines of a CSV file or of a clipboard that are no comments, cell by cell.
QList<QStringList> cellsOf(const QString& text, QChar separator)
{
    QList<QStringList> rows;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!line.startsWith(QLatin1Char('#')))
            rows += line.split(separator);
    return rows;
}

} // namespace

class TestPlotExport : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everyCanvasHasTheCommands();
    void everyPlotIsWrittenWithTitlePolicyAndSeed_data();
    void everyPlotIsWrittenWithTitlePolicyAndSeed();
    void exportsAreLightInADarkWindow();
    void numbersAreThoseOfTheRun();
    void nanAndInfinityAreWritten();
    void whatIsInSightIsCopiedOrWhatIsPinned();
    void plotsWithoutARunHaveNothingToTake();
    void theRowOfAPinnedStepHasWhatIsReadThere();
    void keysAreForThePlotInFocus();
    void plotsAreZoomedByKeys();
    void aFileIsNamedAfterThePlot();

private:
    QWidget* shown(const QString& plot, int tab);
};

void TestPlotExport::initTestCase()
{
    startAfresh();
}

void TestPlotExport::init()
{
    openWindow();
    openScene("circle");
}

void TestPlotExport::cleanup()
{
    setFileAnswer({});
    m_window.reset();
}

/// The plot, once it has something to show.
QWidget* TestPlotExport::shown(const QString& plot, int tab)
{
    child<QTabWidget>("tabs")->setCurrentIndex(tab);
    if (plot == QStringLiteral("sweepPlot")) {
        child<QLineEdit>("sweepValues")->setText(QStringLiteral("2^0, 2^10"));
        emit child<QLineEdit>("sweepValues")->editingFinished();
        child<QPushButton>("startSweep")->click();
        (void)QTest::qWaitFor([&] { return m_window->isIdle(); }, kTrainedMs);
    }
    (void)QTest::qWaitFor([&] { return m_window->findChild<QWidget*>(plot) != nullptr; }, kTrainedMs);
    auto* widget = m_window->findChild<QWidget*>(plot);
    (void)QTest::qWaitFor(
        [&] { return PlotCommands::of(*widget)->writeTo(inDirectory("probe.csv")); }, kTrainedMs);
    return widget;
}

void TestPlotExport::everyCanvasHasTheCommands()
{
    QStringList without;
    int canvases = 0;
    const auto look = [&] {
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->inherits("QCustomPlot"))
                continue;
            ++canvases;
            if (!PlotCommands::of(*widget->parentWidget()))
                without += widget->objectName();
        }
    };
    for (int tab = 0; tab < child<QTabWidget>("tabs")->count(); ++tab) {
        child<QTabWidget>("tabs")->setCurrentIndex(tab);
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(child<QWidget>("fieldPanel"));
    look();
    QVERIFY(canvases >= 6);
    QVERIFY2(without.isEmpty(), qPrintable(without.join(QStringLiteral(", "))));
    QVERIFY(PlotCommands::of(*child<QWidget>("numberLine")));
}

void TestPlotExport::everyPlotIsWrittenWithTitlePolicyAndSeed_data()
{
    QTest::addColumn<int>("tab");
    QTest::addColumn<QString>("column");
    QTest::addColumn<bool>("isOfRun");
    QTest::newRow("trainingPlots") << 0 << "Loss: this run" << true;
    QTest::newRow("numberLine") << 2 << "stored" << false;
    QTest::newRow("accumulationPlot") << 3 << "exact" << false;
    QTest::newRow("exponentPlot") << 4 << "exponent" << true;
    QTest::newRow("comparePlot") << 5 << "step" << true;
    QTest::newRow("sweepPlot") << 5 << "gradients flushed (%)" << true;
    QTest::newRow("fieldPanel") << 6 << "difference" << true;
}

void TestPlotExport::everyPlotIsWrittenWithTitlePolicyAndSeed()
{
    QFETCH(int, tab);
    QFETCH(QString, column);
    QFETCH(bool, isOfRun);
    const QWidget* plot = shown(QString::fromLatin1(QTest::currentDataTag()), tab);
    QVERIFY(plot);
    PlotCommands& commands = *PlotCommands::of(*plot);
    const auto says = [&](const QString& text, const char* kind) {
        QVERIFY2(!isOfRun || text.contains(QStringLiteral("policy mixed_float16")), kind);
        QVERIFY2(!isOfRun || text.contains(QStringLiteral("seed 1")), kind);
        QVERIFY2(!isOfRun || text.contains(QStringLiteral("Circle")), kind);
    };
    QVERIFY(commands.writeTo(inDirectory("p.png")));
    const QImage png(inDirectory("p.png"));
    QCOMPARE(png.devicePixelRatio(), 1.0);
    QVERIFY(png.width() >= 2 * plot->width() - 4);
    QVERIFY(png.height() > 2 * plot->height()); // with title and facts
    says(png.text(QStringLiteral("Title")) + png.text(QStringLiteral("Description")), "png");
    QVERIFY(commands.writeTo(inDirectory("p.svg")));
    const QString svg = QString::fromUtf8(contentOf(inDirectory("p.svg")));
    QVERIFY(svg.contains(QStringLiteral("<svg")) && svg.contains(QStringLiteral("</svg>")));
    QVERIFY2(!svg.contains(QStringLiteral("nan")), "a coordinate that is no number");
    says(svg, "svg");
    QVERIFY(commands.writeTo(inDirectory("p.pdf")));
    const QByteArray pdf = contentOf(inDirectory("p.pdf"));
    QVERIFY(pdf.startsWith("%PDF") && pdf.size() > 3000 && pdf.contains("/Title"));
    QVERIFY(commands.writeTo(inDirectory("p.csv")));
    const QString csv = QString::fromUtf8(contentOf(inDirectory("p.csv")));
    says(csv, "csv");
    const QList<QStringList> rows = cellsOf(csv, QLatin1Char(','));
    QVERIFY(rows.size() > 2);
    QVERIFY2(rows.front().contains(column), qPrintable(rows.front().join(QLatin1Char('|'))));
    for (const QStringList& row : rows)
        QCOMPARE(row.size(), rows.front().size());
}

void TestPlotExport::exportsAreLightInADarkWindow()
{
    child<QAction>("darkTheme")->trigger();
    for (const auto& [name, tab] : {std::pair("trainingPlots", 0), std::pair("numberLine", 2),
             std::pair("accumulationPlot", 3), std::pair("exponentPlot", 4), std::pair("fieldPanel", 6)}) {
        const QWidget* plot = shown(QString::fromLatin1(name), tab);
        QVERIFY(PlotCommands::of(*plot)->writeTo(inDirectory("dark.png")));
        const QImage png(inDirectory("dark.png"));
        QVERIFY2(png.pixelColor(2, 2).lightness() > 240, name);
        QVERIFY2(png.pixelColor(2, png.height() - 3).lightness() > 200, name);
        QCoreApplication::processEvents();
        QVERIFY2(const_cast<QWidget*>(plot)->grab().toImage().pixelColor(3, 3).lightness() < 128, name);
    }
    child<QAction>("darkTheme")->trigger();
}

void TestPlotExport::numbersAreThoseOfTheRun()
{
    const RunHistory& run = *m_window->shownRun().run();
    QVERIFY(PlotCommands::of(*shown(QStringLiteral("trainingPlots"), 0))->writeTo(inDirectory("run.csv")));
    const QList<QStringList> rows
        = cellsOf(QString::fromUtf8(contentOf(inDirectory("run.csv"))), QLatin1Char(','));
    QCOMPARE(std::size_t(rows.size()), run.records().size() + 1);
    const qsizetype loss = rows.front().indexOf(QStringLiteral("Loss: this run"));
    for (std::size_t i = 0; i < run.records().size(); ++i) {
        QCOMPARE(rows[qsizetype(i) + 1].front().toLongLong(), run.records()[i].step);
        QCOMPARE(rows[qsizetype(i) + 1][loss].toDouble(), run.records()[i].loss); // to the last bit
    }
}

void TestPlotExport::nanAndInfinityAreWritten()
{
    QCOMPARE(exactText(std::nan("")), QStringLiteral("nan"));
    QCOMPARE(exactText(-HUGE_VAL), QStringLiteral("-inf"));
    QCOMPARE(exactText(0.1).toDouble(), 0.1);
    const PlotTable table = tableOf(QStringLiteral("x"),
        {{QStringLiteral("a, \"b\""), {{1, 0.5}, {2, std::nullopt}, {3, HUGE_VAL}}},
            {QStringLiteral("c"), {{2, 7}}}},
        1, 2);
    const QByteArray csv = csvText(QStringLiteral("title"), {QStringLiteral("one\ntwo")}, table);
    QCOMPARE(csv, QByteArray("# title\n# one two\nx,\"a, \"\"b\"\"\",c\n1,0.5,\n2,,7\n"));
    QCOMPARE(tabbedText(table), QStringLiteral("x\ta, \"b\"\tc\n1\t0.5\t\n2\t\t7\n"));
}

void TestPlotExport::whatIsInSightIsCopiedOrWhatIsPinned()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    plot->setFocus();
    const auto rows = [&] {
        QApplication::clipboard()->clear();
        QTest::keySequence(plot, QKeySequence::Copy);
        return cellsOf(QApplication::clipboard()->text(), QLatin1Char('\t'));
    };
    QCOMPARE(rows().size(), 1501);
    QTest::keyClick(plot, Qt::Key_Plus);
    const qsizetype fewer = rows().size();
    QVERIFY(fewer < 1400 && fewer > 100);
    plot->setCursorStep(700);
    QCOMPARE(rows().size(), 2);
    QCOMPARE(rows()[1].front(), QStringLiteral("700"));
    QApplication::clipboard()->clear();
    child<QAction>("copyPlotPicture")->trigger();
    QVERIFY(QApplication::clipboard()->image().width() > plot->width());
}

void TestPlotExport::keysAreForThePlotInFocus()
{
    auto* training = child<StackedPlot>("trainingPlots");
    auto* compared = child<StackedPlot>("comparePlot");
    training->setFocus();
    QTest::keyClick(training, Qt::Key_Plus);
    child<QTabWidget>("tabs")->setCurrentIndex(5);
    compared->setFocus();
    QTest::keyClick(compared, Qt::Key_Plus);
    QVERIFY(!compared->isFitted());
    QTest::keyClick(compared, Qt::Key_0, Qt::ControlModifier);
    QVERIFY(compared->isFitted());
    QVERIFY(!training->isFitted());
    child<QTabWidget>("tabs")->setCurrentIndex(0);
    child<QWidget>("layerFilter")->setFocus(); // none has the focus: the one in sight
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_0, Qt::ControlModifier);
    QVERIFY(training->isFitted());
}

void TestPlotExport::plotsAreZoomedByKeys()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    plot->setFocus();
    plot->setCursorStep(100);
    for (int i = 0; i < 8; ++i)
        QTest::keyClick(plot, Qt::Key_Plus);
    const auto steps = [&] {
        plot->setCursorStep(std::nullopt);
        QTest::keySequence(plot, QKeySequence::Copy);
        const QList<QStringList> rows = cellsOf(QApplication::clipboard()->text(), QLatin1Char('\t'));
        return std::pair(rows.value(1).value(0).toInt(), rows.last().value(0).toInt());
    };
    const auto [first, last] = steps();
    QVERIFY2(first < 100 && last > 100 && last - first < 120,
        qPrintable(QStringLiteral("%1 %2").arg(first).arg(last)));
    // The cursor takes the view along.
    plot->setCursorStep(last);
    QTest::keyClick(plot, Qt::Key_PageDown);
    QVERIFY(steps().second > last);
    QTest::keyClick(plot, Qt::Key_Minus);
    QTest::keyClick(plot, Qt::Key_Up, Qt::ControlModifier);
    QTest::keyClick(plot, Qt::Key_Up);
    QVERIFY(!plot->isFitted());
    QTest::keyClick(plot, Qt::Key_0);
    QVERIFY(plot->isFitted());
    QCOMPARE(steps(), std::pair(0, 1499));
}

void TestPlotExport::aFileIsNamedAfterThePlot()
{
    FileQuestion asked;
    setFileAnswer([&](const FileQuestion& question) {
        asked = question;
        return inDirectory("chosen.svg");
    });
    child<QAction>("exportPlots")->trigger();
    QCOMPARE(asked.path, QStringLiteral("circle-training-plots.png"));
    for (const char* suffix : {"*.png", "*.svg", "*.pdf", "*.csv"})
        QVERIFY(asked.filters.contains(QLatin1String(suffix)));
    QVERIFY(contentOf(inDirectory("chosen.svg")).contains("<svg"));
}

void TestPlotExport::plotsWithoutARunHaveNothingToTake()
{
    ShownStep step;
    StackedPlot plot(QStringLiteral("emptyPlot"), QStringLiteral("Empty"), step);
    plot.show();
    for (const int key : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Right, Qt::Key_Up, Qt::Key_End, Qt::Key_0})
        QTest::keyClick(&plot, Qt::Key(key));
    QTest::mouseClick(plot.findChild<QWidget*>(QStringLiteral("emptyPlotCanvas")), Qt::LeftButton);
    PlotCommands& commands = *PlotCommands::of(plot);
    QApplication::clipboard()->setText(QStringLiteral("before"));
    commands.copyNumbers();
    commands.copyPicture();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
    QVERIFY(!commands.writeTo(inDirectory("empty.csv")));
}

void TestPlotExport::theRowOfAPinnedStepHasWhatIsReadThere()
{
    QAction* ofLayer = child<QAction>("layerPlots");
    ofLayer->trigger(); // metrics of tensors, of which not every step has one
    auto* plot = child<StackedPlot>("trainingPlots");
    plot->setCursorStep(703);
    PlotCommands::of(*plot)->copyNumbers();
    const QList<QStringList> rows = cellsOf(QApplication::clipboard()->text(), QLatin1Char('\t'));
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[1].front(), QStringLiteral("703"));
    const QStringList& columns = rows.front();
    const auto amax = std::find_if(columns.begin(), columns.end(),
        [](const QString& column) { return column.startsWith(QStringLiteral("Largest magnitudes of")); });
    QVERIFY2(amax != columns.end(), qPrintable(columns.join(QLatin1Char('|'))));
    const RunHistory& run = *m_window->shownRun().run();
    const std::string layer
        = "sequential/" + amax->section(QLatin1Char(':'), 0, 0).section(QLatin1Char(' '), -1).toStdString();
    const Series& recorded = *seriesOf(run, {layer, TensorRole::Output, Metric::Amax});
    QCOMPARE(rows[1][amax - columns.begin()].toDouble(), recorded.newest(703)->value);
    ofLayer->trigger();
}

QTEST_MAIN(TestPlotExport)
#include "tst_plot_export.moc"
