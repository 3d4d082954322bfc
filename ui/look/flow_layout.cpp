// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/flow_layout.h"

#include <QHBoxLayout>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

bool takesRest(const QLayoutItem& item)
{
    return item.expandingDirections() & Qt::Horizontal;
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent, int spacing)
    : QLayout(parent)
{
    setSpacing(spacing);
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    while (!m_items.isEmpty()) // one that is a layout takes itself out
        delete m_items.takeFirst();
}

void FlowLayout::addPair(QWidget* label, QWidget* field)
{
    auto* pair = new QHBoxLayout;
    pair->setSpacing(spacing());
    addChildLayout(pair);
    pair->addWidget(label);
    pair->addWidget(field, 1);
    addItem(pair);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

std::vector<FlowLayout::Line> FlowLayout::lines(int width) const
{
    std::vector<Line> lines;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const int needed = item->sizeHint().width();
        if (lines.empty() || lines.back().width + spacing() + needed > width)
            lines.push_back({{}, -spacing(), 0});
        Line& line = lines.back();
        line.items.push_back(item);
        line.width += spacing() + needed;
        line.height = std::max(line.height, item->sizeHint().height());
    }
    return lines;
}

int FlowLayout::heightAt(int width) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom();
    const std::vector<Line> all = lines(width - margins.left() - margins.right());
    for (const Line& line : all)
        height += line.height + (&line == &all.front() ? 0 : spacing());
    return height;
}

QSize FlowLayout::minimumSize() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            width = std::max(width, item->minimumSize().width());
    const QMargins margins = contentsMargins();
    return {width + margins.left() + margins.right(), heightAt(m_width)};
}

QSize FlowLayout::sizeHint() const
{
    int width = -spacing();
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            width += spacing() + item->sizeHint().width();
    const QMargins margins = contentsMargins();
    return {std::max(0, width) + margins.left() + margins.right(), heightAt(m_width)};
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const int before = heightAt(m_width);
    m_width = rect.width();
    if (heightAt(m_width) != before)
        update(); // the widget around it gives it the height
    const QRect inside = rect.marginsRemoved(contentsMargins());
    int y = inside.top();
    for (const Line& line : lines(inside.width())) {
        int growing = 0;
        for (const QLayoutItem* item : line.items)
            growing += takesRest(*item) ? 1 : 0;
        int rest = std::max(0, inside.width() - line.width);
        int x = inside.left();
        for (QLayoutItem* item : line.items) {
            int width = item->sizeHint().width();
            if (takesRest(*item)) {
                const int share = rest / growing--;
                width += std::min(share, item->maximumSize().width() - width);
                rest -= share;
            }
            width = std::min(width, inside.width());
            const int height = std::min(line.height, item->maximumSize().height());
            item->setGeometry({x, y + (line.height - height) / 2, width, height});
            x += width + spacing();
        }
        y += line.height + spacing();
    }
}

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
    setMinimumWidth(1); // the splitter turns before it is squeezed
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
