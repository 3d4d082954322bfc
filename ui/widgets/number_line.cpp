// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_line.h"

#include "engine/base/number_text.h"
#include "ui/models/display_text.h"
#include "ui/models/stored_table_model.h"
#include "ui/widgets/bit_strip.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kHomeUlps = 5; ///< neighbours to either side of the number
constexpr double kKeyZoom = 0.6;
constexpr double kKeyPan = 0.1;
constexpr int kTickSpacing = 3; ///< pixels a value at least; closer ones are drawn as a density
constexpr int kLabelledSpacing = 24; ///< pixels a value at least, for labels
constexpr int kLabelWidth = 84; ///< pixels around a label of the axis
constexpr int kWidestInView = 32; ///< bits of a format whose range sets the ends of the view
constexpr int kEdge = 6;

} // namespace

NumberLine::NumberLine(NumberLab& lab, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
{
    setObjectName(QStringLiteral("numberLine"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setCursor(Qt::OpenHandCursor);
    setAccessibleName(tr("Number line"));
    connect(&lab, &NumberLab::numberChanged, this, &NumberLine::takeNumber);
    connect(&lab, &NumberLab::selectionChanged, this, &NumberLine::takeNumber);
    m_shownNumber = lab.value();
    takeNumber();
}

void NumberLine::takeNumber()
{
    double smallest = 1;
    double largest = 1;
    // The binades of float64 would leave no room for the others.
    const int widest = std::max(kWidestInView, m_lab.selectedFormat() ? m_lab.selectedFormat()->bits() : 0);
    for (const Format* format : m_lab.formats()) {
        if (format->bits() > widest)
            continue;
        smallest = std::min(smallest, format->minSubnormal());
        largest = std::max({largest, 2 * format->maxFinite(), -2 * format->lowest()});
    }
    const double value = m_lab.value();
    if (std::isfinite(value))
        largest = std::max(largest, 2 * std::fabs(value));
    m_scale.setLimits(smallest, largest);
    const double fraction = m_scale.fractionOf(value);
    const bool isOutOfSight = !(fraction > 0.02 && fraction < 0.98);
    const bool isNew = !(value == m_shownNumber);
    m_shownNumber = value;
    if (m_isAtHome || (isNew && isOutOfSight))
        goHome();
    else
        announce();
}

void NumberLine::goHome()
{
    m_isAtHome = true;
    if (const Format* format = m_lab.selectedFormat())
        m_scale.showAround(*format, m_lab.value(), kHomeUlps);
    announce();
}

void NumberLine::showWhole()
{
    m_isAtHome = false;
    m_scale.showWhole(m_lab.value());
    announce();
}

void NumberLine::zoomIn()
{
    changeView(kKeyZoom, std::clamp(m_scale.fractionOf(m_lab.value()), 0.0, 1.0));
}

void NumberLine::zoomOut()
{
    changeView(1 / kKeyZoom, std::clamp(m_scale.fractionOf(m_lab.value()), 0.0, 1.0));
}

void NumberLine::setLogarithmic(bool isLog)
{
    m_isAtHome = false;
    m_scale.setLogarithmic(isLog);
    announce();
}

void NumberLine::changeView(double factor, double fraction)
{
    m_isAtHome = false;
    m_scale.zoom(factor, std::isnan(fraction) ? 0.5 : fraction);
    announce();
}

QString NumberLine::viewText() const
{
    return tr("%1, from %2 to %3")
        .arg(m_scale.isLogarithmic() ? tr("logarithmic") : tr("linear"), shortNumber(m_scale.low()),
            shortNumber(m_scale.high()));
}

void NumberLine::announce()
{
    QStringList lines{viewText()};
    if (m_lab.selected() >= 0)
        lines += storedExplanation(m_lab.rows()[static_cast<std::size_t>(m_lab.selected())]);
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    update();
    emit viewChanged();
}

QRect NumberLine::plotArea() const
{
    int names = 60;
    for (const Format* format : m_lab.formats())
        names = std::max(names, fontMetrics().horizontalAdvance(toQt(std::string(format->name))));
    const int line = fontMetrics().height();
    return rect().adjusted(std::min(names, width() / 3) + 2 * kEdge, line + 6, -kEdge, -line - 8);
}

NumberLine::Lane NumberLine::lane(int row) const
{
    const QRect area = plotArea();
    const int count = std::max(1, int(m_lab.rows().size()));
    const int top = area.top() + area.height() * row / count;
    const int bottom = area.top() + area.height() * (row + 1) / count;
    return {QRect(area.left(), top, area.width(), bottom - top), &m_lab.rows()[static_cast<std::size_t>(row)],
        row == m_lab.selected()};
}

int NumberLine::laneAt(const QPoint& place) const
{
    for (int row = 0; row < int(m_lab.rows().size()); ++row) {
        const QRect area = lane(row).area;
        if (place.y() >= area.top() && place.y() <= area.bottom())
            return row;
    }
    return -1;
}

double NumberLine::x(double value) const
{
    const QRect area = plotArea();
    return area.left() + std::clamp(m_scale.fractionOf(value), -1e4, 1e4) * area.width();
}

void NumberLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    paintAxis(painter);
    for (int row = 0; row < int(m_lab.rows().size()); ++row)
        paintLane(painter, lane(row));
    paintNumber(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : hairline(palette()), 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void NumberLine::paintAxis(QPainter& painter) const
{
    const QRect area = plotArea();
    const int line = fontMetrics().height();
    double lastRight = -1e9;
    for (const NumberScale::Tick& tick : m_scale.ticks(std::max(2, area.width() / kLabelWidth))) {
        const double at = x(tick.value);
        if (at < area.left() - 0.5 || at > area.right() + 1)
            continue;
        painter.setPen(QPen(hairline(palette()), 1));
        painter.drawLine(QLineF(at, area.top(), at, area.bottom() + 4));
        const double width = fontMetrics().horizontalAdvance(tick.label) + 4;
        const double left = std::min(at - width / 2, rect().right() - width);
        if (left < lastRight)
            continue;
        lastRight = left + width;
        painter.setPen(mutedText(palette()));
        painter.drawText(QRectF(left, area.bottom() + 5, width, line), int(Qt::AlignCenter), tick.label);
    }
}

void NumberLine::paintLane(QPainter& painter, const Lane& lane) const
{
    const Format& format = *lane.number->format;
    if (lane.isSelected)
        painter.fillRect(QRect(kEdge / 2, lane.area.top() + 1, width() - kEdge, lane.area.height() - 1),
            severityTint(Severity::Notice, palette()));
    QFont name = font();
    name.setBold(lane.isSelected);
    painter.setFont(name);
    painter.setPen(lane.isSelected ? palette().color(QPalette::Text) : mutedText(palette()));
    const QRect label(kEdge, lane.area.top(), lane.area.left() - 2 * kEdge, lane.area.height());
    painter.drawText(label, int(Qt::AlignRight | Qt::AlignVCenter),
        QFontMetrics(name).elidedText(toQt(std::string(format.name)), Qt::ElideMiddle, label.width()));
    painter.setFont(font());

    painter.save();
    painter.setClipRect(lane.area);
    // Beyond the range there is nothing: hatched.
    const double lowest = x(format.lowest());
    const double largest = x(format.maxFinite());
    const QBrush beyond(severityColor(Severity::Warning, palette()), Qt::BDiagPattern);
    painter.setOpacity(0.25);
    if (largest < lane.area.right())
        painter.fillRect(
            QRectF(QPointF(largest, lane.area.top() + 3), QPointF(lane.area.right(), lane.area.bottom() - 3)),
            beyond);
    if (lowest > lane.area.left())
        painter.fillRect(
            QRectF(QPointF(lane.area.left(), lane.area.top() + 3), QPointF(lowest, lane.area.bottom() - 3)),
            beyond);
    painter.setOpacity(1);
    painter.setPen(QPen(hairline(palette()), 1));
    painter.drawLine(QLineF(lane.area.left(), lane.area.bottom(), lane.area.right(), lane.area.bottom()));
    paintValues(painter, lane);
    paintStored(painter, lane);
    painter.restore();
}

void NumberLine::paintValues(QPainter& painter, const Lane& lane) const
{
    const Format& format = *lane.number->format;
    const auto most = static_cast<std::size_t>(lane.area.width() / kTickSpacing);
    const std::vector<double> values = valuesBetween(format, m_scale.low(), m_scale.high(), most);
    if (values.empty()) {
        paintDensity(painter, lane);
        return;
    }
    const QColor ink = bitColors(BitField::Exponent, palette()).line;
    const int text = fontMetrics().height();
    // Labels of the selected lane, where they have room beside each other and beside the stored value's.
    const bool isLabelled = lane.isSelected && lane.area.height() > 2 * text
        && static_cast<int>(values.size()) * kLabelledSpacing < lane.area.width();
    const double stored = std::isfinite(lane.number->stored) ? x(lane.number->stored) : -1e9;
    const double storedWidth = fontMetrics().horizontalAdvance(shortNumber(lane.number->stored, 10)) + 24;
    double lastLabel = -1e9;
    for (const double value : values) {
        const double at = x(value);
        int exponent = 0;
        const bool isPower = value != 0 && std::fabs(std::frexp(value, &exponent)) == 0.5;
        const double height = (isPower || value == 0 ? 0.55 : 0.36) * lane.area.height();
        painter.setPen(QPen(ink, isPower || value == 0 ? 2 : 1.2));
        painter.drawLine(QLineF(at, lane.area.bottom() - height, at, lane.area.bottom()));
        const QString label = shortNumber(value, 8);
        const double half = fontMetrics().horizontalAdvance(label) / 2.0;
        const bool isFree = at - half > lastLabel + 8
            && (at + half < stored - storedWidth || at - half > stored + storedWidth);
        if (isLabelled && isFree && at - half > lane.area.left() && at + half < lane.area.right()) {
            painter.setPen(mutedText(palette()));
            painter.drawText(QPointF(at - half, lane.area.bottom() - height - 3), label);
            lastLabel = at + half;
        }
    }
}

void NumberLine::paintDensity(QPainter& painter, const Lane& lane) const
{
    // Too many to draw each: the height says how many a pixel, logarithmically.
    constexpr int kChunk = 2;
    constexpr double kDensest = 32; ///< binary digits of values a chunk at full height
    const Format& format = *lane.number->format;
    QColor ink = bitColors(BitField::Exponent, palette()).line;
    ink.setAlphaF(0.55F);
    const QRect plot = plotArea();
    double from = m_scale.valueAt(0);
    for (int left = 0; left < plot.width(); left += kChunk) {
        const double to = m_scale.valueAt(double(left + kChunk) / plot.width());
        const double count = countBetween(format, from, to);
        from = to;
        if (count <= 0)
            continue;
        const double share = std::min(1.0, 0.15 + std::log2(1 + count) / kDensest);
        const double height = share * (lane.area.height() - 8);
        painter.fillRect(
            QRectF(plot.left() + left, lane.area.bottom() - height, count < 1 ? 1 : kChunk, height), ink);
    }
}

void NumberLine::paintStored(QPainter& painter, const Lane& lane) const
{
    const StoredNumber& number = *lane.number;
    if (!std::isfinite(number.stored)) {
        painter.setPen(severityColor(Severity::Failure, palette()));
        painter.drawText(lane.area.adjusted(8, 2, -8, 0),
            int(Qt::AlignTop | (number.stored < 0 ? Qt::AlignLeft : Qt::AlignRight)),
            tr("stored: %1").arg(numberText(number.stored)));
        return;
    }
    const double at = x(number.stored);
    const QColor ink = severityColor(
        number.outcome == StoreOutcome::Exact ? Severity::Good : Severity::Warning, palette());
    // Halfway to the neighbours: there rounding to nearest changes its mind.
    painter.setPen(QPen(mutedText(palette()), 1, Qt::DotLine));
    for (const double neighbour : {number.below, number.above})
        if (std::isfinite(neighbour) && neighbour != number.stored) {
            const double middle = x(number.stored + (neighbour - number.stored) / 2);
            if (std::fabs(middle - at) > 8)
                painter.drawLine(QLineF(middle, lane.area.top() + 2, middle, lane.area.bottom()));
        }
    const double center = lane.area.bottom() - 0.36 * lane.area.height();
    if (number.outcome != StoreOutcome::Exact && std::isfinite(number.value)) {
        painter.setPen(QPen(ink, 2));
        painter.drawLine(QLineF(x(number.value), center, at, center));
    }
    painter.setPen(QPen(palette().color(QPalette::Base), 1));
    painter.setBrush(ink);
    painter.drawEllipse(QPointF(at, center), 5, 5);
    const QString label = shortNumber(number.stored, 10);
    const double width = fontMetrics().horizontalAdvance(label) + 4;
    if (at < lane.area.left() || at > lane.area.right() || lane.area.height() < fontMetrics().height() + 2)
        return;
    const double left = at + 9 + width < lane.area.right() ? at + 9 : at - 9 - width;
    const QRectF box(left, center - fontMetrics().height() / 2.0, width, fontMetrics().height());
    QColor shade = palette().color(QPalette::Base);
    shade.setAlphaF(0.8F);
    painter.fillRect(box, shade);
    painter.setPen(ink);
    painter.drawText(box, int(Qt::AlignCenter), label);
}

void NumberLine::paintNumber(QPainter& painter) const
{
    const QRect area = plotArea();
    const int line = fontMetrics().height();
    QFont bold = font();
    bold.setBold(true);
    const auto mark = [&](double value, const QString& label, const QColor& ink, Qt::PenStyle style) {
        if (!std::isfinite(value)) {
            painter.setPen(ink);
            painter.drawText(QRect(area.left(), 3, area.width(), line), int(Qt::AlignRight), label);
            return;
        }
        const double at = x(value);
        const bool isLeft = at < area.left();
        const bool isOutside = isLeft || at > area.right();
        painter.setPen(QPen(ink, 1.6, style));
        if (!isOutside)
            painter.drawLine(QLineF(at, line + 5, at, area.bottom()));
        const QString text = isOutside ? (isLeft ? tr("← %1") : tr("%1 →")).arg(label) : label;
        const double width = QFontMetrics(bold).horizontalAdvance(text) + 4;
        const double left = std::clamp(at - width / 2, double(area.left()), double(area.right()) - width);
        painter.setFont(bold);
        painter.drawText(QRectF(left, 3, width, line), int(Qt::AlignCenter), text);
        painter.setFont(font());
    };
    const auto& origin = m_lab.origin();
    if (origin && origin->twin && *origin->twin != m_lab.value())
        mark(*origin->twin, QString(), severityColor(Severity::Notice, palette()), Qt::DashLine);
    mark(m_lab.value(), shortNumber(m_lab.value(), 12), severityColor(Severity::Failure, palette()),
        Qt::SolidLine);
}

QString NumberLine::explanation(const QPoint& place) const
{
    const int row = laneAt(place);
    return row < 0 ? viewText() : storedExplanation(m_lab.rows()[static_cast<std::size_t>(row)]);
}

bool NumberLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), explanation(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void NumberLine::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_Home:
        return goHome();
    case Qt::Key_End:
        return showWhole();
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_isAtHome = false;
        m_scale.pan(event->key() == Qt::Key_Left ? -kKeyPan : kKeyPan);
        return announce();
    case Qt::Key_Up:
        return m_lab.select(m_lab.selected() - 1);
    case Qt::Key_Down:
        return m_lab.select(m_lab.selected() + 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void NumberLine::wheelEvent(QWheelEvent* event)
{
    const QRect area = plotArea();
    const double fraction = (event->position().x() - area.left()) / std::max(1, area.width());
    changeView(std::pow(0.8, event->angleDelta().y() / 120.0), std::clamp(fraction, 0.0, 1.0));
    event->accept();
}

void NumberLine::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_lab.select(laneAt(event->pos()));
    m_dragFrom = event->pos();
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
}

void NumberLine::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isDragging)
        return;
    const QPoint moved = event->pos() - m_dragFrom;
    if (moved.x() == 0)
        return;
    m_dragFrom = event->pos();
    m_isAtHome = false;
    m_scale.pan(-double(moved.x()) / std::max(1, plotArea().width()));
    announce();
}

void NumberLine::mouseReleaseEvent(QMouseEvent*)
{
    m_isDragging = false;
    setCursor(Qt::OpenHandCursor);
}

void NumberLine::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QRect area = plotArea();
    if (!area.contains(event->pos()))
        return;
    m_isAtHome = false; // the view stays under the hand
    m_lab.setValue(m_scale.valueAt(double(event->pos().x() - area.left()) / area.width()));
}

} // namespace ulpscope::ui
