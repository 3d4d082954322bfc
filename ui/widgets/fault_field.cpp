// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fault_field.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace ulpscope::ui {

void FaultField::setErrorPosition(int position)
{
    m_errorPosition = position;
    update();
}

void FaultField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_errorPosition < 0)
        return;
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QRect inside = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    // Where the text begins, also when it is scrolled: the cursor tells.
    const int scrolled
        = cursorRect().center().x() - fontMetrics().horizontalAdvance(text().left(cursorPosition()));
    const int before = fontMetrics().horizontalAdvance(text().left(m_errorPosition));
    const int width = std::max(fontMetrics().horizontalAdvance(text().mid(m_errorPosition, 1)), 8);
    QPainter painter(this);
    painter.fillRect(
        QRect(scrolled + before, inside.bottom() - 4, width, 3), severityColor(Severity::Failure, palette()));
}

} // namespace ulpscope::ui
