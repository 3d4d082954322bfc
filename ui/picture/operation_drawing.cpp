// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/operation_drawing.h"

#include "app/judge/runs/severity.h"
#include "engine/graph/print.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"
#include "ui/tree/models/layer_tensor.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

using graph::Operation;
using graph::ValueId;
using Kind = OperationBox::Kind;

namespace {

constexpr double kBoxPadding = 6;
constexpr double kNarrowest = 44;
constexpr double kWidest = 9; ///< lines of text
constexpr double kTight = 5.5; ///< where that saves a row
constexpr double kBesideMark = 11; ///< of an edge: its arrow
constexpr double kBend = 20; ///< an edge's, between two levels
constexpr double kTightBend = 8;
constexpr std::ptrdiff_t kTurns = 4; ///< edges from one row to the next that are still followed by eye
constexpr double kOneRow = 1e6; ///< pixels
constexpr double kNear = 5; ///< pixels around a line that belong to it

/// Whether it goes on in another row.
bool turns(const std::vector<QPointF>& way)
{
    return std::ranges::adjacent_find(way, [](const QPointF& a, const QPointF& b) { return b.x() < a.x(); })
        != way.end();
}

QString shapeText(const Shape& shape)
{
    QStringList extents;
    for (int axis = 0; axis < shape.rank(); ++axis)
        extents += QString::number(shape[axis]);
    return extents.isEmpty() ? QStringLiteral("1") : extents.join(QStringLiteral(" × "));
}

} // namespace

OperationDrawing::OperationDrawing(
    OperationGraph graph, std::shared_ptr<const OperationCounts> counts, const QFont& font, double width)
    : m_graph(std::move(graph))
    , m_counts(std::move(counts))
    , m_font(font)
    , m_bold(ulpscope::ui::boldFont(font))
    , m_line(std::ceil(QFontMetricsF(font).height()))
{
    double top = 2;
    for (const OperationPart& part : m_graph.parts) {
        m_headings.push_back({part.pass, top});
        top = placePart(part, top + m_line + 2, width) + m_line / 2;
    }
    m_size.setHeight(top);
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        m_items.push_back({PictureItem::Kind::Box, i});
}

std::vector<std::string> OperationDrawing::castOf(const OperationBox& box) const
{
    const graph::Node& node = (*m_graph.step)[box.value];
    return {std::string((*m_graph.step)[node.operands[0]].format->name), std::string(node.format->name)};
}

/// The pass that put it there; of what the formula has its shape.
QString OperationDrawing::secondLine(const OperationBox& box) const
{
    const graph::Node& node = (*m_graph.step)[box.value];
    if (box.kind == Kind::To)
        return {};
    if (!box.isRim() && box.kind != Kind::Function && !node.addedBy.empty())
        return tr("by %1").arg(toQt(node.addedBy));
    return shapeText(node.shape);
}

LayoutBox OperationDrawing::sizeOf(const OperationBox& box, int edgesIn, double widest) const
{
    const QFontMetricsF plain(m_font);
    const double first = box.kind == Kind::Cast ? pictureMarkWidth(m_bold, castOf(box))
                                                : QFontMetricsF(m_bold).horizontalAdvance(toQt(box.name));
    double needs = std::max(first, plain.horizontalAdvance(secondLine(box)));
    int lines = box.kind == Kind::To ? 1 : 2;
    if (const QString loss = lossText(worstOf(box)); !loss.isEmpty()) {
        needs = std::max(needs, QFontMetricsF(m_bold).horizontalAdvance(loss));
        ++lines;
    }
    const double width = std::clamp(
        needs + 2 * kBoxPadding + (box.kind == Kind::To ? m_line : 0), kNarrowest, widest * m_line);
    const double height = std::max(lines * m_line + 2 * kBoxPadding - 4, edgesIn * (m_line + 3));
    return {width, height, height / 2};
}

