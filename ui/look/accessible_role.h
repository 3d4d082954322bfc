// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a painted widget a role for screen readers. Qt takes a widget that it does not know for a container, which readers pass over.
#pragma once

#include <QAccessible>

class QWidget;

namespace ulpscope::ui {

/// In the widget's constructor: readers do not hear of a change.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

} // namespace ulpscope::ui
