// SPDX-License-Identifier: GPL-3.0-or-later
// Small screens, projectors and large text: the window fits, and every control in it can be reached, with nothing cut.
#include "app/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/tab_menu.h"
#include "ui/shell/main_window.h"
#include "ui/training/metric_tile.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolBar>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2").arg(
        QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
}

bool scrolls(const QWidget& viewport)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(viewport.parentWidget());
    return area && area->viewport() == &viewport;
}

/// Where the widget cannot be seen, however one scrolls; empty where it can.
QString cutBy(const QWidget& widget, const QWidget& window)
{
    QRect rect(QPoint(), widget.size());
    for (const QWidget* at = &widget; at != &window && !at->isWindow(); at = at->parentWidget()) {
        const QWidget& parent = *at->parentWidget();
        rect.translate(at->pos());
        if (scrolls(parent)) {
            // Scrolled to it, as far as it is not larger than what shows it.
            rect = QRect(QPoint(), rect.size().boundedTo(parent.size()));
            continue;
        }
        if (!parent.rect().contains(rect))
            return QStringLiteral("%1 by %2").arg(nameOf(widget), nameOf(parent));
    }
    return {};
}

/// A control whose text or sign has less room than it needs.
bool isSqueezed(const QWidget& widget)
{
    const bool hasText = qobject_cast<const QAbstractButton*>(&widget)
        || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const MetricTile*>(&widget);
    if (!hasText || qobject_cast<const QTabBar*>(widget.parentWidget()))
        return false;
    const QSize needed = widget.minimumSizeHint();
    return widget.width() < needed.width() || widget.height() < needed.height();
}

/// One line of text that is cut although nothing says so.
bool isCutLabel(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (!label || label->text().isEmpty())
        return false;
    if (label->wordWrap())
        return label->height() < label->heightForWidth(label->width());
    return label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && label->minimumWidth() == 0
        && label->width() < label->sizeHint().width();
}

} // namespace

constexpr int kLaidOutMs = 3000;

class TestSmallScreens : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everyControlIsInReach_data();
    void everyControlIsInReach();
    void plotsStayReadable();
    void theVerdictIsReadInLines();
    void tabsWithoutRoomAreInAMenu();
    void tabsThatAreCutHaveTheirMenu();
    void whatHappenedAtAStepCanBeRead();

private:
    void enlarge(int tenths);
    QStringList troubles();
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

QStringList TestSmallScreens::troubles()
{
    QStringList found;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool isControl = widget->focusPolicy() != Qt::NoFocus || qobject_cast<QLabel*>(widget)
            || qobject_cast<QAbstractButton*>(widget);
        // What a view paints, and what belongs to a box or a bar, is theirs.
        const bool isPart = qobject_cast<QComboBox*>(widget->parentWidget())
            || qobject_cast<QAbstractSpinBox*>(widget->parentWidget())
            || qobject_cast<QLineEdit*>(widget->parentWidget())
            || qobject_cast<QTabBar*>(widget->parentWidget()) || qobject_cast<QHeaderView*>(widget)
            || qobject_cast<QAbstractItemView*>(widget->parentWidget())
            || widget->inherits("QDockWidgetTitleButton") || widget->inherits("QCustomPlot");
        if (!widget->isVisible() || widget->window() != m_window.get() || !isControl || isPart)
            continue;
        if (const QString cut = cutBy(*widget, *m_window); !cut.isEmpty())
            found += QStringLiteral("cut: ") + cut;
        else if (isSqueezed(*widget))
            found += QStringLiteral("squeezed: %1 is %2x%3, needs %4x%5")
                         .arg(nameOf(*widget))
                         .arg(widget->width())
                         .arg(widget->height())
                         .arg(widget->minimumSizeHint().width())
                         .arg(widget->minimumSizeHint().height());
        else if (isCutLabel(*widget))
            found += QStringLiteral("cut text: %1 \"%2\"")
                         .arg(nameOf(*widget), static_cast<QLabel*>(widget)->text().left(40));
    }
    for (const QToolBar* bar : m_window->findChildren<QToolBar*>())
        if (const auto* more = bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
            more && more->isVisible())
            found += QStringLiteral("hidden behind an arrow: ") + bar->objectName();
    return found;
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
        (void)QTest::qWaitFor([this] { return troubles().isEmpty(); }, kLaidOutMs);
        for (const QString& trouble : troubles())
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

void TestSmallScreens::tabsWithoutRoomAreInAMenu()
{
    auto* tabs = child<QTabWidget>("tabs");
    auto* menu = child<QToolButton>("tabsMenu");
    m_window->resize(1920, 1080);
    QTRY_VERIFY(!menu->isVisible());
    enlarge(5);
    m_window->resize(1024, 768);
    QTRY_VERIFY(menu->isVisible());
    emit menu->menu()->aboutToShow();
    QCOMPARE(menu->menu()->actions().size(), tabs->count());
    menu->menu()->actions().last()->trigger();
    QCOMPARE(tabs->currentIndex(), tabs->count() - 1);
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
}

QTEST_MAIN(TestSmallScreens)
#include "tst_small_screens.moc"