double OperationDrawing::placePart(const OperationPart& part, double top, double width)
{
    LayoutSpacing spacing;
    spacing.straight = pictureMarkWidth(m_bold, {"float32"}) + kBesideMark;
    spacing.gap = spacing.straight + kBend;
    spacing.largestGap = spacing.gap + 4 * m_line;
    spacing.lane = m_line + 3;
    spacing.between = m_line / 2;
    spacing.waits = true;
    std::vector<int> in(part.boxes.size(), 0);
    std::vector<LayoutEdge> edges;
    for (const OperationEdge& edge : part.edges) {
        const std::string format((*m_graph.step)[edge.value].format->name);
        edges.push_back({edge.from, edge.to, pictureMarkWidth(m_bold, {format}) + kBesideMark});
        ++in[edge.to];
    }
    const auto placesWithin = [&](double widest, double room) {
        std::vector<LayoutBox> boxes;
        for (std::size_t i = 0; i < part.boxes.size(); ++i)
            boxes.push_back(sizeOf(part.boxes[i], in[i], widest));
        return layoutGraph(boxes, edges, spacing, room);
    };
    GraphPlaces places = placesWithin(kWidest, width);
    if (places.rows > 1)
        spacing.gap = spacing.straight + kTightBend;
    // Names are cut where that saves a row, and no more than that.
    for (double widest = kWidest; places.rows > 1 && widest >= kTight; widest -= 0.5)
        if (GraphPlaces tight = placesWithin(widest, width); tight.rows < places.rows)
            places = std::move(tight);
    if (std::ranges::count_if(places.edges, turns) > kTurns * std::ptrdiff_t(places.rows - 1)) {
        spacing.largestGap = spacing.gap;
        places = placesWithin(kWidest, kOneRow); // where too much goes from row to row, one scrolls
    }
    const std::size_t first = m_boxes.size();
    for (std::size_t i = 0; i < part.boxes.size(); ++i)
        m_boxes.push_back({&part.boxes[i], part.pass, places.boxes[i].translated(0, top), places.ranks[i],
            worstOf(part.boxes[i])});
    for (std::size_t i = 0; i < part.edges.size(); ++i) {
        const OperationEdge& edge = part.edges[i];
        PlacedEdge placed{first + edge.from, first + edge.to, edge.value, {}, {}};
        for (const QPointF& point : places.edges[i])
            placed.way.push_back(point + QPointF(0, top));
        const double mark = pictureMarkWidth(m_bold, {std::string((*m_graph.step)[edge.value].format->name)});
        const QPointF end = placed.way.back();
        placed.mark = {end.x() - 9 - mark, end.y() - m_line / 2, mark, m_line};
        m_edges.push_back(std::move(placed));
    }
    m_size.setWidth(std::max(m_size.width(), places.size.width()));
    return top + places.size.height();
}

std::optional<OperationCount> OperationDrawing::worstOf(const OperationBox& box) const
{
    std::optional<OperationCount> worst;
    for (const ValueId value : box.inside) {
        if (!m_counts || !m_counts->of[value.index()])
            continue;
        const OperationCount& one = *m_counts->of[value.index()];
        const auto gravity = [](const OperationCount& count) {
            return std::make_tuple(count.overflowed, count.flushedPercent(), count.nonFinite, count.error);
        };
        if (!worst || gravity(one) > gravity(*worst))
            worst = one;
    }
    return worst;
}

QString OperationDrawing::lossText(const std::optional<OperationCount>& loss)
{
    if (!loss)
        return {};
    if (loss->overflowed > 0)
        return tr("%1 Inf").arg(countText(loss->overflowed));
    if (const double percent = loss->flushedPercent(); percent >= kTellFrom)
        return tr("%1 flushed").arg(shortPercent(percent));
    if (loss->nonFinite > 0)
        return tr("not finite");
    return loss->error > 0 ? tr("error %1").arg(numberText(loss->error, 1)) : tr("exact");
}

PictureItem OperationDrawing::itemAt(const QPointF& place) const
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i].place.contains(place))
            return {PictureItem::Kind::Box, i};
    for (const PlacedEdge& edge : m_edges)
        if (edge.mark.contains(place) || distanceTo(edge.way, place) < kNear)
            return {PictureItem::Kind::Box, edge.from};
    return {};
}

QRectF OperationDrawing::rectOf(const PictureItem& item) const
{
    return item && item.index < m_boxes.size() ? m_boxes[item.index].place : QRectF();
}

PictureItem OperationDrawing::beside(const PictureItem& item, Qt::Key key) const
{
    if (!item || item.index >= m_boxes.size())
        return m_items.empty() ? PictureItem{} : m_items.front();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const std::size_t last = m_boxes.size() - 1;
        const std::size_t next
            = key == Qt::Key_Left ? std::max<std::size_t>(item.index, 1) - 1 : std::min(item.index + 1, last);
        return m_items[next];
    }
    const QPointF here = m_boxes[item.index].place.center();
    PictureItem nearest = item;
    double distance = INFINITY;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QPointF apart = m_boxes[i].place.center() - here;
        const double ahead = key == Qt::Key_Down ? apart.y() : -apart.y();
        const double far = ahead + 2 * std::abs(apart.x());
        if (ahead > m_line / 2 && far < distance) {
            nearest = m_items[i];
            distance = far;
        }
    }
    return nearest;
}

