// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/tabs.h"

#include "ui/look/describe.h"

#include <QEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace ulpscope::ui {

namespace {

/// The stacks around the widget with its page in each, but for those that tabs show their pages in.
std::vector<std::pair<QStackedWidget*, QWidget*>> stacksAround(const QWidget& inside)
{
    std::vector<std::pair<QStackedWidget*, QWidget*>> stacks;
    for (auto* page = const_cast<QWidget*>(&inside); QWidget* around = page->parentWidget(); page = around)
        if (auto* stack = qobject_cast<QStackedWidget*>(around);
            stack && !qobject_cast<QTabWidget*>(stack->parentWidget()))
            stacks.emplace_back(stack, page);
    return stacks;
}

} // namespace

QTabWidget* tabsAround(const QWidget& inside)
{
    QWidget* around = inside.parentWidget();
    while (around && !qobject_cast<QTabWidget*>(around))
        around = around->parentWidget();
    return static_cast<QTabWidget*>(around);
}

int tabOf(const QTabWidget& tabs, const QWidget& inside)
{
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (tabs.widget(tab) == &inside || tabs.widget(tab)->isAncestorOf(&inside))
            return tab;
    return -1;
}

bool isInFront(const QWidget& inside)
{
    const QTabWidget* tabs = tabsAround(inside);
    return tabs && tabOf(*tabs, inside) == tabs->currentIndex()
        && std::ranges::all_of(stacksAround(inside),
            [](const auto& each) { return each.first->currentWidget() == each.second; });
}

void bringToFront(const QWidget& inside)
{
    QTabWidget* tabs = tabsAround(inside);
    if (const int tab = tabs ? tabOf(*tabs, inside) : -1; tab >= 0)
        tabs->setCurrentIndex(tab);
    for (const auto& [stack, page] : stacksAround(inside))
        stack->setCurrentWidget(page);
}

TabMenu::TabMenu(QTabWidget* tabs)
    : QToolButton(tabs)
    , m_tabs(tabs)
{
    describe(this, tabs->objectName() + QStringLiteral("Menu"), tr("All tabs"),
        tr("Lists the tabs that have no room too"));
    setText(QStringLiteral("≡"));
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &TabMenu::fill);
    tabs->installEventFilter(this);
    tabs->tabBar()->installEventFilter(this);
    hide();
}

void TabMenu::fill()
{
    menu()->clear();
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        QAction* entry = menu()->addAction(m_tabs->tabText(tab));
        entry->setCheckable(true);
        entry->setChecked(tab == m_tabs->currentIndex());
        entry->setToolTip(m_tabs->tabToolTip(tab));
        connect(entry, &QAction::triggered, m_tabs, [tabs = m_tabs, tab] { tabs->setCurrentIndex(tab); });
    }
}

void TabMenu::refresh()
{
    const QWidget* before = m_tabs->cornerWidget(Qt::TopLeftCorner);
    const int taken = before && !before->isHidden() ? before->width() : 0;
    const bool isNeeded = m_tabs->tabBar()->sizeHint().width() > m_tabs->width() - taken;
    if (isNeeded == (m_tabs->cornerWidget() == this))
        return;
    m_tabs->setCornerWidget(isNeeded ? this : nullptr); // a hidden one would take its room too
    setVisible(isNeeded);
}

bool TabMenu::eventFilter(QObject* watched, QEvent* event)
{
    // The tabs' own room is only known from their bar's events; what it asks for is what all of them need.
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show
        || event->type() == QEvent::FontChange || event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &TabMenu::refresh, Qt::QueuedConnection);
    return QToolButton::eventFilter(watched, event);
}

} // namespace ulpscope::ui
