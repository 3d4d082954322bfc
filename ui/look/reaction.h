// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a widget react when it is shown, or when its colours or font change, without a subclass.
#pragma once

#include <QEvent>

#include <functional>
#include <initializer_list>

class QWidget;

namespace ulpscope::ui {

/// Calls `react` when an event of one of these types comes to the widget, just before the widget itself handles it.
void onEvent(QWidget* widget, std::initializer_list<QEvent::Type> types, std::function<void()> react);

} // namespace ulpscope::ui
