// SPDX-License-Identifier: GPL-3.0-or-later
// Every plot is zoomed and moved by the same gestures and keys, and shows everything again by the same.
#include "app/session/shown_step.h"
#include "tests/ui/window_test.h"
#include "ui/diagnosis/exponent_plot.h"
#include "ui/look/plot_commands.h"
#include "ui/look/qcp.h"
#include "ui/runs/sweep_plot.h"
#include "ui/training/stacked_plot.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

struct View
{
    QCPRange along;
    QCPRange values;
};

QString text(const View& view)
{
    return QStringLiteral("%1 %2, %3 %4")
        .arg(view.along.lower)
        .arg(view.along.upper)
        .arg(view.values.lower)
        .arg(view.values.upper);
}

/// A pixel more or less, of a few hundred.
bool isNear(double one, double other, const QCPRange& of)
{
    return std::abs(one - other) <= 0.01 * of.size();
}

} // namespace

class TestPlotZoom : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyPlotHasTheSameGestures_data();
    void everyPlotHasTheSameGestures();
    void everyPlotHasTheSameKeys_data() { everyPlotHasTheSameGestures_data(); }
    void everyPlotHasTheSameKeys();
    void noCanvasIsLeftOut();
    void aPictureThatIsDrawnAnewStaysZoomed();
    void aDoubleClickOnAPointMeansIt();
    void labelsOfASweepFollowTheZoom();
    void aPageThatScrollsHasTheWheelUntilThePlotIsClicked_data();
    void aPageThatScrollsHasTheWheelUntilThePlotIsClicked();
    void zoomingOutEndsWithTheSteps();
    void anotherSessionIsSeenWhole();

private:
    /// A session of one number to one number.
    void openCurve();
    /// The plot, with something in it, on the screen.
    QWidget* shown(const QString& plot);
    static QCustomPlot* canvasOf(const QWidget& plot)
    {
        return plot.findChild<QCustomPlot*>(QString(), Qt::FindDirectChildrenOnly);
    }
    static QCPAxisRect* rectOf(const QWidget& plot) { return canvasOf(plot)->axisRects().constFirst(); }
    static View viewOf(const QWidget& plot)
    {
        const QCPAxisRect* rect = rectOf(plot);
        return {rect->axis(QCPAxis::atBottom)->range(), rect->axis(QCPAxis::atLeft)->range()};
    }
    /// What gets the mouse: the canvas, or the panel around it.
    static QWidget* mouseOf(QWidget& plot)
    {
        QCustomPlot* canvas = canvasOf(plot);
        return canvas->testAttribute(Qt::WA_TransparentForMouseEvents) ? &plot : canvas;
    }
    /// A place of the first rect, as parts of it from its top left corner.
    static QPoint at(QWidget& plot, double x, double y)
    {
        const QRect rect = rectOf(plot)->rect();
        const QPoint inCanvas = rect.topLeft() + QPointF(x * rect.width(), y * rect.height()).toPoint();
        return mouseOf(plot) == &plot ? canvasOf(plot)->mapTo(&plot, inCanvas) : inCanvas;
    }
    static bool turnWheel(QWidget& plot, int notches, Qt::KeyboardModifiers keys = {})
    {
        plot.setFocus();
        clickAside(plot);
        return scroll(plot, notches, keys);
    }
    /// Beside all rects, where it means nothing but that the plot is meant.
    static void clickAside(QWidget& plot)
    {
        QTest::mouseClick(mouseOf(plot), Qt::LeftButton, {}, QPoint(1, 1));
    }
    static bool scroll(QWidget& plot, int notches, Qt::KeyboardModifiers keys = {})
    {
        const QPointF place = at(plot, 0.5, 0.5);
        QWheelEvent wheel(place, mouseOf(plot)->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton,
            keys, Qt::NoScrollPhase, false);
        QApplication::sendEvent(mouseOf(plot), &wheel);
        QCoreApplication::processEvents();
        return wheel.isAccepted();
    }
    /// QTest's moves say no button.
    static void drag(QWidget& plot, QPoint from, QPoint to, Qt::KeyboardModifiers keys = {})
    {
        QWidget* mouse = mouseOf(plot);
        QTest::mousePress(mouse, Qt::LeftButton, keys, from);
        for (const double share : {0.5, 1.0}) {
            const QPointF place = from + share * QPointF(to - from);
            QMouseEvent move(
                QEvent::MouseMove, place, mouse->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, keys);
            QApplication::sendEvent(mouse, &move);
        }
        QTest::mouseRelease(mouse, Qt::LeftButton, keys, to);
        QCoreApplication::processEvents();
    }
    static bool isFitted(const QWidget& plot, const View& whole)
    {
        // Heights of curves are fitted to pixels, of which a plot has some forty.
        const View view = viewOf(plot);
        const auto same = [](const QCPRange& one, const QCPRange& other) {
            return std::abs(one.lower - other.lower) + std::abs(one.upper - other.upper)
                < 0.04 * other.size();
        };
        return same(view.along, whole.along) && same(view.values, whole.values);
    }
};

