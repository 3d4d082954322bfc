// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace ulpscope::ui {

FlowLayout::FlowLayout(int gap, QWidget* parent)
    : QLayout(parent)
    , m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    arrange(area, true);
}

int FlowLayout::arrange(const QRect& area, bool moves) const
{
    int x = 0;
    int y = 0;
    int lineHeight = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const QSize size(std::min(item->sizeHint().width(), area.width()), item->sizeHint().height());
        if (x > 0 && x + size.width() > area.width()) {
            x = 0;
            y += lineHeight;
            lineHeight = 0;
        }
        if (moves)
            item->setGeometry({area.topLeft() + QPoint(x, y), size});
        x += size.width() + m_gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    return y + lineHeight;
}

} // namespace ulpscope::ui
