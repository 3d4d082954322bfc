// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/trace_ink.h"

#include <QtMath>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kMargin = 20; ///< pixels drawn outside of what is seen
constexpr float kGapInk = 0.3F; ///< of the pen's

} // namespace

TraceInk::TraceInk(QCPPainter& painter, const QPen& pen, const QRect& clip)
    : m_painter(painter)
    , m_color(pen.color())
    , m_width(std::max(1.0, pen.widthF()))
    , m_clip(clip)
{
    double end = 0;
    for (const double length : pen.dashPattern())
        m_ends.push_back(end += length * m_width);
    m_dashes.columns.reserve(static_cast<std::size_t>(std::max(0, clip.width() + 2)));
}

void TraceInk::line(double x0, double y0, double x1, double y1)
{
    if (m_ends.empty()) {
        m_dashes.lines.append(QLineF(x0, y0, x1, y1));
        return;
    }
    if (!(x0 < x1)) {
        strokesAt(x0).lines.append(QLineF(x0, y0, x1, y1));
        return;
    }
    const double slope = (y1 - y0) / (x1 - x0);
    const double last
        = std::min(x1, m_clip.right() + kMargin); // from a sample far outside there is no end of dashes
    for (double from = std::max(x0, m_clip.left() - kMargin); from < last;) {
        const auto [isOn, end] = dashAt(from);
        const double to = std::min(last, end);
        (isOn ? m_dashes : m_gaps)
            .lines.append(QLineF(from, y0 + (from - x0) * slope, to, y0 + (to - x0) * slope));
        from = to;
    }
}

void TraceInk::column(int x, double top, double bottom)
{
    top = std::max(top - m_width / 2, m_clip.top() - kMargin);
    bottom = std::min(bottom + m_width / 2, m_clip.bottom() + kMargin);
    if (!(top < bottom)) // out of sight
        return;
    strokesAt(x).columns.push_back({x, qFloor(top), qCeil(bottom)});
}

void TraceInk::finish()
{
    QColor pale = m_color;
    pale.setAlphaF(pale.alphaF() * kGapInk);
    draw(m_gaps, pale);
    draw(m_dashes, m_color);
}

void TraceInk::draw(const Strokes& strokes, const QColor& color)
{
    const bool isAntialiased = m_painter.testRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    const std::vector<QRect> cover = coverOf(strokes.columns);
    m_painter.drawRects(cover.data(), int(cover.size()));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setRenderHint(QPainter::Antialiasing, isAntialiased);
    // Round caps of a pen wider than a pixel cost Qt's raster engine six times as much.
    m_painter.setPen(QPen(color, m_width, Qt::SolidLine, m_ends.empty() ? Qt::SquareCap : Qt::FlatCap));
    m_painter.drawLines(strokes.lines);
}

TraceInk::Strokes& TraceInk::strokesAt(double x)
{
    return m_ends.empty() || dashAt(x).isOn ? m_dashes : m_gaps;
}

TraceInk::Dash TraceInk::dashAt(double x) const
{
    constexpr double kRounding = 1e-6; // of x, so that a dash never ends where it begins
    const double period = m_ends.back();
    const double start = m_clip.left() + std::floor((x - m_clip.left()) / period) * period;
    for (std::size_t i = 0; i < m_ends.size(); ++i)
        if (start + m_ends[i] > x + kRounding)
            return {i % 2 == 0, start + m_ends[i]};
    return {true, start + period + m_ends[0]};
}

} // namespace ulpscope::ui
