// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/pointer.h"

#include "ui/lessons/lesson_ink.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>

#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr int kAround = 4; ///< pixels between the place and the ring
constexpr int kArrow = 18; ///< its length
constexpr int kHead = 8;
constexpr int kLarge = 64; ///< a ring that is wider and higher needs no arrow
constexpr int kRoom = kArrow + 14; ///< around the ring, for the arrow
constexpr std::chrono::milliseconds kFollowInterval{120};

} // namespace

Pointer::Pointer(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("lessonPointer"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
    m_poll.setInterval(kFollowInterval);
    connect(&m_poll, &QTimer::timeout, this, &Pointer::follow);
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        scrollIntoSight(m_place);
        follow();
        m_isSought = m_isSought && m_ring.isEmpty();
    });
}

void Pointer::bring(const FoundPlace& place)
{
    bringIntoSight(place);
    pointAt(place);
    m_isSought = true;
    m_settle.start();
}

void Pointer::pointAt(FoundPlace place)
{
    for (const QPointer<QWidget>& widget : std::exchange(m_watched, {}))
        if (widget)
            widget->removeEventFilter(this);
    m_place = std::move(place);
    if (!m_place)
        m_isSought = false;
    for (QWidget* around = m_place.widget; around; around = around->parentWidget()) {
        around->installEventFilter(this);
        m_watched.append(around);
    }
    if (m_place)
        m_poll.start();
    else
        m_poll.stop();
    follow();
}

/// What of the place is inside all that is around it.
QRect Pointer::seen() const
{
    QWidget* widget = m_place.widget;
    if (!widget || !widget->isVisible() || widget->window() != parentWidget()->window())
        return {};
    QRect rect = m_place.rect();
    for (QWidget* around = widget; around != parentWidget(); around = around->parentWidget()) {
        rect &= around->rect();
        rect.translate(around->pos());
    }
    return rect;
}

void Pointer::follow()
{
    const QRect place = seen();
    const QRect ring = place.isEmpty() ? QRect()
                                       : place.adjusted(-kAround, -kAround, kAround, kAround)
            & parentWidget()->rect().adjusted(1, 1, -1, -1);
    if (ring != m_ring) {
        m_ring = ring;
        setGeometry(ring.adjusted(-kRoom, -kRoom, kRoom, kRoom) & parentWidget()->rect());
        update();
    }
    setVisible(!ring.isEmpty());
    if (!ring.isEmpty())
        raise();
}

bool Pointer::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::Move || type == QEvent::Resize || type == QEvent::Show || type == QEvent::Hide
        || type == QEvent::ParentChange) {
        if (type == QEvent::Resize && (m_isSought || m_settle.isActive() || !m_ring.isEmpty()))
            m_settle.start();
        follow();
    }
    return QWidget::eventFilter(watched, event);
}

void Pointer::paintEvent(QPaintEvent*)
{
    const QRectF ring = QRectF(m_ring.translated(-pos())).adjusted(1.5, 1.5, -1.5, -1.5);
    if (ring.width() < 2 || ring.height() < 2)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = lessonInk(palette());
    QColor halo = palette().color(QPalette::Base);
    halo.setAlphaF(0.75F);
    painter.setPen(QPen(halo, 6));
    painter.drawRoundedRect(ring, 7, 7);
    painter.setPen(QPen(color, 2.5));
    painter.drawRoundedRect(ring, 7, 7);
    if (ring.width() > kLarge && ring.height() > kLarge)
        return; // nobody misses it, and an arrow would lie over its neighbours
    // From where there is room: below, above, left, right: beside it are its neighbours. Not over the lesson's own text.
    const QRectF room(rect());
    const auto* page = parentWidget()->findChild<const QWidget*>(QStringLiteral("lessonDock"));
    const QRectF own = page && page->isVisible() ? QRectF(page->geometry().translated(-pos())) : QRectF();
    struct Side
    {
        double space;
        QPointF tip;
        QPointF from;
    };
    const QPointF center = ring.center();
    const Side sides[]{{room.bottom() - ring.bottom(), {center.x(), ring.bottom() + 3}, {0, 1}},
        {ring.top() - room.top(), {center.x(), ring.top() - 3}, {0, -1}},
        {ring.left() - room.left(), {ring.left() - 3, center.y()}, {-1, 0}},
        {room.right() - ring.right(), {ring.right() + 3, center.y()}, {1, 0}}};
    for (const Side& side : sides) {
        if (side.space < kArrow + 4 || own.contains(side.tip + side.from * kArrow))
            continue;
        const QPointF tail = side.tip + side.from * kArrow;
        const QPointF across(side.from.y(), side.from.x());
        QPainterPath head(side.tip);
        head.lineTo(side.tip + side.from * kHead + across * (kHead * 0.7));
        head.lineTo(side.tip + side.from * kHead - across * (kHead * 0.7));
        head.closeSubpath();
        painter.setPen(QPen(halo, 7));
        painter.drawLine(side.tip + side.from * kHead, tail);
        painter.drawPath(head);
        painter.setPen(QPen(color, 3.5));
        painter.drawLine(side.tip + side.from * kHead, tail);
        painter.fillPath(head, color);
        return;
    }
}

} // namespace ulpscope::ui
