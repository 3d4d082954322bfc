// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/metric_tile.h"

#include "ui/look/accessible_role.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kPadding = 9;
constexpr int kBeforeSign = 2;
constexpr double kSmallestCaption
    = 0.675; ///< the smallest size of a caption: three quarters of the usual one
constexpr double kSmallestNumber = 1; ///< the smallest size of a number: the usual one
constexpr double kSmallestDetail = 0.75;
constexpr int kMaxDetailLines = 2;
/// Smallest share for a number with a power of ten, most of which is its exponent.
constexpr double kSmallestLongNumber = 0.75;

/// Size of the sign beside a number in that font.
int signSizeOf(const QFont& number)
{
    return QFontMetrics(number).height() * 2 / 3;
}

} // namespace

MetricTile::MetricTile(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleRole(*this, QAccessible::StaticText);
    setFocusPolicy(Qt::TabFocus); // a screen reader gets to the number by Tab
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum); // a tile is as high as its neighbours
    onEvent(this, {QEvent::FontChange}, [this] { fitDetail(1); });
}

void MetricTile::showHeadline(const Headline& headline)
{
    m_headline = headline;
    describe(this,
        {.name = headline.id.toUtf8() + "_tile",
            .terms = headline.id.toUtf8(),
            .lessons = {{headline.lessonPlace}},
            .lesson = headline.lesson},
        headline.caption + QStringLiteral(": ") + headline.value, headline.definition);
    setAccessibleDescription(headline.detail + QStringLiteral(". ") + headline.definition);
    fitDetail(m_detailLines);
    update();
}

/// The detail, broken so that no line begins with a percent sign.
QString MetricTile::shownDetail() const
{
    return QString(m_headline.detail).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
}

QSize MetricTile::wrappedDetail(const QFont& font) const
{
    return QFontMetrics(font)
        .boundingRect(
            QRect(0, 0, width() - 2 * kPadding, QWIDGETSIZE_MAX), int(Qt::TextWordWrap), shownDetail())
        .size();
}

void MetricTile::fitDetail(int atLeast)
{
    QFont least = font();
    least.setPointSizeF(font().pointSizeF() * kSmallestDetail);
    const int needed = qRound(double(wrappedDetail(least).height()) / QFontMetrics(least).height());
    const int lines = std::max(atLeast, std::min(needed, kMaxDetailLines));
    if (std::exchange(m_detailLines, lines) != lines)
        updateGeometry();
}

void MetricTile::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        fitDetail(1);
}

void MetricTile::setFaint(bool isFaint)
{
    m_isFaint = isFaint;
    update();
}

QFont MetricTile::numberFont() const
{
    QFont number = font();
    number.setPointSizeF(font().pointSizeF() * 1.9);
    number.setWeight(QFont::DemiBold);
    return number;
}

QFont MetricTile::smallFont() const
{
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.9);
    return small;
}

QFont MetricTile::fitted(QFont of, const QString& text, int width, double least) const
{
    while (QFontMetricsF(of).horizontalAdvance(text) > width && of.pointSizeF() > font().pointSizeF() * least)
        of.setPointSizeF(of.pointSizeF() - 0.25);
    return of;
}

/// The largest in which the captions of all tiles beside each other have room.
QFont MetricTile::labelFont() const
{
    QFont common = smallFont();
    for (const MetricTile* tile : neighbours())
        common = fitted(common, tile->m_headline.caption, tile->width() - 2 * kPadding, kSmallestCaption);
    return common;
}

/// Likewise for the details that take one line.
QFont MetricTile::detailFont() const
{
    QFont common = smallFont();
    for (const MetricTile* tile : neighbours())
        if (tile->m_detailLines == 1)
            common = fitted(common, tile->shownDetail(), tile->width() - 2 * kPadding, kSmallestDetail);
    return common;
}

QList<const MetricTile*> MetricTile::neighbours() const
{
    QList<const MetricTile*> tiles{this};
    if (parentWidget())
        tiles = parentWidget()->findChildren<const MetricTile*>();
    tiles.removeIf([this](const MetricTile* tile) { return tile->isHidden() && tile != this; });
    return tiles;
}

