// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/trace.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// Samples a pixel from which columns are drawn in place of lines.
constexpr double kDense = 2;
/// A column that reaches no further is a piece of a smooth curve.
constexpr double kSmooth = 1.5;
constexpr double kMargin = 20; ///< pixels drawn outside of what is seen

using Step = QVector<double>::const_iterator;

/// The first step in [begin, end) that is not below `bound`, looked for around begin + guess.
Step firstFrom(double bound, Step begin, Step end, qsizetype guess)
{
    qsizetype low = 0; // the steps before it are below
    qsizetype high = end - begin; // those from it on are not
    for (qsizetype at = guess, stride = 1; low < high && at < high; at += stride, stride *= 2) {
        if (begin[at] >= bound) {
            high = at;
            break;
        }
        low = at + 1;
    }
    for (qsizetype at = high - 1, stride = 1; low < high && at >= low; at -= stride, stride *= 2) {
        if (begin[at] < bound) {
            low = at + 1;
            break;
        }
        high = at;
    }
    return std::lower_bound(begin + low, begin + high, bound);
}

} // namespace

/// Lines and columns in the pen's colour, but where its dash pattern has a gap.
class Trace::Ink
{
public:
    Ink(QCPPainter& painter, const QPen& pen, const QRect& clip)
        : m_painter(painter)
        , m_color(pen.color())
        , m_width(std::max(1.0, pen.widthF()))
        , m_clip(clip)
    {
        double end = 0;
        for (const double length : pen.dashPattern())
            m_ends.push_back(end += length * m_width);
    }

    void line(double x0, double y0, double x1, double y1)
    {
        if (m_ends.empty()) {
            m_lines.append(QLineF(x0, y0, x1, y1));
            return;
        }
        if (!(x0 < x1)) {
            if (dashAt(x0).isOn)
                m_lines.append(QLineF(x0, y0, x1, y1));
            return;
        }
        const double slope = (y1 - y0) / (x1 - x0);
        const double last
            = std::min(x1, m_clip.right() + kMargin); // from a sample far outside there is no end of dashes
        for (double from = std::max(x0, m_clip.left() - kMargin); from < last;) {
            const auto [isOn, end] = dashAt(from);
            const double to = std::min(last, end);
            if (isOn)
                m_lines.append(QLineF(from, y0 + (from - x0) * slope, to, y0 + (to - x0) * slope));
            from = to;
        }
    }

    /// From `top` to `bottom`, one pixel wide.
    void column(int x, double top, double bottom)
    {
        if (!m_ends.empty() && !dashAt(x).isOn)
            return;
        top = std::max(top - m_width / 2, m_clip.top() - kMargin);
        bottom = std::min(bottom + m_width / 2, m_clip.bottom() + kMargin);
        if (!(top < bottom)) // out of sight
            return;
        const int y = static_cast<int>(std::floor(top));
        m_columns.append(QRect(x, y, 1, static_cast<int>(std::ceil(bottom)) - y));
    }

    void finish()
    {
        const bool isAntialiased = m_painter.testRenderHint(QPainter::Antialiasing);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_color);
        m_painter.drawRects(m_columns);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setRenderHint(QPainter::Antialiasing, isAntialiased);
        m_painter.setPen(QPen(m_color, m_width, Qt::SolidLine, m_ends.empty() ? Qt::RoundCap : Qt::FlatCap));
        m_painter.drawLines(m_lines);
    }

private:
    struct Dash
    {
        bool isOn;
        double end; ///< where the next begins
    };
    Dash dashAt(double x) const
    {
        constexpr double kRounding = 1e-6; // of x, so that a dash never ends where it begins
        const double period = m_ends.back();
        const double start = m_clip.left() + std::floor((x - m_clip.left()) / period) * period;
        for (std::size_t i = 0; i < m_ends.size(); ++i)
            if (start + m_ends[i] > x + kRounding)
                return {i % 2 == 0, start + m_ends[i]};
        return {true, start + period + m_ends[0]};
    }

    QCPPainter& m_painter;
    QColor m_color;
    double m_width;
    QRect m_clip;
    std::vector<double> m_ends; ///< of dashes and gaps in turn, in pixels; empty: none
    QVector<QLineF> m_lines;
    QVector<QRect> m_columns;
};

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
    Ink ink(*painter, mPen, rect);
    applyDefaultAntialiasingHint(painter);
    if (static_cast<double>(end - begin) > kDense * rect.width())
        drawColumns(ink, begin - steps.cbegin(), end - steps.cbegin());
    else
        drawSamples(ink, begin - steps.cbegin(), end - steps.cbegin());
    ink.finish();
}

void Trace::drawSamples(Ink& ink, qsizetype begin, qsizetype end) const
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

void Trace::drawColumns(Ink& ink, qsizetype begin, qsizetype end) const
{
    const QVector<double>& steps = m_data.steps();
    const QRect rect = clipRect();
    const auto last = steps.cbegin() + end;
    auto sample = steps.cbegin() + begin;
    qsizetype perColumn = (end - begin) / std::max(1, rect.width());
    bool isOpen = false; // a column stands to the left
    double lastTop = 0;
    double lastBottom = 0;
    double lastX = 0;
    for (int x = rect.left() - 1; x <= rect.right() + 1 && sample != last; ++x) {
        const auto next = firstFrom(keyAxis()->pixelToCoord(x + 1), sample, last, perColumn);
        perColumn = next - sample;
        if (next == sample)
            continue; // between two samples
        const TraceData::Range range = m_data.range(sample - steps.cbegin(), next - steps.cbegin());
        sample = next;
        if (range.isEmpty()) {
            isOpen = false;
            continue;
        }
        double top = valueAxis()->coordToPixel(range.high);
        double bottom = valueAxis()->coordToPixel(range.low);
        const double middle = (top + bottom) / 2;
        const double lastMiddle = (lastTop + lastBottom) / 2;
        if (isOpen && (bottom - top < kSmooth || x - lastX > 1.5)) {
            ink.line(lastX + 0.5, lastMiddle, x + 0.5, middle);
        } else if (isOpen) { // so that a jump from one column to the next is a line
            top = std::min(top, lastBottom);
            bottom = std::max(bottom, lastTop);
        }
        if (bottom - top >= kSmooth || !isOpen)
            ink.column(x, top, bottom);
        isOpen = true;
        lastTop = top;
        lastBottom = bottom;
        lastX = x;
    }
}

} // namespace ulpscope::ui
