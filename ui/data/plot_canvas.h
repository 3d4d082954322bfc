// SPDX-License-Identifier: GPL-3.0-or-later
// What the plots of this room share: a plot that leaves the mouse to the panel around it, a layer of its own for the cursor,
// and copies in light colours.
#pragma once

#include "ui/look/plot_theme.h"

#include <functional>

class QCPLayer;
class QCustomPlot;
class QWidget;

namespace ulpscope::ui {

/// Made in `panel`, which gets mouse, wheel and keys itself: what is drawn is replaced while a button may be held.
QCustomPlot* makeCanvas(QWidget* panel, const QString& id);

/// Drawn anew by itself when the cursor moves.
QCPLayer* cursorLayer(QCustomPlot& plot);

/// Between two colours.
QColor mixedColor(const QColor& from, const QColor& to, double share);

/// The plot in light colours on the clipboard, at twice the size. draw(theme) draws it anew.
void copyPlot(QCustomPlot& plot, const std::function<void(const PlotTheme&)>& draw, const PlotTheme& shown);

} // namespace ulpscope::ui
