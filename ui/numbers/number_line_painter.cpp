// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/number_line_painter.h"

#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"
#include "ui/numbers/bit_strip.h"
#include "ui/numbers/models/lab_tables.h"
#include "ui/numbers/number_line.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kTickSpacing = 3; ///< pixels a value at least; closer ones are drawn as a density
constexpr int kLabelledSpacing = 24; ///< pixels a value at least, for labels
constexpr int kLabelWidth = 84; ///< pixels around a label of the axis
constexpr int kEdge = 6;

/// Text about values that have no place on the line.
QString storedText(double stored)
{
    return NumberLine::tr("stored: %1").arg(numberText(stored));
}

} // namespace

NumberLinePainter::NumberLinePainter(
    const NumberLab& lab, const NumberScale& scale, const QWidget& widget, const QPalette& palette)
    : m_lab(lab)
    , m_scale(scale)
    , m_area(widget.rect())
    , m_palette(palette)
    , m_font(widget.font())
    , m_metrics(widget.fontMetrics())
{
}

QRect NumberLinePainter::plotArea() const
{
    int names = 60;
    QFont bold = m_font; // the selected one's
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    for (const Format* format : m_lab.formats())
        names = std::max(names, metrics.horizontalAdvance(toQt(std::string(format->name))));
    const int line = m_metrics.height();
    return m_area.adjusted(std::min(names, m_area.width() / 3) + 2 * kEdge, line + 6, -kEdge, -line - 8);
}

NumberLinePainter::Lane NumberLinePainter::lane(int row) const
{
    const QRect area = plotArea();
    const int count = std::max(1, int(m_lab.rows().size()));
    const int top = area.top() + area.height() * row / count;
    const int bottom = area.top() + area.height() * (row + 1) / count;
    return {QRect(area.left(), top, area.width(), bottom - top), &m_lab.rows()[static_cast<std::size_t>(row)],
        row == m_lab.selected()};
}

int NumberLinePainter::laneAt(const QPoint& place) const
{
    for (int row = 0; row < int(m_lab.rows().size()); ++row) {
        const QRect area = lane(row).area;
        if (place.y() >= area.top() && place.y() <= area.bottom())
            return row;
    }
    return -1;
}

double NumberLinePainter::x(double value) const
{
    const QRect area = plotArea();
    return area.left() + std::clamp(m_scale.fractionOf(value), -1e4, 1e4) * area.width();
}

void NumberLinePainter::paint(QPainter& painter) const
{
    painter.setFont(m_font);
    painter.fillRect(m_area, m_palette.color(QPalette::Base));
    paintAxis(painter);
    for (int row = 0; row < int(m_lab.rows().size()); ++row)
        paintLane(painter, lane(row));
    paintNumber(painter);
}

void NumberLinePainter::paintAxis(QPainter& painter) const
{
    const QRect area = plotArea();
    const int line = m_metrics.height();
    double lastRight = -1e9;
    for (const NumberScale::Tick& tick : m_scale.ticks(std::max(2, area.width() / kLabelWidth))) {
        const double at = x(tick.value);
        if (at < area.left() - 0.5 || at > area.right() + 1)
            continue;
        painter.setPen(QPen(hairline(m_palette), 1));
        painter.drawLine(QLineF(at, area.top(), at, area.bottom() + 4));
        const double width = m_metrics.horizontalAdvance(tick.label) + 4;
        const double left = std::min(at - width / 2, m_area.right() - width);
        if (left < lastRight)
            continue;
        lastRight = left + width;
        painter.setPen(mutedText(m_palette));
        painter.drawText(QRectF(left, area.bottom() + 5, width, line), int(Qt::AlignCenter), tick.label);
    }
}

void NumberLinePainter::paintLane(QPainter& painter, const Lane& lane) const
{
    const Format& format = *lane.number->format;
    if (lane.isSelected)
        painter.fillRect(
            QRect(kEdge / 2, lane.area.top() + 1, m_area.width() - kEdge, lane.area.height() - 1),
            severityTint(Severity::Notice, m_palette));
    QFont name = m_font;
    name.setBold(lane.isSelected);
    painter.setFont(name);
    painter.setPen(lane.isSelected ? m_palette.color(QPalette::Text) : mutedText(m_palette));
    const QRect label(kEdge, lane.area.top(), lane.area.left() - 2 * kEdge, lane.area.height());
    painter.drawText(label, int(Qt::AlignRight | Qt::AlignVCenter),
        QFontMetrics(name).elidedText(toQt(std::string(format.name)), Qt::ElideMiddle, label.width()));
    painter.setFont(m_font);

    painter.save();
    painter.setClipRect(lane.area);
    // Beyond the range there is nothing: hatched.
    const double lowest = x(format.lowest());
    const double largest = x(format.maxFinite());
    const QBrush beyond(severityColor(Severity::Warning, m_palette), Qt::BDiagPattern);
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
    painter.setPen(QPen(hairline(m_palette), 1));
    painter.drawLine(QLineF(lane.area.left(), lane.area.bottom(), lane.area.right(), lane.area.bottom()));
    paintValues(painter, lane);
    paintStored(painter, lane);
    painter.restore();
}

