// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as it leaves the window: as a picture or as numbers, with what one must know to read it.
#pragma once

#include "ui/look/models/plot_table.h"

#include <QSize>

#include <functional>

class QCustomPlot;
class QPainter;

namespace ulpscope::ui {

struct PlotContent
{
    QString title;
    QStringList facts = {}; ///< a line each: policy, seed, steps
    QCustomPlot* canvas = nullptr; ///< null: `paint` paints it
    /// Draws the canvas in light colours, or again in the window's.
    std::function<void(bool forExport)> recolor = {};
    QSize size = {}; ///< size of what `paint` paints, in pixels of the screen
    std::function<void(QPainter& painter)> paint = {};
    /// Table of the visible values.
    std::function<PlotTable()> table = {};
    /// The graph that it is a picture of, in Graphviz's language.
    std::function<QByteArray()> graphviz = {};
    /// The row of the table that a cursor is pinned to; none: all of them are what is copied.
    std::function<PlotTable()> atCursor = {};
};

} // namespace ulpscope::ui
