// SPDX-License-Identifier: GPL-3.0-or-later
// Small screens, projectors and large text: the window fits, and every control in it can be reached, with nothing cut.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/layout_troubles.h"
#include "tests/ui/window_test.h"
#include "ui/look/elided_label.h"
#include "ui/look/tabs.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

constexpr int kLaidOutMs = 3000;

namespace {

/// Empty where the area need not be scrolled sideways, else what of it is to blame.
QStringList tooWide(const QScrollArea& area)
{
    if (area.horizontalScrollBar()->maximum() == 0)
        return {};
    QStringList wide{QStringLiteral("%1 pixels are hidden").arg(area.horizontalScrollBar()->maximum())};
    for (const QWidget* widget : area.widget()->findChildren<QWidget*>())
        if (widget->minimumSizeHint().width() > area.viewport()->width() && widget->isVisible())
            wide += QStringLiteral("%1 needs %2 of %3")
                        .arg(nameOf(*widget))
                        .arg(widget->minimumSizeHint().width())
                        .arg(area.viewport()->width());
    return wide;
}

} // namespace

class TestSmallScreens : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everyControlIsInReach_data();
    void everyControlIsInReach();
    void pagesAreReadWithoutScrollingSideways();
    void plotsStayReadable();
    void theVerdictIsReadInLines();
    void theDivergenceIsReadInLines();
    void aRunIsReadBesideTheLessons();
    void everyNumberOfTheLayersIsInSight();
    void messagesAreReadWhole();
    void largerTextKeepsTheFlushedShareInSight();
    void tabsThatAreCutHaveTheirMenu();
    void whatHappenedAtAStepCanBeRead();
    void aPageStaysWhereItWasScrolledTo();

private:
    void enlarge(int tenths);
};

void TestSmallScreens::initTestCase()
{
    startAfresh();
}

void TestSmallScreens::init()
{
    m_store->clear();
    openWindow();
    openScene("circle");
}

void TestSmallScreens::cleanup()
{
    m_window.reset();
}

void TestSmallScreens::enlarge(int tenths)
{
    for (int i = 0; i < tenths; ++i)
        child<QAction>("largerText")->trigger();
}

void TestSmallScreens::everyControlIsInReach_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("tenths");
    QTest::newRow("1024x768") << QSize(1024, 768) << 0;
    QTest::newRow("1024x768, 150 % text") << QSize(1024, 768) << 5;
    QTest::newRow("1280x720") << QSize(1280, 720) << 0;
    QTest::newRow("1280x720, 150 % text") << QSize(1280, 720) << 5;
    QTest::newRow("1920x1080") << QSize(1920, 1080) << 0;
    QTest::newRow("1920x1080, 150 % text") << QSize(1920, 1080) << 5;
}

void TestSmallScreens::everyControlIsInReach()
{
    QFETCH(QSize, size);
    QFETCH(int, tenths);
    enlarge(tenths);
    m_window->resize(size);
    QTest::qWait(200); // bars take their lines after this
    m_window->resize(size);
    auto* tabs = child<QTabWidget>("tabs");
    auto* forms = child<QTabWidget>("formTabs");
    QStringList found;
    const auto look = [&](const QString& where) {
        QTest::qWait(150);
        if (m_window->width() > size.width() || m_window->height() > size.height())
            found += QStringLiteral("%1: the window is %2x%3")
                         .arg(where)
                         .arg(m_window->width())
                         .arg(m_window->height());
        // A page whose words come from the run's thread is laid out when they are there.
        (void)QTest::qWaitFor([this] { return layoutTroubles(*m_window).isEmpty(); }, kLaidOutMs);
        for (const QString& trouble : layoutTroubles(*m_window))
            found += where + QStringLiteral(": ") + trouble;
    };
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        look(tabs->tabText(tab));
    }
    tabs->setCurrentIndex(0);
    for (int form = 0; form < forms->count(); ++form) {
        forms->setCurrentIndex(form);
        look(QStringLiteral("form ") + forms->tabText(form));
    }
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
}

void TestSmallScreens::pagesAreReadWithoutScrollingSideways()
{
    enlarge(5);
    m_window->resize(1024, 768);
    QTest::qWait(200);
    QTest::keyClick(child<StackedPlot>("trainingPlots"), Qt::Key_Home); // pinned: there is a button more
    auto* tabs = child<QTabWidget>("tabs");
    QStringList found;
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(200);
        if (const QStringList wide = tooWide(*qobject_cast<QScrollArea*>(tabs->currentWidget()));
            !wide.isEmpty())
            found += tabs->tabText(tab) + QStringLiteral(": ") + wide.join(QStringLiteral(", "));
    }
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
}

