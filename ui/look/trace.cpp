// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/trace.h"

#include <QtMath>
#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope::ui {

Band::Band(QCPAxis& steps, QCPAxis& values, const TraceData& low, const TraceData& high)
    : QCPAbstractPlottable(&steps, &values)
    , m_low(low)
    , m_high(high)
{
    setPen(Qt::NoPen);
}

QCPRange Band::getKeyRange(bool& isFound, QCP::SignDomain) const
{
    isFound = false;
    return {};
}

QCPRange Band::getValueRange(bool& isFound, QCP::SignDomain, const QCPRange&) const
{
    isFound = false;
    return {};
}

void Band::draw(QCPPainter* painter)
{
    const qsizetype count = std::min(m_low.steps().size(), m_high.steps().size());
    const auto isOn = [&](qsizetype i) {
        return std::isfinite(m_low.values()[i]) && std::isfinite(m_high.values()[i])
            && m_low.steps()[i] == m_high.steps()[i];
    };
    painter->setPen(Qt::NoPen);
    painter->setBrush(brush());
    for (qsizetype begin = 0; begin < count;) {
        qsizetype end = begin;
        while (end < count && isOn(end))
            ++end;
        QPolygonF outline;
        const auto add = [&](const TraceData& edge, qsizetype i) {
            outline += QPointF(
                keyAxis()->coordToPixel(edge.steps()[i]), valueAxis()->coordToPixel(edge.values()[i]));
        };
        for (qsizetype i = begin; i < end; ++i)
            add(m_low, i);
        for (qsizetype i = end; i-- > begin;)
            add(m_high, i);
        painter->drawPolygon(outline);
        begin = end + 1;
    }
}

// Draws a curve: lines and columns in the pen's colour, pale in the gaps of its dash pattern, so that no peak is lost
// in one. Dashes are counted along the axis of the steps.
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
        double end; ///< position at which the next piece begins
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
    std::vector<double> m_ends; ///< where dashes and gaps end in turn, in pixels; empty: the line is solid
    Strokes m_dashes;
    Strokes m_gaps;
};

namespace {

constexpr double kMargin = 20; ///< pixels drawn outside of what is seen
constexpr float kGapInk = 0.3F; ///< share of the pen's opacity

/// Samples a pixel from which columns are drawn in place of lines.
constexpr double kDense = 2;
/// A column that reaches no further is a piece of a smooth curve.
constexpr double kSmooth = 1.5;
/// In pixels: so far a sample may lie beside its column, so that no column is searched for its very first sample.
constexpr double kBeside = 0.125;

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
    constexpr double kRounding = 1e-6; // rounding of x: no dash may end where it begins
    const double period = m_ends.back();
    const double start = m_clip.left() + std::floor((x - m_clip.left()) / period) * period;
    for (std::size_t i = 0; i < m_ends.size(); ++i)
        if (start + m_ends[i] > x + kRounding)
            return {i % 2 == 0, start + m_ends[i]};
    return {true, start + period + m_ends[0]};
}

Trace::Trace(QCPAxis& steps, QCPAxis& values, const TraceData& data)
    : QCPAbstractPlottable(&steps, &values)
    , m_data(data)
{
    setSelectable(QCP::stNone);
}

QCPRange Trace::getKeyRange(bool& isFound, QCP::SignDomain) const
{
    isFound = !m_data.steps().isEmpty();
    return isFound ? QCPRange(m_data.steps().first(), m_data.steps().last()) : QCPRange();
}

QCPRange Trace::getValueRange(bool& isFound, QCP::SignDomain, const QCPRange& steps) const
{
    const QVector<double>& all = m_data.steps();
    const bool isWhole = steps == QCPRange();
    const auto begin = isWhole ? all.cbegin() : std::lower_bound(all.cbegin(), all.cend(), steps.lower);
    const auto end = isWhole ? all.cend() : std::upper_bound(begin, all.cend(), steps.upper);
    const TraceData::Range range = m_data.range(begin - all.cbegin(), end - all.cbegin());
    isFound = !range.isEmpty();
    return isFound ? QCPRange(range.low, range.high) : QCPRange();
}

