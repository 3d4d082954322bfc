// SPDX-License-Identifier: GPL-3.0-or-later
// What the plots of this room share: a plot that leaves the mouse to the panel around it, and a layer of its own for the cursor.
#pragma once

#include <QColor>

class QCPLayer;
class QCustomPlot;
class QWidget;

namespace ulpscope::ui {

/// Made in `panel`, which gets mouse, wheel and keys itself: what is drawn is replaced while a button may be held.
QCustomPlot* makeCanvas(QWidget* panel, const QString& id);

/// Drawn anew by itself when the cursor moves.
QCPLayer* cursorLayer(QCustomPlot& plot);

/// Mixes two colours.
QColor mixedColor(const QColor& from, const QColor& to, double share);

} // namespace ulpscope::ui
