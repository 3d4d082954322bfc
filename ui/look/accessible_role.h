// SPDX-License-Identifier: GPL-3.0-or-later
// What a painted widget is to a screen reader: Qt takes one that it does not know for a mere container, which readers pass over.
#pragma once

#include <QAccessible>

class QWidget;

namespace ulpscope::ui {

/// In the widget's constructor: readers do not hear of a change.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

} // namespace ulpscope::ui
