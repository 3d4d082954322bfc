// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/band.h"

#include <algorithm>
#include <cmath>

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

} // namespace ulpscope::ui
