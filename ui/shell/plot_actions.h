// SPDX-License-Identifier: GPL-3.0-or-later
// Menu entries for plots. They apply to the plot that has the focus, otherwise to the first visible one.
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace ulpscope::ui {

/// The actions are the window's.
QList<QAction*> makePlotActions(QWidget* window);

} // namespace ulpscope::ui
