// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/trace.h"

#include "ui/look/trace_ink.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// Samples a pixel from which columns are drawn in place of lines.
constexpr double kDense = 2;
/// A column that reaches no further is a piece of a smooth curve.
constexpr double kSmooth = 1.5;
/// In pixels: so far a sample may lie beside its column, so that no column is searched for its very first sample.
constexpr double kBeside = 0.125;

} // namespace

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
    std::vector<double> bounds; // of the columns, in steps
    bounds.reserve(static_cast<std::size_t>(rect.width() + 3));
    for (int x = left; x <= rect.right() + 2; ++x)
        bounds.push_back(keyAxis()->pixelToCoord(x));
    const std::vector<TraceData::Stretch> columns = m_data.stretches(bounds, kBeside);
    bool isOpen = false; // something stands to the left
    double lastX = 0; // its middle
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
