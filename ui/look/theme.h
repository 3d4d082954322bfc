// SPDX-License-Identifier: GPL-3.0-or-later
// The window's colours: a light and a dark palette on the Fusion style, and one colour per severity. Qt 6.4
// cannot ask the desktop for its colour scheme, so dark is guessed from the palette that the platform gave
// us.
#pragma once

#include "app/judge/runs/severity.h"

#include <QColor>
#include <QPalette>

namespace ulpscope::ui {

enum class Theme { Light, Dark };

QPalette themePalette(Theme theme);
bool isDark(const QPalette& palette);

/// Fusion with our palette, for the whole program. No style sheet: with one, widgets no longer follow the
/// program's font.
void applyTheme(Theme theme);

/// Text and icon colour of a severity, at least 4.5 : 1 against the base of the palette.
QColor severityColor(Severity severity, const QPalette& palette);
/// A calm background of the same hue.
QColor severityTint(Severity severity, const QPalette& palette);
/// Captions and other secondary text, at least 4.5 : 1 against the base.
QColor mutedText(const QPalette& palette);
/// Hairlines around tiles and plots.
QColor hairline(const QPalette& palette);

} // namespace ulpscope::ui
