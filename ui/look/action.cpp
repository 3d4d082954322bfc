// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/action.h"

#include <QAction>

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

} // namespace ulpscope::ui
