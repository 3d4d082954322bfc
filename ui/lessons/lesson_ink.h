// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of what a lesson draws over the window, the ring and the guesses: neither the focus' nor any curve's.
#pragma once

#include "ui/look/theme.h"

namespace ulpscope::ui {

inline QColor lessonInk(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xff, 0xb0, 0x3b) : QColor(0xc2, 0x41, 0x0c);
}

} // namespace ulpscope::ui
