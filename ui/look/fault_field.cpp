// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/fault_field.h"

#include "ui/look/theme.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace ulpscope::ui {

void FaultField::setErrorPosition(int position)
{
    m_errorPosition = position;
    update();
}

void FaultField::setWrong(const QString& right)
{
    m_isWrong = true;
    m_right = right;
    update();
}

void FaultField::setRight()
{
    m_isWrong = false;
    update();
}

void FaultField::underline(int from, int length)
{
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QRect inside = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    // Where the text begins, also when it is scrolled: the cursor tells.
    const int scrolled
        = cursorRect().center().x() - fontMetrics().horizontalAdvance(text().left(cursorPosition()));
    const int before = fontMetrics().horizontalAdvance(text().left(from));
    const int width = std::max(fontMetrics().horizontalAdvance(text().mid(from, length)), 8);
    QPainter painter(this);
    painter.setClipRect(inside.adjusted(0, 0, 0, 2));
    painter.fillRect(
        QRect(scrolled + before, inside.bottom() - 4, width, 3), severityColor(Severity::Failure, palette()));
}

void FaultField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_isWrong)
        underline(0, int(text().size()));
    else if (m_errorPosition >= 0)
        underline(m_errorPosition, 1);
}

} // namespace ulpscope::ui
