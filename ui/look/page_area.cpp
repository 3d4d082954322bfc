// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/page_area.h"

namespace ulpscope::ui {

PageArea::PageArea(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
}

/// A page that is hidden passes its focus on, and QScrollArea would then scroll to what had it.
bool PageArea::focusNextPrevChild(bool isNext)
{
    return isVisible() ? QScrollArea::focusNextPrevChild(isNext)
                       : QAbstractScrollArea::focusNextPrevChild(isNext);
}

/// QScrollArea answers a page's new size at once, with another where a scroll bar comes or goes, and is told of that within the answer. A page
/// that needs the bar in one of two widths alone would end the program by its stack.
bool PageArea::eventFilter(QObject* watched, QEvent* event)
{
    constexpr int kMaxTurns = 8;
    if (m_turns == kMaxTurns)
        return false;
    ++m_turns;
    const bool isTaken = QScrollArea::eventFilter(watched, event);
    --m_turns;
    return isTaken;
}

} // namespace ulpscope::ui
