// SPDX-License-Identifier: GPL-3.0-or-later
// Where a plot's data is drawn, for who draws above it: on which widget, in which part of it, and which pixel is which value.
#pragma once

#include <QPointF>
#include <QRect>

#include <functional>
#include <vector>

class QWidget;

namespace ulpscope::ui {

/// Holds until the plot is drawn again.
struct PlotFrame
{
    QWidget* canvas = nullptr;
    QRect data; ///< pixels of the canvas
    std::function<QPointF(const QPointF&)>
        toPixel; ///< the pixel of a value; not finite where a logarithmic axis has no place for it
    std::function<QPointF(const QPointF&)> toValue;
    std::function<std::vector<QPointF>()> crosses
        = {}; ///< values where one stands; empty: the plot has no such marks
};

} // namespace ulpscope::ui
