// SPDX-License-Identifier: GPL-3.0-or-later
// What any plot can be asked for, as entries of a menu: they are for the plot that has the focus, or else for the first one in
// sight.
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace ulpscope::ui {

/// The actions are the window's.
QList<QAction*> makePlotActions(QWidget* window);

} // namespace ulpscope::ui
