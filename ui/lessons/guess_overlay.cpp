// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/guess_overlay.h"

#include "ui/lessons/lesson_text.h"
#include "ui/lessons/models/label_box.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kMinStep = 4; ///< pixels between two points of a curve
constexpr double kReach = 10; ///< pixels from a cross within which a click means it

} // namespace

GuessOverlay::GuessOverlay(QWidget* canvas, FrameOf frameOf)
    : QWidget(canvas)
    , m_frameOf(std::move(frameOf))
{
    setObjectName(canvas->objectName() + QStringLiteral("Guesses"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    canvas->installEventFilter(this);
    follow();
    hide();
}

void GuessOverlay::setGuesses(std::vector<PlotGuess> guesses)
{
    m_guesses = std::move(guesses);
    follow();
}

void GuessOverlay::askFor(const QString& plot, QuestionKind kind)
{
    m_asked = plot;
    m_kind = kind;
    m_drawing.clear();
    m_isDrawing = false;
    setAttribute(Qt::WA_TransparentForMouseEvents, plot.isEmpty());
    setCursor(plot.isEmpty() ? Qt::ArrowCursor : Qt::CrossCursor);
    follow();
}

void GuessOverlay::follow()
{
    if (geometry() != parentWidget()->rect())
        setGeometry(parentWidget()->rect());
    setVisible(isAsking() || !m_guesses.empty());
    if (isVisible()) {
        raise();
        update();
    }
}

bool GuessOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        follow();
    return QWidget::eventFilter(watched, event);
}

/// The point that is meant: of a plot with crosses the one that was hit.
void GuessOverlay::take(const PlotFrame& frame, const QPointF& pixel)
{
    const QPointF value = frame.toValue(pixel);
    const std::vector<QPointF> crosses = frame.crosses ? frame.crosses() : std::vector<QPointF>();
    const auto farness = [&](const QPointF& cross) {
        const QPointF apart = frame.toPixel(cross) - pixel;
        return std::hypot(apart.x(), apart.y());
    };
    m_drawing.clear();
    if (crosses.empty()) {
        m_drawing = {{wholeStep(value.x()), value.y()}};
        return;
    }
    const auto nearest = std::min_element(crosses.begin(), crosses.end(),
        [&](const QPointF& a, const QPointF& b) { return farness(a) < farness(b); });
    if (farness(*nearest) <= kReach)
        m_drawing = {{nearest->x(), nearest->y()}};
    else
        emit missed();
}

void GuessOverlay::add(const QPointF& pixel)
{
    const std::optional<PlotFrame> frame = m_frameOf(m_asked);
    if (!frame || !frame->data.contains(pixel.toPoint()))
        return;
    const QPointF value = frame->toValue(pixel);
    const CurvePoint point{wholeStep(value.x()), value.y()};
    if (m_kind == QuestionKind::Point) {
        take(*frame, pixel);
    } else {
        // Drawn over what is there: one height for each x.
        const double reach = std::abs(frame->toValue(pixel + QPointF(kMinStep, 0)).x() - value.x());
        std::erase_if(m_drawing,
            [&](const CurvePoint& each) { return std::abs(each.x - point.x) < std::max(reach, 1.0); });
        m_drawing.insert(std::upper_bound(m_drawing.begin(), m_drawing.end(), point,
                             [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; }),
            point);
    }
    update();
}

void GuessOverlay::mousePressEvent(QMouseEvent* event)
{
    const std::optional<PlotFrame> frame = m_frameOf(m_asked);
    if (!frame || event->button() != Qt::LeftButton || !frame->data.contains(event->position().toPoint())) {
        event->ignore(); // the plot's own
        return;
    }
    m_isDrawing = true;
    add(event->position());
}

void GuessOverlay::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDrawing && m_kind == QuestionKind::Curve)
        add(event->position());
}

void GuessOverlay::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_isDrawing || event->button() != Qt::LeftButton)
        return;
    m_isDrawing = false;
    if (!m_drawing.empty())
        emit drawn(m_drawing);
}

void GuessOverlay::paintGuess(QPainter& painter, const PlotGuess& guess)
{
    const std::optional<PlotFrame> frame = m_frameOf(guess.plot);
    if (!frame)
        return;
    const QRectF field(frame->data);
    const QColor color = lessonInk(palette());
    painter.save();
    painter.setPen(QPen(color, 2, Qt::DashLine));
    QPointF at(field.left(), field.center().y());
    QString label = guess.label;
    const auto inside = [&](double y) { return std::clamp(y, field.top() + 1, field.bottom() - 1); };
    if (guess.level) {
        const double y = frame->toPixel({0, *guess.level}).y();
        // A value without a place on the axis is told at its edge.
        const bool isBelow = !std::isfinite(y) || y > field.bottom();
        if (isBelow || y < field.top())
            label += isBelow ? QStringLiteral(" ↓") : QStringLiteral(" ↑");
        at.setY(isBelow ? field.bottom() - 1 : inside(y));
        if (!isBelow && y >= field.top()) // several beyond the edge would be one line
            painter.drawLine(at, QPointF(field.right(), at.y()));
    } else if (guess.points.size() == 1) {
        at = frame->toPixel({guess.points.front().x, guess.points.front().y});
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()))
            at = field.bottomLeft();
        at = {std::clamp(at.x(), field.left(), field.right()), inside(at.y())};
        painter.setPen(QPen(color, 2));
        painter.drawEllipse(at, 6, 6);
        painter.drawLine(at - QPointF(9, 0), at + QPointF(9, 0));
        painter.drawLine(at - QPointF(0, 9), at + QPointF(0, 9));
    } else {
        painter.setClipRect(field);
        QPolygonF line;
        for (const CurvePoint& point : guess.points)
            if (const QPointF pixel = frame->toPixel({point.x, point.y});
                std::isfinite(pixel.x()) && std::isfinite(pixel.y()))
                line += pixel;
        painter.drawPolyline(line);
        painter.setClipping(false);
        at = line.isEmpty() ? at : QPointF(line.first().x(), inside(line.first().y()));
    }
    const QFontMetricsF metrics(font());
    QRectF box(
        at.x() + 8, at.y() - metrics.height() - 3, metrics.horizontalAdvance(label) + 8, metrics.height());
    if (box.top() < field.top())
        box.moveTop(at.y() + 3);
    if (box.right() > field.right())
        box.moveRight(field.right());
    box = besideOthers(box, field, m_labels);
    m_labels.push_back(box);
    QColor ground = palette().color(QPalette::Base);
    ground.setAlphaF(0.85F);
    painter.fillRect(box, ground);
    painter.setPen(color);
    painter.setFont(font());
    painter.drawText(box, Qt::AlignCenter, label);
    painter.restore();
}

void GuessOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_labels.clear();
    for (const PlotGuess& guess : m_guesses)
        paintGuess(painter, guess);
    if (!isAsking())
        return;
    if (const std::optional<PlotFrame> frame = m_frameOf(m_asked)) {
        QColor tint = lessonInk(palette());
        painter.setPen(QPen(tint, 1.5, Qt::DotLine));
        tint.setAlphaF(0.06F);
        painter.setBrush(tint);
        painter.drawRect(QRectF(frame->data).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setBrush(Qt::NoBrush);
    }
    if (!m_drawing.empty())
        paintGuess(painter, {m_asked, {}, m_drawing, tr("your guess")});
}

} // namespace ulpscope::ui
