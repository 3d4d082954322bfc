// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/turning.h"

#include <QStyle>

#include <utility>

namespace ulpscope::ui {

TurningBox::TurningBox(std::function<int()> leastWidth, QWidget* parent)
    : QBoxLayout(QBoxLayout::LeftToRight, parent)
    , m_leastWidth(std::move(leastWidth))
{
}

void TurningBox::setGeometry(const QRect& rect)
{
    const Direction wanted = rect.width() < m_leastWidth() ? TopToBottom : LeftToRight;
    if (wanted != direction())
        setDirection(wanted);
    QBoxLayout::setGeometry(rect);
}

TurningSplitter::TurningSplitter(const QString& id, int besideCharacters, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_besideCharacters(besideCharacters)
{
    setObjectName(id);
    setChildrenCollapsible(false);
    setMinimumWidth(1); // it turns before it is squeezed
}

void TurningSplitter::resizeEvent(QResizeEvent* event)
{
    // What lies one above the other stays so until there is room for a scroll bar too: where a page needs that bar in one of the
    // two ways alone, they would take turns for ever.
    const int room = orientation() == Qt::Vertical ? 2 * style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0;
    const bool isNarrow = width() < m_besideCharacters * fontMetrics().averageCharWidth() + room;
    setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
    QSplitter::resizeEvent(event);
}

} // namespace ulpscope::ui
