// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/action.h"

#include <QAction>
#include <QMenu>

namespace ulpscope::ui {

QAction* makeAction(QObject* parent, const QString& id, const QString& text, const QString& toolTip,
    const QKeySequence& shortcut)
{
    auto* action = new QAction(text, parent);
    action->setObjectName(id);
    action->setToolTip(toolTip);
    action->setStatusTip(toolTip);
    action->setShortcut(shortcut);
    return action;
}

QMenu* addSubmenu(QMenu* menu, const QString& id, const QString& text, const QString& toolTip)
{
    QMenu* submenu = menu->addMenu(text);
    submenu->menuAction()->setObjectName(id);
    submenu->menuAction()->setToolTip(toolTip);
    submenu->setToolTipsVisible(true);
    return submenu;
}

} // namespace ulpscope::ui
