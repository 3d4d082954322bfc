// SPDX-License-Identifier: GPL-3.0-or-later
// An action as the window has them: with an id for tests, and one explanation for tool tip and status bar.
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QObject;

namespace ulpscope::ui {

QAction* makeAction(QObject* parent, const QString& id, const QString& text, const QString& toolTip,
    const QKeySequence& shortcut = {});

} // namespace ulpscope::ui
