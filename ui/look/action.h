// SPDX-License-Identifier: GPL-3.0-or-later
// Actions and menus as the window has them: with an id for tests, and one explanation for tool tip and status bar.
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QMenu;
class QObject;

namespace ulpscope::ui {

QAction* makeAction(QObject* parent, const QString& id, const QString& text, const QString& toolTip,
    const QKeySequence& shortcut = {});
/// A new last entry of `menu`; id: of the entry.
QMenu* addSubmenu(QMenu* menu, const QString& id, const QString& text, const QString& toolTip);

} // namespace ulpscope::ui
