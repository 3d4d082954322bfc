// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/tabs.h"

#include <QTabWidget>

namespace ulpscope::ui {

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
    return tabs && tabOf(*tabs, inside) == tabs->currentIndex();
}

void bringToFront(const QWidget& inside)
{
    QTabWidget* tabs = tabsAround(inside);
    if (const int tab = tabs ? tabOf(*tabs, inside) : -1; tab >= 0)
        tabs->setCurrentIndex(tab);
}

} // namespace ulpscope::ui
