// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/picture_area.h"

#include "ui/picture/picture_access.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

PictureArea::PictureArea(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    installPictureAccess();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
}

void PictureArea::setItems(const ItemDrawing& drawing)
{
    m_items = &drawing;
    if (!drawing.rectOf(m_current).isValid())
        m_current = {};
    const QSize size = drawing.size().toSize();
    horizontalScrollBar()->setRange(0, size.width() - viewport()->width());
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setRange(0, size.height() - viewport()->height());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height());
    setAccessibleDescription(drawing.summary());
    updateGeometry();
    viewport()->update();
}

QSize PictureArea::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return {20 * line, 8 * line};
}

QPointF PictureArea::corner() const
{
    const QSizeF room = QSizeF(viewport()->size()) - m_items->size();
    return {room.width() > 0 ? std::floor(room.width() / 2) : -horizontalScrollBar()->value(),
        room.height() > 0 ? std::floor(room.height() / 2) : -verticalScrollBar()->value()};
}

QRect PictureArea::placeOf(const PictureItem& item) const
{
    return m_items->rectOf(item).translated(corner()).toAlignedRect();
}

void PictureArea::setCurrent(const PictureItem& item)
{
    if (!item || item == m_current)
        return;
    m_current = item;
    keepInSight(item);
    viewport()->update();
    if (!hasFocus())
        return;
    const std::vector<PictureItem>& items = m_items->items();
    QAccessibleEvent event(this, QAccessible::Focus);
    event.setChild(int(std::find(items.begin(), items.end(), item) - items.begin()));
    QAccessible::updateAccessibility(&event);
}

void PictureArea::keepInSight(const PictureItem& item)
{
    const QRect place = m_items->rectOf(item).toAlignedRect().adjusted(-8, -8, 8, 8);
    const auto keep = [](QScrollBar* bar, int from, int to, int room) {
        if (from < bar->value())
            bar->setValue(from);
        else if (to > bar->value() + room)
            bar->setValue(to - room);
    };
    keep(horizontalScrollBar(), place.left(), place.right(), viewport()->width());
    keep(verticalScrollBar(), place.top(), place.bottom(), viewport()->height());
}

void PictureArea::resizeEvent(QResizeEvent*)
{
    redraw();
}

void PictureArea::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (m_items
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
            || event->type() == QEvent::StyleChange))
        redraw();
}

void PictureArea::focusInEvent(QFocusEvent*)
{
    if (!m_current && !m_items->items().empty())
        setCurrent(m_items->items().front());
    viewport()->update();
}

void PictureArea::focusOutEvent(QFocusEvent*)
{
    viewport()->update();
}

bool PictureArea::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const PictureItem item = itemAt(help->pos());
        if (item)
            QToolTip::showText(help->globalPos(), m_items->tip(item), viewport(), placeOf(item));
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void PictureArea::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept(); // of a press that was taken
}

void PictureArea::mouseMoveEvent(QMouseEvent* event)
{
    viewport()->setCursor(itemAt(event->pos()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PictureArea::keyPressEvent(QKeyEvent* event)
{
    const std::vector<PictureItem>& items = m_items->items();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
            if (const PictureItem item = m_items->beside(m_current, Qt::Key(event->key())); item != m_current)
                walkTo(item);
            return;
        }
        break;
    case Qt::Key_Home:
    case Qt::Key_End:
        if (!items.empty())
            walkTo(event->key() == Qt::Key_Home ? items.front() : items.back());
        return;
    default:
        break;
    }
    event->ignore();
}

} // namespace ulpscope::ui