void Trace::draw(QCPPainter* painter)
{
    const QVector<double>& steps = m_data.steps();
    const QCPRange shown = keyAxis()->range();
    // One more on either side, to which the line goes.
    auto begin = std::lower_bound(steps.cbegin(), steps.cend(), shown.lower);
    auto end = std::upper_bound(begin, steps.cend(), shown.upper);
    begin -= begin == steps.cbegin() ? 0 : 1;
    end += end == steps.cend() ? 0 : 1;
    if (begin == end)
        return;
    const QRect rect = clipRect();
    TraceInk ink(*painter, mPen, rect);
    applyDefaultAntialiasingHint(painter);
    if (static_cast<double>(end - begin) > kDense * rect.width())
        drawColumns(ink, begin - steps.cbegin(), end - steps.cbegin());
    else
        drawSamples(ink, begin - steps.cbegin(), end - steps.cbegin());
    ink.finish();
}

void Trace::drawSamples(TraceInk& ink, qsizetype begin, qsizetype end) const
{
    bool isOpen = false;
    double lastX = 0;
    double lastY = 0;
    for (qsizetype i = begin; i < end; ++i) {
        const double value = m_data.values()[i];
        if (std::isnan(value)) {
            isOpen = false;
            continue;
        }
        const double x = keyAxis()->coordToPixel(m_data.steps()[i]);
        const double y = valueAxis()->coordToPixel(value);
        if (isOpen && m_isStepped) {
            ink.line(lastX, lastY, x, lastY);
            ink.line(x, lastY, x, y);
        } else if (isOpen) {
            ink.line(lastX, lastY, x, y);
        }
        isOpen = true;
        lastX = x;
        lastY = y;
    }
}

void Trace::drawColumns(TraceInk& ink, qsizetype begin, qsizetype end) const
{
    const QRect rect = clipRect();
    const int left = rect.left() - 1;
    std::vector<double> bounds; // bounds of the columns, in steps
    bounds.reserve(static_cast<std::size_t>(rect.width() + 3));
    for (int x = left; x <= rect.right() + 2; ++x)
        bounds.push_back(keyAxis()->pixelToCoord(x));
    const std::vector<TraceData::Stretch> columns = m_data.stretches(bounds, kBeside);
    bool isOpen = false; // something stands to the left
    double lastX = 0; // middle of that column
    double lastTop = 0;
    double lastBottom = 0;
    const auto stand = [&](double x, double top, double bottom) {
        isOpen = true;
        lastX = x;
        lastTop = top;
        lastBottom = bottom;
    };
    const auto lineTo = [&](double x, double y) { ink.line(lastX, (lastTop + lastBottom) / 2, x, y); };
    const auto outside = [&](qsizetype i) {
        return QPointF(
            keyAxis()->coordToPixel(m_data.steps()[i]), valueAxis()->coordToPixel(m_data.values()[i]));
    };

    if (m_data.steps()[begin] < bounds.front() && !std::isnan(m_data.values()[begin]))
        stand(outside(begin).x(), outside(begin).y(), outside(begin).y());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].hasSamples)
            continue; // between two samples
        const TraceData::Range range = columns[i].range;
        if (range.isEmpty()) {
            isOpen = false;
            continue;
        }
        const int x = left + static_cast<int>(i);
        const double top = valueAxis()->coordToPixel(range.high);
        const double bottom = valueAxis()->coordToPixel(range.low);
        const bool isSmooth = bottom - top < kSmooth;
        const bool hasLine = isOpen && (isSmooth || x + 0.5 - lastX > 1.5);
        if (hasLine)
            lineTo(x + 0.5, (top + bottom) / 2);
        if (isOpen && !hasLine) // a jump from one column to the next is a line
            ink.column(x, std::min(top, lastBottom), std::max(bottom, lastTop));
        else if (!isOpen || !isSmooth)
            ink.column(x, top, bottom);
        stand(x + 0.5, top, bottom);
    }
    if (isOpen && m_data.steps()[end - 1] >= bounds.back() && !std::isnan(m_data.values()[end - 1]))
        lineTo(outside(end - 1).x(), outside(end - 1).y());
}

} // namespace ulpscope::ui
