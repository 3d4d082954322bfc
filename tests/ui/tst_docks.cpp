// SPDX-License-Identifier: GPL-3.0-or-later
// Docks come, go, float, are moved, put on top of each other and restored in every order, and the window goes on.
#include "tests/ui/lesson_window_test.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <random>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kActs = 300;

#ifdef __SANITIZE_ADDRESS__
/// Qt loses a layout's item for each drag that is cut off (6.4, in unplugging).
using LossOfQt = __lsan::ScopedDisabler;
#else
struct LossOfQt
{
    LossOfQt() { } // so that it counts as used
};
#endif

} // namespace

class TestDocks : public LessonWindowTest
{
    Q_OBJECT
private slots:
    void init() { beginLessonTest({1280, 800}); }
    void cleanup() { endLessonTest(); }
    void survivesAnyOrderOfDragsAndActions_data();
    void survivesAnyOrderOfDragsAndActions();
    void theLayoutIsRestoredWhileADockIsDragged();
    void sharesOfTheWindowOutliveEveryStart_data();
    void sharesOfTheWindowOutliveEveryStart();
    void keepsItsSizeWhereItEndsPresenting();
    void aDraggedEdgeIsAShareToo();

private:
    int modelWidth() const { return child<QDockWidget>("modelDock")->width(); }
    using Below = std::function<std::size_t(std::size_t)>; ///< a number that is smaller, by chance

    static QPoint titleOf(const QDockWidget& dock) { return {20, std::max(4, dock.widget()->y() / 2)}; }
    /// By its title to any place of the window; one time of so many the button stays down.
    void dragDock(QPointer<QDockWidget> dock, const Below& below, std::size_t staysDownIn) const;
};

void TestDocks::dragDock(QPointer<QDockWidget> dock, const Below& below, std::size_t staysDownIn) const
{
    if (!dock->isVisible())
        return;
    const auto send = [&dock](QEvent::Type type, const QPoint& global, Qt::MouseButtons held) {
        QMouseEvent event(type, QPointF(dock->mapFromGlobal(global)), QPointF(global),
            type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, {});
        QApplication::sendEvent(dock, &event);
    };
    const QPoint from = dock->mapToGlobal(titleOf(*dock));
    const QPoint to = m_window->mapToGlobal(
        QPoint(int(below(std::size_t(m_window->width()))), int(below(std::size_t(m_window->height())))));
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    for (int i = 1; i <= 4 && dock; ++i) {
        send(QEvent::MouseMove, from + (to - from) * i / 4, Qt::LeftButton);
        if (below(2) > 0)
            QCoreApplication::processEvents();
    }
    if (dock && below(staysDownIn) > 0)
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
}

void TestDocks::survivesAnyOrderOfDragsAndActions_data()
{
    QTest::addColumn<unsigned>("seed");
    for (int seed = 1; seed <= 3; ++seed)
        QTest::addRow("%d", seed) << unsigned(seed);
}

void TestDocks::survivesAnyOrderOfDragsAndActions()
{
    const LossOfQt loss;
    QFETCH(unsigned, seed);
    std::minstd_rand random(seed);
    const Below below = [&](std::size_t count) { return std::size_t(random() >> 8) % count; };
    const auto trigger = [&](const char* name) {
        if (auto* action = m_window->findChild<QAction*>(QLatin1String(name)); action && action->isEnabled())
            action->trigger();
    };
    // What asks is answered with No, Discard, or Cancel.
    QTimer answers;
    QObject::connect(&answers, &QTimer::timeout, this, [] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            QAbstractButton* button = box->button(QMessageBox::Discard);
            if (!button)
                button = box->buttons().constFirst();
            button->click();
        } else if (QWidget* modal = QApplication::activeModalWidget()) {
            modal->close();
        }
    });
    answers.start(5);
    const auto press = [&](const char* name) {
        if (auto* button = m_window->findChild<QPushButton*>(QLatin1String(name)))
            button->click();
    };
    const auto anyDock = [&] {
        const auto all = m_window->findChildren<QDockWidget*>();
        return all[qsizetype(below(std::size_t(all.size())))];
    };
    const std::vector<std::function<void()>> acts{
        [&] { trigger("editLesson"); },
        [&] { press("editClose"); },
        [&] { trigger("lesson_17-a-thousandth"); },
        [&] { anyDock()->toggleViewAction()->trigger(); },
        [&] { anyDock()->close(); },
        [&] {
            QDockWidget* dock = anyDock();
            dock->setFloating(!dock->isFloating());
        },
        [&] { trigger("restoreLayout"); },
        [&] { trigger("present"); },
        [&] { trigger("largerText"); },
        [&] { m_window->resize(700 + int(below(1200)), 500 + int(below(700))); },
        [&] { m_window->showMaximized(); },
        [&] { m_window->showNormal(); },
        [&] {
            for (QTabBar* bar : m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
                if (bar->count() > 1)
                    bar->setCurrentIndex(int(below(std::size_t(bar->count()))));
        },
        [&] { dragDock(anyDock(), below, 4); },
        [&] {
            QDockWidget* dock = anyDock();
            QTest::mouseDClick(dock, Qt::LeftButton, {}, titleOf(*dock));
        },
        [&] { QTest::qWait(int(below(40))); },
    };
    for (int i = 0; i < kActs; ++i) {
        acts[below(acts.size())]();
        if (below(3) > 0)
            QCoreApplication::processEvents();
    }
    answers.stop();
}