void NumberLinePainter::paintValues(QPainter& painter, const Lane& lane) const
{
    const Format& format = *lane.number->format;
    const auto most = static_cast<std::size_t>(lane.area.width() / kTickSpacing);
    const std::vector<double> values = valuesBetween(format, m_scale.low(), m_scale.high(), most);
    if (values.empty()) {
        paintDensity(painter, lane);
        return;
    }
    const QColor ink = bitColors(BitField::Exponent, m_palette).line;
    const int text = m_metrics.height();
    // Labels of the selected lane, where they have room beside each other and beside the stored value's.
    const bool isLabelled = lane.isSelected && lane.area.height() > 2 * text
        && static_cast<int>(values.size()) * kLabelledSpacing < lane.area.width();
    const double number = lane.number->stored;
    const double stored = std::isfinite(number) ? x(number)
        : number < 0                            ? lane.area.left()
                                                : lane.area.right();
    const double storedWidth = 24
        + m_metrics.horizontalAdvance(std::isfinite(number) ? shortNumber(number, 10) : storedText(number));
    double lastLabel = -1e9;
    for (const double value : values) {
        const double at = x(value);
        int exponent = 0;
        const bool isPower = value != 0 && std::fabs(std::frexp(value, &exponent)) == 0.5;
        const double height = (isPower || value == 0 ? 0.55 : 0.36) * lane.area.height();
        painter.setPen(QPen(ink, isPower || value == 0 ? 2 : 1.2));
        painter.drawLine(QLineF(at, lane.area.bottom() - height, at, lane.area.bottom()));
        const QString label = shortNumber(value, 8);
        const double half = m_metrics.horizontalAdvance(label) / 2.0;
        const bool isFree = at - half > lastLabel + 8
            && (at + half < stored - storedWidth || at - half > stored + storedWidth);
        if (isLabelled && isFree && at - half > lane.area.left() && at + half < lane.area.right()) {
            painter.setPen(mutedText(m_palette));
            painter.drawText(QPointF(at - half, lane.area.bottom() - height - 3), label);
            lastLabel = at + half;
        }
    }
}

void NumberLinePainter::paintDensity(QPainter& painter, const Lane& lane) const
{
    // Numbers too dense to draw singly: the height shows their count per pixel, logarithmically.
    constexpr int kChunk = 2;
    constexpr double kDensest = 32; ///< binary digits of values a chunk at full height
    const Format& format = *lane.number->format;
    QColor ink = bitColors(BitField::Exponent, m_palette).line;
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

void NumberLinePainter::paintStored(QPainter& painter, const Lane& lane) const
{
    const StoredNumber& number = *lane.number;
    if (!std::isfinite(number.stored)) {
        painter.setPen(severityColor(Severity::Failure, m_palette));
        painter.drawText(lane.area.adjusted(8, 2, -8, 0),
            int(Qt::AlignTop | (number.stored < 0 ? Qt::AlignLeft : Qt::AlignRight)),
            storedText(number.stored));
        return;
    }
    const double at = x(number.stored);
    const QColor ink = severityColor(
        number.outcome == StoreOutcome::Exact ? Severity::Good : Severity::Warning, m_palette);
    // Halfway to the neighbours: there rounding to nearest changes its mind.
    painter.setPen(QPen(mutedText(m_palette), 1, Qt::DotLine));
    for (const double neighbour : {number.below, number.above})
        if (std::isfinite(neighbour) && neighbour != number.stored) {
            const double middle = x(number.stored + (neighbour - number.stored) / 2);
            if (std::fabs(middle - at) > 8)
                painter.drawLine(QLineF(middle, lane.area.top() + 2, middle, lane.area.bottom()));
        }
    const double center = lane.area.bottom() - 0.36 * lane.area.height();
    const bool hasWay = number.outcome != StoreOutcome::Exact && std::isfinite(number.value);
    const double from = hasWay ? x(number.value) : at;
    if (hasWay) {
        painter.setPen(QPen(ink, 2));
        painter.drawLine(QLineF(from, center, at, center));
    }
    painter.setPen(QPen(m_palette.color(QPalette::Base), 1));
    painter.setBrush(ink);
    painter.drawEllipse(QPointF(at, center), 5, 5);
    const QString label = shortNumber(number.stored, 10);
    const double width = m_metrics.horizontalAdvance(label) + 4;
    if (at < lane.area.left() || at > lane.area.right() || lane.area.height() < m_metrics.height() + 2)
        return;
    // Not on the line from the number, whose end would stand before the label like a minus.
    const bool isBelow = at < from;
    const std::array<double, 3> places{isBelow ? at - 9 - width : at + 9,
        isBelow ? from + 9 : from - 9 - width, isBelow ? at + 9 : at - 9 - width};
    const double left = *std::find_if(places.begin(), places.end() - 1,
        [&](double edge) { return edge > lane.area.left() && edge + width < lane.area.right(); });
    const QRectF box(left, center - m_metrics.height() / 2.0, width, m_metrics.height());
    QColor shade = m_palette.color(QPalette::Base);
    shade.setAlphaF(0.8F);
    painter.fillRect(box, shade);
    painter.setPen(ink);
    painter.drawText(box, int(Qt::AlignCenter), label);
}

void NumberLinePainter::paintNumber(QPainter& painter) const
{
    const QRect area = plotArea();
    const int line = m_metrics.height();
    QFont bold = m_font;
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
        const QString text
            = isOutside ? (isLeft ? NumberLine::tr("← %1") : NumberLine::tr("%1 →")).arg(label) : label;
        const double width = QFontMetrics(bold).horizontalAdvance(text) + 4;
        const double left = std::clamp(at - width / 2, double(area.left()), double(area.right()) - width);
        painter.setFont(bold);
        painter.drawText(QRectF(left, 3, width, line), int(Qt::AlignCenter), text);
        painter.setFont(m_font);
    };
    const auto& origin = m_lab.origin();
    if (origin && origin->reference && *origin->reference != m_lab.value())
        mark(*origin->reference, QString(), severityColor(Severity::Notice, m_palette), Qt::DashLine);
    mark(m_lab.value(), shortNumber(m_lab.value(), 12), severityColor(Severity::Failure, m_palette),
        Qt::SolidLine);
}

} // namespace ulpscope::ui