void TestPlotZoom::initTestCase()
{
    startAfresh();
    openWindow({1400, 1000});
    openScene("circle");
}

void TestPlotZoom::openCurve()
{
    QByteArray csv = "x,y\n";
    for (int i = 0; i < 50; ++i)
        csv += QByteArray::number(i / 25.0 - 1) + ',' + QByteArray::number(i % 7) + '\n';
    QFile file(inDirectory("line.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size());
    file.close();
    const std::string path = file.fileName().toStdString();
    QVERIFY(m_window->document()
                .edit({},
                    [&](SessionSpec& session) {
                        session.title = "Curve";
                        session.data = {"csv", {{"file", path}, {"task", std::string("regression")}}};
                        session.model.layers.front().config.set("shape", std::vector<std::int64_t>{1});
                        session.model.layers.back().config.set("units", std::int64_t{1});
                        session.training.loss = {"MeanSquaredError", {}};
                        session.training.steps = 30;
                    })
                .ok());
    waitUntilIdle();
}

QWidget* TestPlotZoom::shown(const QString& plot)
{
    const QMap<QString, int> tabs{{QStringLiteral("trainingPlots"), 0},
        {QStringLiteral("accumulationPlot"), 3}, {QStringLiteral("exponentPlot"), 4},
        {QStringLiteral("comparePlot"), 5}, {QStringLiteral("paretoPlot"), 5},
        {QStringLiteral("sweepPlot"), 5}, {QStringLiteral("fieldPanel"), 6},
        {QStringLiteral("curvePanel"), 6}};
    if (plot == QStringLiteral("curvePanel"))
        openCurve();
    else if (m_window->document().session()->title != "Circle")
        openScene("circle");
    child<QTabWidget>("tabs")->setCurrentIndex(tabs.value(plot));
    const QMap<QString, int> pages{{QStringLiteral("comparePlot"), 0}, {QStringLiteral("paretoPlot"), 2},
        {QStringLiteral("sweepPlot"), 3}};
    if (pages.contains(plot))
        child<QTabWidget>("comparePages")->setCurrentIndex(pages.value(plot));
    if (plot == QStringLiteral("sweepPlot")) {
        child<QLineEdit>("sweepValues")->setText(QStringLiteral("2^0..2^11"));
        emit child<QLineEdit>("sweepValues")->editingFinished();
        child<QPushButton>("startSweep")->click();
        waitUntilIdle();
    }
    (void)QTest::qWaitFor([&] { return m_window->findChild<QWidget*>(plot) != nullptr; }, kTrainedMs);
    auto* widget = m_window->findChild<QWidget*>(plot);
    if (!widget)
        return nullptr;
    (void)QTest::qWaitFor(
        [&] { return PlotCommands::of(*widget)->writeTo(inDirectory("probe.csv")); }, kTrainedMs);
    for (QWidget* around = widget->parentWidget(); around; around = around->parentWidget())
        if (auto* page = qobject_cast<QScrollArea*>(around))
            page->ensureWidgetVisible(widget);
    widget->setFocus();
    (void)QTest::qWaitFor([&] { return rectOf(*widget)->width() > 50 && widget->hasFocus(); });
    PlotCommands::of(*widget)->fit();
    QTest::qWait(100); // the page's layout has settled, by which curves are fitted
    return widget;
}

void TestPlotZoom::everyPlotHasTheSameGestures_data()
{
    QTest::addColumn<bool>("isPlane"); // both axes are zoomed together
    for (const char* name :
        {"trainingPlots", "comparePlot", "exponentPlot", "accumulationPlot", "sweepPlot", "paretoPlot"})
        QTest::newRow(name) << false;
    QTest::newRow("fieldPanel") << true;
    QTest::newRow("curvePanel") << false;
}

void TestPlotZoom::everyPlotHasTheSameGestures()
{
    QFETCH(bool, isPlane);
    QWidget* plot = shown(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(plot);
    const View whole = viewOf(*plot);
    // What is under the pointer stays there.
    const auto middle = [&] {
        QPoint place = at(*plot, 0.5, 0.5);
        if (mouseOf(*plot) == plot)
            place = canvasOf(*plot)->mapFrom(plot, place);
        return rectOf(*plot)->axis(QCPAxis::atBottom)->pixelToCoord(place.x());
    };
    const double before = middle();
    QVERIFY(turnWheel(*plot, 3));
    View view = viewOf(*plot);
    QVERIFY(view.along.size() < 0.9 * whole.along.size());
    QVERIFY2(isNear(middle(), before, whole.along), qPrintable(QString::number(middle())));
    if (isPlane)
        QVERIFY(view.values.size() < 0.9 * whole.values.size());

    QTest::mouseDClick(mouseOf(*plot), Qt::LeftButton, {}, at(*plot, 0.985, 0.02));
    QCoreApplication::processEvents();
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));

    QVERIFY(turnWheel(*plot, 3, Qt::ControlModifier));
    view = viewOf(*plot);
    QVERIFY(view.values.size() < 0.9 * whole.values.size());
    QCOMPARE(view.along == whole.along, !isPlane);
    PlotCommands::of(*plot)->fit(); // the menu's "Fit"
    QCoreApplication::processEvents();
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));

    // A drag takes along what it began on.
    const QPoint from = at(*plot, 0.6, 0.5);
    const QPoint to = at(*plot, 0.4, 0.6);
    drag(*plot, from, to);
    view = viewOf(*plot);
    QVERIFY(view.along.lower > whole.along.lower && view.along.upper > whole.along.upper);
    QVERIFY(view.values.upper > whole.values.upper);
    QTest::keyClick(plot, Qt::Key_0);
    QCoreApplication::processEvents();
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));

    // A box is then what is in sight.
    const auto coordAt = [&](double x, double y) {
        QPoint place = at(*plot, x, y);
        if (mouseOf(*plot) == plot)
            place = canvasOf(*plot)->mapFrom(plot, place);
        return QPointF(rectOf(*plot)->axis(QCPAxis::atBottom)->pixelToCoord(place.x()),
            rectOf(*plot)->axis(QCPAxis::atLeft)->pixelToCoord(place.y()));
    };
    const QPointF corner = coordAt(0.25, 0.25);
    const QPointF opposite = coordAt(0.75, 0.75);
    drag(*plot, at(*plot, 0.25, 0.25), at(*plot, 0.75, 0.75), Qt::ControlModifier);
    view = viewOf(*plot);
    QVERIFY(isNear(view.along.lower, corner.x(), whole.along)
        && isNear(view.along.upper, opposite.x(), whole.along));
    QVERIFY2(isNear(view.values.upper, corner.y(), whole.values)
            && isNear(view.values.lower, opposite.y(), whole.values),
        qPrintable(QStringLiteral("%1 %2").arg(view.values.upper).arg(corner.y())));
    const auto* box = canvasOf(*plot)->findChild<QWidget*>(QStringLiteral("zoomBox"));
    QVERIFY(box && !box->isVisible());
    QTest::keyClick(plot, Qt::Key_0);
}

