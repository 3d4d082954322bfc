// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/picture_painter.h"

#include "app/judge/runs/severity.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kPadding = PictureDrawing::kPadding;
constexpr double kCross = PictureInk::kCross;

} // namespace

PicturePainter::PicturePainter(const PictureDrawing& drawing, const QPalette& palette)
    : m_drawing(drawing)
    , m_content(drawing.content())
    , m_shown(drawing.shown())
    , m_ink(drawing.font(), palette)
    , m_palette(palette)
    , m_font(drawing.font())
    , m_bold(drawing.boldFont())
    , m_line(drawing.lineHeight())
{
}

void PicturePainter::paintFlow(QPainter& painter, const PictureFlow& flow, bool isChosen) const
{
    const bool isWeight
        = flow.item.kind == PictureItem::Kind::Weights || flow.item.kind == PictureItem::Kind::WeightGradient;
    const bool isReversed
        = flow.item.kind == PictureItem::Kind::Gradient; // its way is given from left to right
    std::vector<QPointF> way = flow.way;
    if (isReversed)
        std::reverse(way.begin(), way.end());
    const TensorLoss& loss = flow.loss;
    const std::optional<double> value = m_drawing.shownShare(flow);
    const QColor alarm = severityColor(Severity::Failure, m_palette);
    const QPainterPath path = pathOf(way);
    if (isChosen)
        m_ink.paintChosen(painter, path);
    m_ink.paintLoss(painter, path, value.value_or(0));
    painter.setBrush(Qt::NoBrush);
    // In the colour of each dtype up to the cast, and from there on.
    const QColor first = m_ink.lineOf(flow.formats.front());
    const QColor last = m_ink.lineOf(flow.formats.back());
    if (isWeight && first != last) {
        const QPointF middle = (way.front() + way.back()) / 2;
        painter.setPen(roundPen(first, PictureInk::kLine));
        painter.drawLine(way.front(), middle);
        painter.setPen(roundPen(last, PictureInk::kLine));
        painter.drawLine(middle, way.back());
    } else if (!isWeight && first != last) {
        const double at = flow.mark.center().x();
        const auto half = [&](const QRectF& side, const QColor& ink) {
            painter.save();
            painter.setClipRect(side, Qt::IntersectClip);
            painter.setPen(roundPen(ink, PictureInk::kLine));
            painter.drawPath(path);
            painter.restore();
        };
        // The last part is level and to the right of the mark.
        const QRectF right(
            at, flow.way.back().y() - PictureInk::kLine, flow.way.back().x() - at + 2, 2 * PictureInk::kLine);
        painter.setPen(roundPen(isReversed ? last : first, PictureInk::kLine));
        painter.drawPath(path);
        half(right, isReversed ? first : last);
    } else {
        painter.setPen(roundPen(first, PictureInk::kLine));
        painter.drawPath(path);
    }
    m_ink.paintArrow(painter, way, last);

    if (flow.item.kind == PictureItem::Kind::Weights)
        return; // the mark is its well, which is painted with the box
    if (!isWeight) {
        std::vector<std::string> formats = flow.formats;
        if (isReversed)
            std::reverse(formats.begin(), formats.end());
        m_ink.paintMark(painter, flow.mark, formats, !flow.formatsThere.empty());
    }
    const bool isNonFinite = loss.isNonFinite || loss.sawNonFinite;
    const QString text = m_drawing.flowText(flow, false);
    if (!text.isEmpty()) {
        painter.setFont(m_bold);
        painter.setPen(
            value && *value < 0 && !isNonFinite ? severityColor(Severity::Good, m_palette) : alarm);
        painter.drawText(flow.number,
            int(isWeight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    if (isNonFinite)
        m_ink.paintCross(painter,
            isWeight ? (way.front() + way.back()) / 2
                     : QPointF(flow.mark.left() - 2 * kCross, flow.mark.center().y()),
            loss.isNonFinite || loss.isBirthplace, loss.isBirthplace);
}

void PicturePainter::paintBox(QPainter& painter, std::size_t box, bool isChosen) const
{
    const ShownBox& shownBox = m_shown.boxes[box];
    const PictureLook& look = m_drawing.look(box);
    const QRectF place = m_drawing.boxPart(box);
    if (place.isEmpty()) // its arcs would be of NaN
        return;
    const QColor ground = m_palette.color(QPalette::Base);
    const QColor frame = mutedText(m_palette);
    if (shownBox.fold) { // sheets behind it
        painter.setPen(QPen(hairline(m_palette), 1));
        painter.setBrush(ground);
        for (const double off : {6.0, 3.0})
            painter.drawRoundedRect(place.translated(off, -off), 5, 5);
    }
    painter.setBrush(ground);
    painter.setPen(isChosen ? QPen(m_palette.color(QPalette::Highlight), 2.5) : QPen(frame, 1));
    painter.drawRoundedRect(place, 5, 5);
    const QRectF inner = place.adjusted(kPadding, kPadding - 2, -kPadding, 0);
    const QFontMetricsF bold(m_bold);
    const QFontMetricsF plain(m_font);
    const bool isLoss = m_content.graph.boxes[shownBox.first].kind == GraphBox::Kind::Loss;
    const bool isBirthplace = isLoss ? m_content.losses.isLossBirthplace() : m_drawing.hidesBirthplace(box);
    const bool isCrossed = isBirthplace || (isLoss && !m_content.losses.isLossFinite());
    const double nameWidth = inner.width() - (look.problem ? m_line : 0);
    painter.setFont(m_bold);
    painter.setPen(m_palette.color(QPalette::Text));
    painter.drawText(QRectF(inner.left(), inner.top(), nameWidth, m_line), Qt::AlignLeft | Qt::AlignVCenter,
        bold.elidedText(look.name, Qt::ElideMiddle, nameWidth));
    if (look.problem)
        paintGlyph(painter, severityGlyph(*look.problem),
            QRectF(inner.right() - m_line + 2, inner.top(), m_line, m_line),
            severityColor(*look.problem, m_palette));
    painter.setFont(m_font);
    painter.setPen(mutedText(m_palette));
    painter.drawText(QRectF(inner.left(), inner.top() + m_line, inner.width(), m_line),
        Qt::AlignLeft | Qt::AlignVCenter, plain.elidedText(look.detail, Qt::ElideMiddle, inner.width()));
    const QRectF mark = m_drawing.markOf(box);
    if (!look.dtype.empty())
        m_ink.paintMark(painter, mark, {look.dtype}, !look.dtypeThere.empty());
    QString beside = look.dtypeThere.empty() ? briefPolicyName(look.policy)
                                             : QStringLiteral("≠ ") + pictureMarkText(look.dtypeThere);
    if (isLoss)
        beside = m_content.losses.lossScale()
            ? QStringLiteral("× ") + scaleText(*m_content.losses.lossScale())
            : m_content.lossScale.isEmpty() ? QString()
                                            : QStringLiteral("× ") + m_content.lossScale;
    const double left = look.dtype.empty() ? inner.left() : mark.right() + 4;
    const double right = inner.right() - (isCrossed ? 5 * kCross : 0);
    QFont policyFont = m_font;
    policyFont.setBold(look.isBold);
    // The mark says what counts; a name that is cut to its ends says nothing, but that it is the layer's own.
    if (!look.dtype.empty() && !look.isBold && !isLoss
        && QFontMetricsF(policyFont).horizontalAdvance(beside) > right - left)
        beside.clear();
    painter.setFont(policyFont);
    painter.setPen(look.isBold || isLoss ? m_palette.color(QPalette::Text) : mutedText(m_palette));
    painter.drawText(QRectF(left, mark.top(), right - left, m_line), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(policyFont).elidedText(beside, Qt::ElideMiddle, right - left));
    if (isCrossed)
        m_ink.paintCross(
            painter, QPointF(place.right() - kPadding - 2 * kCross, mark.center().y()), true, isBirthplace);
    paintWell(painter, box);
}

void PicturePainter::paintWell(QPainter& painter, std::size_t box) const
{
    const QRectF well = m_drawing.wellOf(box);
    const PictureFlow* weights = m_drawing.flowOf({PictureItem::Kind::Weights, box});
    if (well.isEmpty() || !weights)
        return;
    painter.setBrush(m_palette.color(QPalette::AlternateBase));
    painter.setPen(QPen(hairline(m_palette), 1));
    painter.drawRoundedRect(well, well.height() / 2, well.height() / 2);
    const double width = m_drawing.markWidth({weights->formats.front()});
    const QRectF stored(well.left() + 6, well.center().y() - m_line / 2, width, m_line);
    m_ink.paintMark(painter, stored, {weights->formats.front()},
        !weights->formatsThere.empty() && weights->formatsThere.front() != weights->formats.front());
    const double from = stored.right() + 4;
    const double room = well.right() - 5 - from;
    QString text = m_drawing.flowText(*weights, false);
    const bool isLost = !text.isEmpty();
    painter.setFont(isLost ? m_bold : m_font);
    painter.setPen(isLost ? severityColor(Severity::Failure, m_palette) : mutedText(m_palette));
    if (!isLost)
        text = QFontMetricsF(m_font).horizontalAdvance(tr("weights")) <= room ? tr("weights") : tr("W");
    else if (const QString said = tr("%1 lost").arg(text);
             !weights->loss.isBirthplace && QFontMetricsF(m_bold).horizontalAdvance(said) <= room)
        text = said;
    painter.drawText(QRectF(from, well.top(), room, well.height()), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, room));
}

void PicturePainter::paint(QPainter& painter, const PictureItem& current, const PictureItem& chosen) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_font);
    painter.setPen(mutedText(m_palette));
    const QString scope = !m_content.losses.run() ? tr("not trained yet")
        : m_content.ghost                         ? tr("against the other run")
        : m_content.losses.isOfStep()             ? tr("at the pinned step")
                                                  : tr("over the run");
    const QString meaning = m_content.ghost
        ? tr("→ forward   ← gradients   red: more is lost, green: less, framed: another dtype (%1)")
              .arg(scope)
        : tr("→ forward   ← gradients   below: weights   red: flushed or lost (%1)").arg(scope);
    const QRectF head(8, 2, std::max(0.0, m_drawing.size().width() - 16), m_line);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(m_font).elidedText(meaning, Qt::ElideRight, head.width()));
    for (const PictureFlow& flow : m_drawing.flows())
        paintFlow(painter, flow, flow.item == chosen);
    for (std::size_t box = 0; box < m_shown.boxes.size(); ++box)
        paintBox(painter, box, chosen == PictureItem{PictureItem::Kind::Box, box});
    if (current) {
        QPen pen(m_palette.color(QPalette::Text), 1, Qt::DashLine);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(m_drawing.rectOf(current).adjusted(-3, -3, 3, 3), 5, 5);
    }
    painter.restore();
}

PlotContent lightContent(std::shared_ptr<const PictureDrawing> drawing)
{
    PlotContent content;
    content.size = drawing->size().toSize();
    content.paint = [drawing = std::move(drawing)](QPainter& painter) {
        PicturePainter(*drawing, themePalette(Theme::Light)).paint(painter);
    };
    return content;
}

} // namespace ulpscope::ui
