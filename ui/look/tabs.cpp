// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/tabs.h"

#include <QStackedWidget>
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

} // namespace ulpscope::ui
