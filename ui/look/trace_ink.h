// SPDX-License-Identifier: GPL-3.0-or-later
// What a curve is drawn with: lines and columns in the pen's colour, but where its dash pattern has a gap. Dashes are counted along
// the axis of the steps. Only plots include this.
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
    /// Nothing is seen before.
    void finish();

private:
    struct Dash
    {
        bool isOn;
        double end; ///< where the next begins
    };
    Dash dashAt(double x) const;

    QCPPainter& m_painter;
    QColor m_color;
    double m_width;
    QRect m_clip;
    std::vector<double> m_ends; ///< of dashes and gaps in turn, in pixels; empty: none
    QVector<QLineF> m_lines;
    std::vector<PixelColumn> m_columns;
};

} // namespace ulpscope::ui
