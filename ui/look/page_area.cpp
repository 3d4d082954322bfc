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

} // namespace ulpscope::ui
