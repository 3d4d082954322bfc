// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of one series on one rail. Marks closer than a few pixels are drawn once, found by bisection, so that a
// million zeros cost no more than a screen's width. Only plots include this.
#pragma once

#include "ui/look/qcp.h"

namespace ulpscope::ui {

class RailMarks : public QCPAbstractItem
{
public:
    /// steps: in rising order; must outlive this.
    RailMarks(QCustomPlot& plot, QCPAxisRect& axisRect, const QVector<double>& steps);

    /// pixels from the top of the axis rect
    void setHeight(double pixels) { m_height = pixels; }
    void setMark(const QCPScatterStyle& mark) { m_mark = mark; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    QCPAxisRect& m_axisRect;
    const QVector<double>& m_steps;
    QCPScatterStyle m_mark;
    double m_height = 0;
};

} // namespace ulpscope::ui
