// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the eye to a widget whose value changed by itself: a coloured frame that fades.
#pragma once

class QWidget;

namespace ulpscope::ui {

void flash(QWidget* widget);

} // namespace ulpscope::ui