void TestPlotZoom::everyPlotHasTheSameKeys()
{
    QFETCH(bool, isPlane);
    QWidget* plot = shown(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(plot);
    const View whole = viewOf(*plot);
    QTest::keyClick(plot, Qt::Key_Plus);
    QVERIFY(viewOf(*plot).along.size() < 0.9 * whole.along.size());
    QTest::keyClick(plot, Qt::Key_Minus);
    QTest::keyClick(plot, Qt::Key_Minus);
    if (qobject_cast<StackedPlot*>(plot) != nullptr)
        QCOMPARE(viewOf(*plot).along, whole.along); // beyond the steps there is nothing
    else
        QVERIFY(viewOf(*plot).along.size() > whole.along.size());
    QTest::keyClick(plot, Qt::Key_0);
    QCoreApplication::processEvents();
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));
    QTest::keyClick(plot, Qt::Key_Up, Qt::ControlModifier);
    QVERIFY(viewOf(*plot).values.size() < 0.9 * whole.values.size());
    QCOMPARE(viewOf(*plot).along == whole.along, !isPlane);
    QTest::keyClick(plot, Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(plot, Qt::Key_0);
    QCoreApplication::processEvents();
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));
    if (plot->objectName() == QStringLiteral("paretoPlot"))
        return; // runs of one model take the same memory: the arrows go up and down
    // Zoomed in far enough, what is read is out of sight after a few steps, and the view goes with it.
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(plot, Qt::Key_Plus);
    const View near = viewOf(*plot);
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(plot, i < 30 ? Qt::Key_Left : Qt::Key_Right,
            plot->objectName().endsWith(QStringLiteral("gPlots"))
                    || plot->objectName() == QStringLiteral("comparePlot")
                ? Qt::ControlModifier
                : Qt::NoModifier);
    QVERIFY(viewOf(*plot).along != near.along);
    QTest::keyClick(plot, Qt::Key_0);
    QTest::keyClick(plot, Qt::Key_End);
}

