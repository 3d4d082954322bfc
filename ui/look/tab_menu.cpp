// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/tab_menu.h"

#include "ui/look/describe.h"

#include <QEvent>
#include <QMenu>
#include <QTabBar>
#include <QTabWidget>

namespace ulpscope::ui {

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