PictureItem OperationDrawing::itemOf(ValueId value) const
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (std::ranges::find(m_boxes[i].box->inside, value) != m_boxes[i].box->inside.end())
            return m_items[i];
    return {};
}

QString OperationDrawing::nameOf(const PictureItem& item) const
{
    if (!item)
        return {};
    const OperationBox& box = boxOf(item);
    const QString name = toQt(box.name);
    switch (box.kind) {
    case Kind::From:
        return tr("from %1").arg(name);
    case Kind::To:
        return tr("to %1").arg(name);
    default:
        return name;
    }
}

namespace {

QString passText(Pass pass)
{
    const std::array<QString, 4> names{OperationDrawing::tr("Forward"), OperationDrawing::tr("Loss"),
        OperationDrawing::tr("Backward"), OperationDrawing::tr("Update")};
    return names.at(std::size_t(pass));
}

/// What the operations do whose names do not say it.
QString meaningOf(Operation operation)
{
    switch (operation) {
    case Operation::Product:
    case Operation::BatchedProduct:
        return OperationDrawing::tr("product of matrices");
    case Operation::Broadcast:
        return OperationDrawing::tr("repeats along axes");
    case Operation::Cast:
        return OperationDrawing::tr("cast");
    case Operation::Select:
        return OperationDrawing::tr("one or the other, as the first says");
    case Operation::Sum:
        return OperationDrawing::tr("sum over axes");
    default:
        return {};
    }
}

} // namespace

/// "%4 kernel float16[2,16]" for each.
QString OperationDrawing::operandsText(ValueId value) const
{
    QStringList operands;
    for (const ValueId operand : (*m_graph.step)[value].operands)
        operands += QStringLiteral("%%1 %2 %3")
                        .arg(operand.index())
                        .arg(toQt(valueName(*m_graph.step, operand)),
                            toQt(graph::typeOf((*m_graph.step)[operand])));
    return operands.join(QStringLiteral(", "));
}

QString OperationDrawing::tip(const PictureItem& item) const
{
    if (!item)
        return {};
    const PlacedBox& placed = m_boxes[item.index];
    const OperationBox& box = *placed.box;
    const graph::Node& node = (*m_graph.step)[box.value];
    QStringList lines{nameOf(item)};
    if (const QString meaning = meaningOf(node.operation);
        !meaning.isEmpty() && (box.kind == Kind::Operation || box.kind == Kind::Cast))
        lines.first() += QStringLiteral(": ") + meaning;
    lines += QStringLiteral("%%1 %2, %3")
                 .arg(box.value.index())
                 .arg(toQt(graph::typeOf(node)), passText(box.isRim() ? node.pass : placed.pass));
    if (box.kind == Kind::Operation || box.kind == Kind::Cast) {
        lines += tr("of %1").arg(operandsText(box.value));
        if (!node.addedBy.empty())
            lines += tr("put there by the pass %1").arg(toQt(node.addedBy));
    }
    if (box.kind == Kind::Function)
        lines += tr("Several operations: Return or a click opens it.");
    else if (box.function)
        lines += tr("part of %1").arg(toQt(m_graph.step->groups()[box.function->index()].name));
    if (placed.loss) {
        lines += tr("flushed: %1").arg(percentText(placed.loss->flushedPercent()));
        lines += tr("overflows: %1").arg(countText(placed.loss->overflowed));
        if (placed.loss->nonFinite > 0)
            lines += tr("not finite in float64 either: %1").arg(countText(placed.loss->nonFinite));
        lines += placed.loss->error > 0
            ? tr("error %1 against float64 from the same operands").arg(numberText(placed.loss->error))
            : tr("as in float64 from the same operands");
        lines += tr("At step %1").arg(countText(m_counts->step));
    }
    return lines.join(QLatin1Char('\n'));
}

QString OperationDrawing::summary() const
{
    const PlacedBox* worst = nullptr;
    std::int64_t operations = 0;
    for (const PlacedBox& placed : m_boxes) {
        operations += std::int64_t(placed.box->inside.size());
        if (placed.loss && placed.loss->flushedPercent() >= kTellFrom
            && (worst == nullptr || placed.loss->flushedPercent() > worst->loss->flushedPercent()))
            worst = &placed;
    }
    const QString count
        = forCount(operations, tr("1 operation"), tr("%1 operations").arg(countText(operations)));
    return worst == nullptr ? count
                            : tr("%1; the most is flushed by %2, %3: %4")
                                  .arg(count, toQt(worst->box->name), passText(worst->pass).toLower(),
                                      percentText(worst->loss->flushedPercent()));
}

