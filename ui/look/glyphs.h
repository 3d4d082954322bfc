// SPDX-License-Identifier: GPL-3.0-or-later
// The program's icons, painted rather than loaded: sharp at every scale and in the colour of the text around
// them, also after a change of theme.
#pragma once

#include "app/judge/runs/severity.h"

#include <QColor>
#include <QIcon>

#include <optional>

class QPainter;
class QRectF;

namespace ulpscope::ui {

enum class Glyph {
    Play,
    Pause,
    Step,
    Stop,
    Reset,
    Add,
    Remove,
    Up,
    Down,
    Open,
    Save,
    Undo,
    Redo,
    Export,
    Copy,
    Fit,
    Help,
    More,
    Good,
    Notice,
    Warning,
    Failure
};

Glyph severityGlyph(Severity severity);

/// In the palette's button text colour unless `color` is given.
QIcon glyphIcon(Glyph glyph, std::optional<QColor> color = {});

void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& box, const QColor& color);

} // namespace ulpscope::ui
