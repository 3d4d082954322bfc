// SPDX-License-Identifier: GPL-3.0-or-later
// What a painted widget is to a screen reader: Qt takes one that it does not know for a mere container, which readers pass over.
#pragma once

#include <QAccessible>

class QWidget;

namespace ulpscope::ui {

/// Before the widget is asked for the first time, as in its constructor.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

} // namespace ulpscope::ui