/// By the menu's key, say. The dock was in the layout twice then, and the window ended a little later.
void TestDocks::theLayoutIsRestoredWhileADockIsDragged()
{
    const LossOfQt loss;
    std::minstd_rand random(1);
    const Below below = [&](std::size_t count) { return std::size_t(random() >> 8) % count; };
    for (int i = 0; i < kActs; ++i) {
        const auto docks = m_window->findChildren<QDockWidget*>();
        dragDock(docks[qsizetype(below(std::size_t(docks.size())))], below, 1);
        child<QAction>("restoreLayout")->trigger();
        if (below(2) > 0)
            QTest::qWait(int(below(40)));
    }
}

void TestDocks::sharesOfTheWindowOutliveEveryStart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("state");
    for (const QSize& size : {QSize(1024, 768), QSize(1280, 900), QSize(1920, 1080)})
        for (const auto& [name, state] : {std::pair("normal", Qt::WindowNoState),
                 std::pair("maximized", Qt::WindowMaximized), std::pair("full screen", Qt::WindowFullScreen)})
            QTest::addRow("%dx%d, %s", size.width(), size.height(), name) << size << int(state);
}

/// A desktop shows a window in its normal size first and enlarges it then: each start multiplied the dock's width by what came of that.
void TestDocks::sharesOfTheWindowOutliveEveryStart()
{
    QFETCH(QSize, size);
    QFETCH(int, state);
    const auto screens = QGuiApplication::screens();
    const auto screen = std::ranges::find(screens, size, &QScreen::size);
    QVERIFY(screen != screens.end());
    m_window->resize(size * 3 / 4);
    m_window->move((*screen)->geometry().topLeft() + QPoint(20, 50));
    m_window->setWindowState(Qt::WindowState(state));
    if (state == Qt::WindowNoState)
        m_window->resize(size * 9 / 10);
    QTRY_VERIFY2(std::abs(modelWidth() - std::max(376, m_window->width() * 36 / 100)) < 4,
        qPrintable(QStringLiteral("%1 of %2").arg(modelWidth()).arg(m_window->width())));
    const int width = modelWidth();
    for (int start = 1; start <= 5; ++start) {
        m_window->document().undoStack().setClean();
        QVERIFY(m_window->close());
        openWindow();
        QCOMPARE(int(m_window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)), state);
        // As a desktop does it.
        QResizeEvent enlarged(m_window->size(), m_window->size() * 3 / 4);
        QCoreApplication::sendEvent(m_window.get(), &enlarged);
        QTest::qWait(20);
        QTRY_VERIFY2(std::abs(modelWidth() - width) <= 1,
            qPrintable(QStringLiteral("start %1: %2 of %3").arg(start).arg(modelWidth()).arg(width)));
    }
}

/// Quitting while presenting, with a desktop that has not yet made the window small again.
void TestDocks::keepsItsSizeWhereItEndsPresenting()
{
    m_window->resize(900, 700);
    const QSize size = m_window->size();
    child<QAction>("present")->trigger();
    QTRY_VERIFY(m_window->width() > 900);
    m_window->document().undoStack().setClean();
    QVERIFY(m_window->close());
    openWindow();
    QVERIFY(!m_window->isFullScreen());
    QCOMPARE(m_window->size(), size);
}

void TestDocks::aDraggedEdgeIsAShareToo()
{
    auto* dock = child<QDockWidget>("modelDock");
    const QPoint edge(dock->geometry().right() + 2, m_window->height() / 2);
    QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
    QTest::mouseMove(m_window.get(), edge + QPoint(60, 0));
    QTest::mouseMove(m_window.get(), edge + QPoint(120, 0));
    QTest::qWait(20);
    QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge + QPoint(120, 0));
    QTest::qWait(50);
    const int dragged = modelWidth();
    QVERIFY2(dragged > 560, qPrintable(QString::number(dragged)));
    m_window->resize(1600, 800);
    QTRY_VERIFY(std::abs(modelWidth() - dragged * 1600 / 1280) <= 2);
    m_window->resize(1280, 800);
    QTRY_VERIFY(std::abs(modelWidth() - dragged) <= 1);
    // A tab that hides the dock brings it back as it was.
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_3));
    m_window->resize(1600, 800);
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_1));
    QTRY_VERIFY2(
        std::abs(modelWidth() - dragged * 1600 / 1280) <= 2, qPrintable(QString::number(modelWidth())));
}

/// Screens of three sizes beside each other.
int main(int argc, char* argv[])
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("screens.json")));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    QJsonArray screens;
    int x = 0;
    for (const QSize& size : {QSize(1920, 1080), QSize(1280, 900), QSize(1024, 768)}) {
        QJsonObject screen;
        screen[QLatin1String("name")] = QString::number(size.width());
        screen[QLatin1String("x")] = x;
        screen[QLatin1String("y")] = 0;
        screen[QLatin1String("width")] = size.width();
        screen[QLatin1String("height")] = size.height();
        for (const char* dpi : {"logicalDpi", "logicalBaseDpi"})
            screen[QLatin1String(dpi)] = 96;
        screen[QLatin1String("dpr")] = 1;
        screens.append(screen);
        x += size.width();
    }
    QJsonObject whole;
    whole[QLatin1String("screens")] = screens;
    file.write(QJsonDocument(whole).toJson());
    file.close();
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen")
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + QFile::encodeName(file.fileName()));
    QApplication app(argc, argv);
    TestDocks test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_docks.moc"
