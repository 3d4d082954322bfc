// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/pointer.h"

#include "ui/lessons/lesson_text.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr int kAround = 4; ///< pixels between the place and the ring
constexpr int kArrow = 18; ///< the arrow's length
constexpr int kHead = 8;
constexpr double kHalfHead = 5.6; ///< pixels to either side
constexpr int kLarge = 64; ///< a ring that is wider and higher needs no arrow
constexpr int kRoom = kArrow + 14; ///< around the ring, for the arrow
constexpr std::chrono::milliseconds kFollowInterval{120};

/// Nothing is written or drawn there: what only holds other widgets shows nothing itself.
bool isBlank(const QWidget& window, const QPoint& at)
{
    const QWidget* there = window.childAt(at);
    if (there == nullptr)
        return true;
    if (const auto* view = qobject_cast<const QAbstractItemView*>(there->parentWidget()))
        return view->viewport() == there
            && !view->indexAt(there->mapFrom(const_cast<QWidget*>(&window), at)).isValid();
    return there->focusPolicy() == Qt::NoFocus
        && there->findChild<const QWidget*>(QString(), Qt::FindDirectChildrenOnly) != nullptr;
}

/// Points that roughly cover an arrow.
QList<QPoint> pointsOf(const QPointF& tip, const QPointF& away)
{
    const QPointF across = QPointF(away.y(), away.x()) * kHalfHead;
    const QPointF neck = tip + away * kHead;
    const QPointF tail = tip + away * kArrow;
    return {tip.toPoint(), (neck + across).toPoint(), (neck - across).toPoint(), (neck + tail).toPoint() / 2,
        tail.toPoint()};
}

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

/// Part of the place that its parent widgets do not cut off.
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
    const std::optional<Arrow> arrow = freeArrow();
    if (!arrow)
        return;
    const QPointF tip = arrow->tip - pos();
    const QPointF neck = tip + arrow->away * kHead;
    const QPointF tail = tip + arrow->away * kArrow;
    const QPointF across = QPointF(arrow->away.y(), arrow->away.x()) * kHalfHead;
    QPainterPath head(tip);
    head.lineTo(neck + across);
    head.lineTo(neck - across);
    head.closeSubpath();
    painter.setPen(QPen(halo, 7));
    painter.drawLine(neck, tail);
    painter.drawPath(head);
    painter.setPen(QPen(color, 3.5));
    painter.drawLine(neck, tail);
    painter.fillPath(head, color);
}

/// Picks the first side with room and no text: below, above, left, right (neighbours lie beside). nullopt if there is none.
std::optional<Pointer::Arrow> Pointer::freeArrow() const
{
    const QRectF ring = QRectF(m_ring).adjusted(1.5, 1.5, -1.5, -1.5);
    if (m_ring.isEmpty() || (ring.width() > kLarge && ring.height() > kLarge))
        return std::nullopt; // the place is seen without an arrow, which would cover its neighbours
    const QPointF center = ring.center();
    const Arrow sides[]{{{center.x(), ring.bottom() + 3}, {0, 1}}, {{center.x(), ring.top() - 3}, {0, -1}},
        {{ring.left() - 3, center.y()}, {-1, 0}}, {{ring.right() + 3, center.y()}, {1, 0}}};
    for (const Arrow& side : sides) {
        const QList<QPoint> points = pointsOf(side.tip, side.away);
        if (std::all_of(points.begin(), points.end(),
                [this](const QPoint& at) { return geometry().contains(at) && isBlank(*parentWidget(), at); }))
            return side;
    }
    return std::nullopt;
}

QList<QPoint> Pointer::arrow() const
{
    const std::optional<Arrow> arrow = freeArrow();
    return arrow ? pointsOf(arrow->tip, arrow->away) : QList<QPoint>();
}

} // namespace ulpscope::ui
