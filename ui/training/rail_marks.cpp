// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/rail_marks.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kSpacing = 2.5; ///< pixels between marks that are drawn

} // namespace

RailMarks::RailMarks(QCustomPlot& plot, QCPAxisRect& axisRect, const QVector<double>& steps)
    : QCPAbstractItem(&plot)
    , m_axisRect(axisRect)
    , m_steps(steps)
{
    setClipAxisRect(&axisRect);
    setSelectable(false);
}

void RailMarks::draw(QCPPainter* painter)
{
    const QCPAxis& axis = *m_axisRect.axis(QCPAxis::atBottom);
    m_mark.applyTo(painter, m_mark.pen());
    const double y = m_axisRect.top() + m_height;
    const auto end = m_steps.constEnd();
    auto step
        = std::lower_bound(m_steps.constBegin(), end, axis.pixelToCoord(m_axisRect.left() - m_mark.size()));
    while (step != end) {
        const double x = axis.coordToPixel(*step);
        if (x > m_axisRect.right() + m_mark.size())
            break;
        m_mark.drawShape(painter, x, y);
        step = std::lower_bound(std::next(step), end, axis.pixelToCoord(x + kSpacing));
    }
}

} // namespace ulpscope::ui
