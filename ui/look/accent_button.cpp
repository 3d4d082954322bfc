// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/accent_button.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace ulpscope::ui {

void AccentButton::setSeverity(Severity severity)
{
    m_severity = severity;
    update();
}

QSize AccentButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 32, fontMetrics().height() + 12};
}

void AccentButton::paintEvent(QPaintEvent*)
{
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (frame.isEmpty()) // its arcs would be of NaN
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = severityColor(m_severity, palette());
    if (isDown() || underMouse())
        fill = isDark(palette()) ? fill.lighter(115) : fill.darker(115);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Text), 2) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(frame, 4, 4);
    painter.setPen(palette().color(QPalette::Base));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextShowMnemonic, text());
}

} // namespace ulpscope::ui
