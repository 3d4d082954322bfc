// SPDX-License-Identifier: GPL-3.0-or-later
// What a curve is drawn with: lines and columns in the pen's colour, and pale where its dash pattern has a gap, so that no peak is lost
// in one. Dashes are counted along the axis of the steps. Only plots include this.
#pragma once

#include "ui/look/models/column_cover.h"
#include "ui/look/qcp.h"

#include <vector>

namespace ulpscope::ui {

class TraceInk
{
public:
    /// clip: what is seen, in pixels. The painter must outlive this.
    TraceInk(QCPPainter& painter, const QPen& pen, const QRect& clip);

    void line(double x0, double y0, double x1, double y1);
    /// From `top` to `bottom`, one pixel wide; from left to right.
    void column(int x, double top, double bottom);
    /// Draws the collected lines; before this nothing is visible.
    void finish();

private:
    struct Dash
    {
        bool isOn;
        double end; ///< where the next begins
    };
    struct Strokes
    {
        QVector<QLineF> lines;
        std::vector<PixelColumn> columns;
    };
    Dash dashAt(double x) const;
    Strokes& strokesAt(double x);
    void draw(const Strokes& strokes, const QColor& color);

    QCPPainter& m_painter;
    QColor m_color;
    double m_width;
    QRect m_clip;
    std::vector<double> m_ends; ///< of dashes and gaps in turn, in pixels; empty: none
    Strokes m_dashes;
    Strokes m_gaps;
};

} // namespace ulpscope::ui