void TestSmallScreens::plotsStayReadable()
{
    // Three and a half lines of text, or 48 pixels, for each curve: fewer are seen at once, none is smaller.
    for (const int tenths : {0, 5}) {
        enlarge(tenths);
        m_window->resize(1024, 600);
        QTest::qWait(200);
        const auto* canvas = child<QWidget>("trainingPlotsCanvas");
        const int line = canvas->fontMetrics().height();
        const auto plots = int(child<StackedPlot>("trainingPlots")->plots().size());
        const int least = plots * (line + std::max(48, int(3.4 * line)));
        QVERIFY2(canvas->height() >= least,
            qPrintable(QStringLiteral("%1 of %2").arg(canvas->height()).arg(least)));
    }
}

void TestSmallScreens::theVerdictIsReadInLines()
{
    enlarge(5);
    m_window->resize(1024, 768);
    QTest::qWait(200);
    const auto* sentence = child<QLabel>("verdictSentence");
    const auto lines = [&] { return sentence->height() / sentence->fontMetrics().lineSpacing(); };
    QTRY_VERIFY2(lines() <= 3, qPrintable(QString::number(lines()))); // and no column of words
    QVERIFY(child<QWidget>("verdictAction")->width() >= child<QWidget>("verdictAction")->sizeHint().width());
    m_window->resize(1920, 1080);
    QTRY_VERIFY(
        child<QWidget>("verdictAction")->geometry().top() < sentence->geometry().bottom()); // beside it again
}

void TestSmallScreens::theDivergenceIsReadInLines()
{
    openScene("attention-overflow");
    enlarge(5);
    m_window->resize(820, 768);
    QTest::qWait(200);
    const auto* text = child<QLabel>("divergenceText");
    QVERIFY(text->isVisible());
    const auto lines = [&] { return text->height() / text->fontMetrics().lineSpacing(); };
    QTRY_VERIFY2(lines() <= 4, qPrintable(QString::number(lines())));
    QVERIFY(child<QWidget>("divergenceGoOn")->geometry().top() >= text->geometry().bottom());
    m_window->resize(1920, 1080);
    QTRY_VERIFY(child<QWidget>("divergenceGoOn")->geometry().top() < text->geometry().bottom());
}

void TestSmallScreens::aRunIsReadBesideTheLessons()
{
    m_window->resize(1024, 740);
    child<QAction>("showLessons")->trigger();
    QTRY_VERIFY(child<QWidget>("lessonDock")->isVisible());
    const auto* page = qobject_cast<const QScrollArea*>(child<QTabWidget>("tabs")->currentWidget());
    QTRY_VERIFY2(tooWide(*page).isEmpty(), qPrintable(tooWide(*page).join(QStringLiteral(", "))));
    const auto* description = child<QLabel>("sceneDescription");
    const auto lines = [&] { return description->height() / description->fontMetrics().lineSpacing(); };
    QTRY_VERIFY2(lines() <= 6, qPrintable(QString::number(lines()))); // and no column of words
}

void TestSmallScreens::everyNumberOfTheLayersIsInSight()
{
    openScene("attention-overflow"); // with long names and a bar to scroll by
    m_window->resize(1024, 740);
    const auto* layers = child<QTreeView>("layerView");
    QTRY_COMPARE(layers->horizontalScrollBar()->maximum(), 0);
    const QHeaderView& header = *layers->header();
    for (const int column :
        {LayerTreeModel::PolicyColumn, LayerTreeModel::FlushedColumn, LayerTreeModel::ErrorColumn}) {
        QVERIFY(!header.isSectionHidden(column));
        const int end = header.sectionViewportPosition(column) + header.sectionSize(column);
        QVERIFY2(end <= header.viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(end).arg(header.viewport()->width())));
    }
}

void TestSmallScreens::messagesAreReadWhole()
{
    m_window->resize(1024, 740);
    QStatusBar* bar = m_window->statusBar();
    const auto* rules = child<QLabel>("overflowRules");
    bar->clearMessage();
    QTRY_VERIFY(rules->isVisible());
    bar->showMessage(QString(60, u'm'));
    QTRY_VERIFY(!rules->isVisible());
    for (int length = 60; length > 0; length -= 2) {
        const QString message(length, u'm');
        bar->showMessage(message);
        const auto room = [&] {
            int left = bar->width();
            for (const char* widget : {"memoryLine", "progressLine"})
                if (const auto* line = child<QWidget>(widget); line->isVisible())
                    left = std::min(left, line->mapTo(bar, QPoint()).x());
            return left - bar->fontMetrics().horizontalAdvance(message);
        };
        QTRY_VERIFY2(room() >= 6, qPrintable(QStringLiteral("%1: %2").arg(length).arg(room())));
    }
    bar->showMessage(QStringLiteral("Saved"));
    QTRY_VERIFY(rules->isVisible());
}

