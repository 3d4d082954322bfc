// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/mark_rail.h"

#include "ui/look/plot_theme.h"

#include <algorithm>
#include <cmath>

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

namespace {

constexpr double kMarkSize = 4; ///< pixels from a mark's centre to its edge
constexpr double kReach = 6; ///< pixels within which the pointer means a mark
constexpr double kMarkSpacing = 3; ///< pixels between marks of a kind that are drawn

QPolygonF shapeOf(MarkKind kind, double x, double y)
{
    const double s = kMarkSize;
    switch (kind) {
    case MarkKind::Layer:
        return {{{x, y - s}, {x + s, y}, {x, y + s}, {x - s, y}}};
    case MarkKind::Alarm:
        return {{{x, y - s}, {x + s, y + s}, {x - s, y + s}}};
    case MarkKind::Note:
        return {{{x, y + s}, {x, y - s}, {x + 2 * s, y - s / 2}, {x, y}}};
    case MarkKind::Event:
        break;
    }
    return {};
}

} // namespace

MarkRail::MarkRail(QCustomPlot* plot, const QCPAxisRect& steps)
    : QCPLayoutElement(plot)
    , m_steps(steps)
{
    setMargins(QMargins());
}

void MarkRail::applyTheme(const PlotTheme& theme, const QFont& font)
{
    m_line = theme.frame;
    m_event = theme.muted;
    m_layer = theme.candidate;
    m_alarm = theme.alarm;
    m_note = theme.second;
    const int height = std::max(int(2 * kMarkSize) + 4, QFontMetrics(font).height() - 2);
    setMinimumSize(0, height);
    setMaximumSize(QWIDGETSIZE_MAX, height);
}

double MarkRail::pixelOf(std::int64_t step) const
{
    return m_steps.axis(QCPAxis::atBottom)->coordToPixel(double(step));
}

std::optional<std::int64_t> MarkRail::markAt(const QPointF& position) const
{
    std::optional<std::int64_t> nearest;
    double reach = kReach;
    if (rect().contains(position.toPoint()))
        for (const StepMark& mark : m_marks)
            if (const double apart = std::fabs(pixelOf(mark.step) - position.x()); apart <= reach) {
                reach = apart;
                nearest = mark.step;
            }
    return nearest;
}

void MarkRail::draw(QCPPainter* painter)
{
    const double y = rect().center().y();
    painter->setPen(QPen(m_line, 1));
    painter->drawLine(QLineF(m_steps.left(), y, m_steps.right(), y));
    painter->setPen(Qt::NoPen);
    for (const MarkKind kind : {MarkKind::Event, MarkKind::Layer, MarkKind::Alarm, MarkKind::Note}) {
        painter->setBrush(kind == MarkKind::Event ? m_event
                : kind == MarkKind::Layer         ? m_layer
                : kind == MarkKind::Alarm         ? m_alarm
                                                  : m_note);
        double last = -kMarkSpacing;
        for (const StepMark& mark : m_marks) {
            const double x = pixelOf(mark.step);
            if (mark.kind != kind || x < m_steps.left() - 1 || x > m_steps.right() + 1
                || x - last < kMarkSpacing)
                continue;
            last = x;
            if (kind == MarkKind::Event)
                painter->drawEllipse(QPointF(x, y), kMarkSize - 1.5, kMarkSize - 1.5);
            else
                painter->drawPolygon(shapeOf(kind, x, y));
        }
    }
}

} // namespace ulpscope::ui
