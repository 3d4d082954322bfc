// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/buttons.h"

#include "ui/look/theme.h"

#include <QPainter>
#include <QStyleOption>
#include <QStylePainter>

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
    if (frame.isEmpty()) // the size is empty, and arcs would be of NaN
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

namespace {

constexpr int kAround = 3; ///< pixels between the text and the frame of the focus
constexpr int kFewestCharacters = 10;

} // namespace

LinkButton::LinkButton(QWidget* parent)
    : QPushButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAutoDefault(true); // Return presses it
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(text()) + 1; // advances are fractions of a pixel
    return {width + 2 * kAround, fontMetrics().height() + 2 * kAround};
}

QSize LinkButton::minimumSizeHint() const
{
    const int narrow = kFewestCharacters * fontMetrics().averageCharWidth();
    return {std::min(narrow, sizeHint().width()), sizeHint().height()};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    const QRect inside = rect().adjusted(kAround, kAround, -kAround, -kAround);
    if (isEnabled()) {
        QFont underlined = font();
        underlined.setUnderline(true);
        painter.setFont(underlined);
    }
    // A disabled bold button shows where the user is.
    const QColor ink = isEnabled() ? palette().color(QPalette::Link)
        : font().bold()            ? palette().color(QPalette::Active, QPalette::WindowText)
                                   : palette().color(QPalette::WindowText);
    painter.setPen(isEnabled() && (isDown() || underMouse()) ? palette().color(QPalette::WindowText) : ink);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(text(), Qt::ElideRight, inside.width()));
    if (!hasFocus())
        return;
    QStyleOptionFocusRect option;
    option.initFrom(this);
    option.rect = rect().adjusted(1, 1, -1, -1);
    painter.drawPrimitive(QStyle::PE_FrameFocusRect, option);
}

} // namespace ulpscope::ui