void OperationDrawing::paintBox(QPainter& painter, const PlacedBox& placed, const PictureInk& ink,
    const QPalette& palette, bool isCurrent) const
{
    const OperationBox& box = *placed.box;
    const QRectF& place = placed.place;
    const bool isRound = box.kind == Kind::Leaf || box.kind == Kind::Constant;
    const double radius = isRound ? std::min(place.height() / 2, m_line) : 5;
    painter.setPen(QPen(hairline(palette), 1));
    painter.setBrush(palette.color(QPalette::Base));
    if (box.kind == Kind::Function)
        for (const double off : {6.0, 3.0}) // sheets behind it
            painter.drawRoundedRect(place.translated(off, -off), radius, radius);
    painter.setPen(isCurrent ? QPen(palette.color(QPalette::Highlight), 2.5)
            : box.isRim()    ? QPen(mutedText(palette), 1, Qt::DotLine)
                             : QPen(mutedText(palette), 1));
    painter.setBrush(palette.color(isRound ? QPalette::AlternateBase : QPalette::Base));
    painter.drawRoundedRect(place, radius, radius);
    const QRectF inner = place.adjusted(kBoxPadding, 0, -kBoxPadding, 0);
    const QString second = secondLine(box);
    const QString loss = lossText(placed.loss);
    const int lines = 1 + (second.isEmpty() ? 0 : 1) + (loss.isEmpty() ? 0 : 1);
    double top = place.center().y() - lines * m_line / 2;
    const auto write = [&](const QString& text, const QFont& font, const QColor& color) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRectF(inner.left(), top, inner.width(), m_line), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, inner.width()));
        top += m_line;
    };
    if (box.kind == Kind::Cast) {
        const std::vector<std::string> formats = castOf(box);
        ink.paintMark(painter,
            {inner.left(), top, std::min(inner.width(), pictureMarkWidth(m_bold, formats)), m_line}, formats);
        top += m_line;
    } else {
        const QString name = toQt(box.name);
        write(box.kind == Kind::To ? QStringLiteral("→ ") + name : name, box.isRim() ? m_font : m_bold,
            palette.color(QPalette::Text));
    }
    if (!second.isEmpty())
        write(second, m_font, mutedText(palette));
    const bool isLost = placed.loss
        && (placed.loss->overflowed + placed.loss->nonFinite > 0
            || placed.loss->flushedPercent() >= kTellFrom);
    if (!loss.isEmpty())
        write(loss, isLost ? m_bold : m_font,
            isLost ? severityColor(Severity::Failure, palette) : mutedText(palette));
}

void OperationDrawing::paint(QPainter& painter, const QPalette& palette, const PictureItem& current) const
{
    const PictureInk ink(m_font, palette);
    const auto isCurrent = [&](std::size_t box) { return current && current.index == box; };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Heading& heading : m_headings) {
        painter.setFont(m_bold);
        painter.setPen(palette.color(QPalette::Text));
        painter.drawText(QRectF(8, heading.top, m_size.width(), m_line), Qt::AlignLeft | Qt::AlignVCenter,
            passText(heading.pass));
        if (heading.top > m_line) {
            painter.setPen(QPen(hairline(palette), 1));
            painter.drawLine(QPointF(8, heading.top - 3), QPointF(m_size.width() - 8, heading.top - 3));
        }
    }
    for (const bool isAbove : {false, true}) // those of the current box
        for (const PlacedEdge& edge : m_edges) {
            if ((isCurrent(edge.from) || isCurrent(edge.to)) != isAbove)
                continue;
            const std::string format((*m_graph.step)[edge.value].format->name);
            const QPainterPath path = pathOf(edge.way);
            if (isAbove)
                ink.paintChosen(painter, path);
            if (const auto& loss = m_boxes[edge.from].loss)
                ink.paintLoss(painter, path, loss->flushedPercent());
            painter.setBrush(Qt::NoBrush);
            painter.setPen(roundPen(ink.lineOf(format), PictureInk::kLine));
            painter.drawPath(path);
            ink.paintArrow(painter, edge.way, ink.lineOf(format));
            ink.paintMark(painter, edge.mark, {format});
        }
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        paintBox(painter, m_boxes[i], ink, palette, isCurrent(i));
    painter.restore();
}

} // namespace ulpscope::ui