/// A plot that is new is a row above, or is listed here with why not.
void TestPlotZoom::noCanvasIsLeftOut()
{
    for (int tab = 0; tab < child<QTabWidget>("tabs")->count(); ++tab) {
        child<QTabWidget>("tabs")->setCurrentIndex(tab);
        QCoreApplication::processEvents();
    }
    int canvases = 0;
    for (const QCustomPlot* canvas : m_window->findChildren<QCustomPlot*>()) {
        ++canvases;
        QVERIFY2(canvas->findChild<QWidget*>(QStringLiteral("zoomBox")), qPrintable(canvas->objectName()));
    }
    QVERIFY(canvases >= 6);
}

void TestPlotZoom::aPictureThatIsDrawnAnewStaysZoomed()
{
    QWidget* plot = shown(QStringLiteral("fieldPanel"));
    const View whole = viewOf(*plot);
    QVERIFY2(turnWheel(*plot, 4),
        qPrintable(QStringLiteral("%1 %2, %3 of %4")
                       .arg(at(*plot, 0.5, 0.5).x())
                       .arg(at(*plot, 0.5, 0.5).y())
                       .arg(plot->height())
                       .arg(rectOf(*plot)->height())));
    const View near = viewOf(*plot);
    QVERIFY(near.along.size() < whole.along.size());
    for (const QCPAxisRect* rect : canvasOf(*plot)->axisRects())
        QCOMPARE(rect->axis(QCPAxis::atBottom)->range(), near.along); // all three
    plot->resize(plot->width() - 20, plot->height());
    QCoreApplication::processEvents();
    QCOMPARE(viewOf(*plot).along, near.along);
    QTest::keyClick(plot, Qt::Key_0);
    QCOMPARE(viewOf(*plot).along, whole.along);
}

void TestPlotZoom::aDoubleClickOnAPointMeansIt()
{
    auto* plot = qobject_cast<SweepPlot*>(shown(QStringLiteral("sweepPlot")));
    QVERIFY(plot);
    QTest::keyClick(plot, Qt::Key_Home);
    const QCPGraph* chosen = canvasOf(*plot)->graph(3);
    QVERIFY(!chosen->data()->isEmpty());
    const QPoint mark
        = chosen->coordsToPixels(chosen->data()->constBegin()->key, chosen->data()->constBegin()->value)
              .toPoint();
    QSignalSpy requested(plot, &PointPlot::pointRequested);
    QTest::mouseDClick(canvasOf(*plot), Qt::LeftButton, {}, mark);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.first().first().toInt(), 0);
    child<QTabWidget>("tabs")->setCurrentIndex(5);
    const View whole = viewOf(*plot);
    QVERIFY(turnWheel(*plot, 2));
    QTest::mouseDClick(canvasOf(*plot), Qt::LeftButton, {}, at(*plot, 0.97, 0.5));
    QCoreApplication::processEvents();
    QCOMPARE(requested.size(), 1);
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));
}

