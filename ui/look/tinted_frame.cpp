// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/tinted_frame.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace ulpscope::ui {

void TintedFrame::setSeverity(Severity severity)
{
    m_severity = severity;
    update();
}

void TintedFrame::paintEvent(QPaintEvent*)
{
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (frame.isEmpty()) // its arcs would be of NaN
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(severityColor(m_severity, palette()), 1));
    painter.setBrush(severityTint(m_severity, palette()));
    painter.drawRoundedRect(frame, 6, 6);
}

} // namespace ulpscope::ui
