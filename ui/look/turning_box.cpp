// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/turning_box.h"

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

} // namespace ulpscope::ui
