// SPDX-License-Identifier: GPL-3.0-or-later
// Docks come, go, float, are moved, put on top of each other and restored in every order, and the window goes on.
#include "tests/ui/lesson_window_test.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QTabBar>
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
    void anyOrder_data();
    void anyOrder();
    void theLayoutIsRestoredWhileADockIsDragged();

private:
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

void TestDocks::anyOrder_data()
{
    QTest::addColumn<unsigned>("seed");
    for (int seed = 1; seed <= 3; ++seed)
        QTest::addRow("%d", seed) << unsigned(seed);
}

void TestDocks::anyOrder()
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

QTEST_MAIN(TestDocks)
#include "tst_docks.moc"
