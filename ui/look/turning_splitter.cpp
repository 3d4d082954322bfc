// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/turning_splitter.h"

namespace ulpscope::ui {

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
    const bool isNarrow = width() < m_besideCharacters * fontMetrics().averageCharWidth();
    setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
    QSplitter::resizeEvent(event);
}

} // namespace ulpscope::ui