/// The largest up to `number` in which this tile's number and its sign have room.
QFont MetricTile::fittedNumber(QFont number, double least) const
{
    const auto wanted = [&](const QFont& of) {
        return QFontMetricsF(of).horizontalAdvance(m_headline.value)
            + (m_headline.isJudged ? signSizeOf(of) + kBeforeSign : 0);
    };
    while (wanted(number) > width() - 2 * kPadding && number.pointSizeF() > font().pointSizeF() * least)
        number.setPointSizeF(number.pointSizeF() - 0.25);
    return number;
}

/// One size for all numbers beside each other, down to the usual one; below it each has its own.
QFont MetricTile::shownNumberFont() const
{
    QFont common = numberFont();
    for (const MetricTile* tile : neighbours())
        common = tile->fittedNumber(common, kSmallestNumber);
    return fittedNumber(common, kSmallestLongNumber);
}

QSize MetricTile::sizeHint() const
{
    return minimumSizeHint(); // and takes what is left of its line
}

QSize MetricTile::minimumSizeHint() const
{
    // A caption in its smallest letters, and a percentage with its sign: a number is never cut.
    QFont caption = font();
    caption.setPointSizeF(font().pointSizeF() * kSmallestCaption);
    QFont number = font();
    number.setPointSizeF(font().pointSizeF() * kSmallestNumber);
    number.setWeight(QFont::DemiBold);
    const int inside = std::max(QFontMetrics(caption).horizontalAdvance(m_headline.caption),
        QFontMetrics(number).horizontalAdvance(QStringLiteral("100.0 %")) + signSizeOf(number));
    return {inside + 2 * kPadding + 4,
        (1 + m_detailLines) * QFontMetrics(smallFont()).height() + QFontMetrics(numberFont()).height()
            + 2 * kPadding};
}

void MetricTile::paintEvent(QPaintEvent*)
{
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (frame.isEmpty()) // the arcs of an empty frame would have NaN as radius
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Severity severity = m_headline.severity;
    const bool isCalm = severity == Severity::Good;
    const QColor ink = severityColor(severity, palette());
    painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight)
            : isCalm               ? hairline(palette())
                                   : ink,
        1));
    painter.setBrush(isCalm ? palette().color(QPalette::Base) : severityTint(severity, palette()));
    painter.drawRoundedRect(frame, 6, 6);
    if (m_isFaint)
        painter.setOpacity(0.45);

    const QRect inside = rect().adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const int captionHeight = QFontMetrics(smallFont()).height();
    QRect line(inside.left(), inside.top(), inside.width(), captionHeight);
    const auto write = [&](const QFont& font, const QColor& color, const QString& text, int width) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRect(line.left(), line.top(), width, line.height()),
            int(Qt::AlignLeft | Qt::AlignVCenter),
            QFontMetrics(font).elidedText(text, Qt::ElideRight, width + 1));
    };
    write(labelFont(), mutedText(palette()), m_headline.caption, inside.width());

    line = QRect(inside.left(), line.bottom() + 1, inside.width(), QFontMetrics(numberFont()).height());
    const QFont number = shownNumberFont();
    const int signSize = m_headline.isJudged ? signSizeOf(number) : 0;
    write(number, isCalm ? palette().color(QPalette::Text) : ink, m_headline.value,
        inside.width() - (signSize > 0 ? signSize + kBeforeSign : 0));
    if (signSize > 0)
        paintGlyph(painter, severityGlyph(severity),
            QRectF(inside.right() - signSize + 1, line.center().y() - signSize / 2.0, signSize, signSize),
            ink);

    if (m_detailLines == 1) {
        line = QRect(inside.left(), line.bottom() + 1, inside.width(), QFontMetrics(smallFont()).height());
        write(detailFont(), mutedText(palette()), shownDetail(), inside.width());
        return;
    }
    line = QRect(inside.left(), line.bottom() + 1, inside.width(), inside.bottom() - line.bottom());
    QFont detail = smallFont();
    const double least = font().pointSizeF() * kSmallestDetail;
    while (detail.pointSizeF() > least && !QRect({}, line.size()).contains(QRect({}, wrappedDetail(detail))))
        detail.setPointSizeF(detail.pointSizeF() - 0.25);
    painter.setFont(detail);
    painter.setPen(mutedText(palette()));
    painter.drawText(line, int(Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap), shownDetail());
}

} // namespace ulpscope::ui