/// What became zero is why one looks at the layers: their policy's name gives way first.
void TestSmallScreens::largerTextKeepsTheFlushedShareInSight()
{
    m_window->resize(1024, 768);
    enlarge(2);
    QTest::qWait(100);
    const auto* view = child<QTreeView>("layerView");
    const QHeaderView& header = *view->header();
    const int flushed = LayerTreeModel::FlushedColumn;
    QVERIFY2(
        header.sectionViewportPosition(flushed) + header.sectionSize(flushed) <= view->viewport()->width(),
        qPrintable(QStringLiteral("%1 + %2 of %3")
                       .arg(header.sectionViewportPosition(flushed))
                       .arg(header.sectionSize(flushed))
                       .arg(view->viewport()->width())));
}

void TestSmallScreens::tabsThatAreCutHaveTheirMenu()
{
    QTabWidget tabs;
    tabs.setObjectName(QStringLiteral("some"));
    tabs.setDocumentMode(true);
    for (int tab = 0; tab < 5; ++tab)
        tabs.addTab(new QWidget(&tabs), QStringLiteral("Tab number %1").arg(tab));
    const TabMenu* menu = new TabMenu(&tabs);
    tabs.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    const int needed = tabs.tabBar()->sizeHint().width();
    for (int width = needed - 20; width <= needed + 60; width += 4) {
        tabs.resize(width, 200);
        QTest::qWait(30);
        const bool isWhole = tabs.tabBar()->width() >= needed;
        QVERIFY2(isWhole != menu->isVisible(),
            qPrintable(
                QStringLiteral("%1 wide, %2 of %3").arg(width).arg(tabs.tabBar()->width()).arg(needed)));
    }
}

void TestSmallScreens::whatHappenedAtAStepCanBeRead()
{
    m_window->resize(1024, 768);
    QTest::qWait(200);
    auto* plots = child<StackedPlot>("trainingPlots");
    auto* said = child<QLabel>("cursorStep");
    QTest::keyClick(plots, Qt::Key_Home);
    while (!said->text().contains(QStringLiteral("flushed"))) {
        const auto before = plots->pinnedStep();
        QTest::keyClick(plots, Qt::Key_Period);
        QVERIFY(plots->pinnedStep() != before);
    }
    QVERIFY2(said->width() >= std::min(said->sizeHint().width(), 500),
        qPrintable(QStringLiteral("%1 of %2").arg(said->width()).arg(said->sizeHint().width())));
    QVERIFY2(said->toolTip().contains(said->text()), qPrintable(said->toolTip()));
    // What is cut ends in dots, and not within a letter.
    const auto inkAt = [](const QImage& image, int x, int top) {
        const QColor ground = image.pixelColor(image.width() - 1, 0);
        for (int y = top; y < image.height(); ++y)
            if (image.pixelColor(x, y) != ground)
                return true;
        return false;
    };
    ElidedLabel label;
    label.setText(QStringLiteral("At step <b>25</b>, MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"));
    for (int width = 120; width < 160; width += 3) {
        label.resize(width, label.sizeHint().height());
        const QImage image = label.grab().toImage();
        const int dots = label.fontMetrics().horizontalAdvance(QChar(0x2026));
        int last = image.width() - 1;
        while (last > 0 && !inkAt(image, last, 0))
            --last;
        QVERIFY2(last < image.width() - 1, qPrintable(QString::number(width))); // nothing is cut by the edge
        const int middle = label.height() / 2;
        for (int x = std::max(0, last - dots + 2); x <= last; ++x) // above the dots is nothing
            for (int y = 0; y < middle - 1; ++y)
                QCOMPARE(image.pixelColor(x, y), image.pixelColor(image.width() - 1, 0));
    }
}

/// Also where what has the keyboard is out of sight: the tiles stay where the reader left them.
void TestSmallScreens::aPageStaysWhereItWasScrolledTo()
{
    m_window->resize(1024, 768);
    auto* tabs = child<QTabWidget>("tabs");
    auto* area = qobject_cast<QScrollArea*>(tabs->widget(0));
    QVERIFY(area != nullptr);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    auto* plots = child<StackedPlot>("trainingPlots");
    for (const int place : {0, area->verticalScrollBar()->maximum() / 2}) {
        plots->setFocus();
        area->verticalScrollBar()->setValue(place);
        for (int tab = 1; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QApplication::processEvents();
            tabs->setCurrentIndex(0);
            QApplication::processEvents();
            QCOMPARE(area->verticalScrollBar()->value(), place);
        }
    }
}

QTEST_MAIN(TestSmallScreens)
#include "tst_small_screens.moc"