void TestPlotZoom::labelsOfASweepFollowTheZoom()
{
    QWidget* plot = shown(QStringLiteral("sweepPlot"));
    plot->resize(300, plot->height()); // where not each of twelve values has room
    QCoreApplication::processEvents();
    const auto labelled = [&] {
        const auto ticker = canvasOf(*plot)->xAxis->ticker().dynamicCast<QCPAxisTickerText>();
        return ticker->ticks().size();
    };
    const auto few = labelled();
    QVERIFY2(few < 12, qPrintable(QString::number(few)));
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(plot, Qt::Key_Plus);
    QCOMPARE(labelled(), 12);
}

void TestPlotZoom::aPageThatScrollsHasTheWheelUntilThePlotIsClicked_data()
{
    QTest::addColumn<bool>("isStack");
    QTest::newRow("exponents") << false;
    QTest::newRow("training plots") << true;
}

void TestPlotZoom::aPageThatScrollsHasTheWheelUntilThePlotIsClicked()
{
    QFETCH(bool, isStack);
    QScrollArea page;
    auto* content = new QWidget;
    content->setFixedSize(500, 1500);
    ShownStep step;
    QWidget* plot = new ExponentPlot(content);
    if (isStack) {
        delete plot;
        plot = new StackedPlot(QStringLiteral("stack"), QStringLiteral("Stack"), step, content);
    }
    plot->setGeometry(0, 0, 480, 400);
    page.setWidget(content);
    page.resize(520, 450);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setFocus();
    QCOMPARE(page.verticalScrollBar()->value(), 0);
    const View whole = viewOf(*plot);
    const auto turn = [&] {
        const QPointF place = at(*plot, 0.5, 0.5);
        QWheelEvent wheel(place, canvasOf(*plot)->mapToGlobal(place), {}, {0, -120}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&wheel); // only then what nobody takes is passed on
        QApplication::instance()->notify(canvasOf(*plot), &wheel);
    };
    turn();
    QVERIFY(page.verticalScrollBar()->value() > 0);
    page.verticalScrollBar()->setValue(0);
    plot->setFocus(); // as a window's first focus may be, which nobody chose
    turn();
    QVERIFY(page.verticalScrollBar()->value() > 0);
    QTRY_VERIFY2(
        isFitted(*plot, whole), qPrintable(text(viewOf(*plot)) + QStringLiteral(" of ") + text(whole)));
    page.verticalScrollBar()->setValue(0);
    QTest::mouseClick(canvasOf(*plot), Qt::LeftButton, {}, at(*plot, 0.5, 0.5));
    QVERIFY(plot->hasFocus());
    turn();
    if (isStack) { // which shows all there is already
        QVERIFY(page.verticalScrollBar()->value() > 0);
    } else {
        QCOMPARE(page.verticalScrollBar()->value(), 0);
        QVERIFY(viewOf(*plot).along.size() > whole.along.size());
    }
}

void TestPlotZoom::zoomingOutEndsWithTheSteps()
{
    QWidget* plot = shown(QStringLiteral("trainingPlots"));
    QVERIFY(plot);
    QTest::keyClick(plot, Qt::Key_0);
    const View whole = viewOf(*plot);
    QVERIFY(turnWheel(*plot, -20));
    QCOMPARE(viewOf(*plot).along, whole.along);
    QVERIFY(turnWheel(*plot, 6));
    drag(*plot, at(*plot, 0.2, 0.5), at(*plot, 0.9, 0.5)); // towards what was before the first step
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(plot, Qt::Key_Minus);
    QCOMPARE(viewOf(*plot).along, whole.along);
}

/// Another scene, of other length: nothing of it would be in sight.
void TestPlotZoom::anotherSessionIsSeenWhole()
{
    QWidget* plot = shown(QStringLiteral("trainingPlots"));
    QVERIFY(plot);
    QVERIFY(turnWheel(*plot, 6));
    openScene("lost-updates");
    waitUntilIdle();
    QVERIFY(viewOf(*plot).along.lower < 0);
    const double steps = double(m_window->document().session()->training.steps);
    QVERIFY(viewOf(*plot).along.upper >= steps && viewOf(*plot).along.upper < 1.05 * steps);
    QVERIFY(turnWheel(*plot, 6));
    const View near = viewOf(*plot);
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"), [](SessionSpec& session) { session.training.seed += 1; })
                .ok());
    waitUntilTrainedAgain();
    QCOMPARE(viewOf(*plot).along, near.along); // the same session goes on
    openScene("circle");
}

QTEST_MAIN(TestPlotZoom)
#include "tst_plot_zoom.moc"
