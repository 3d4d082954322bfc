// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/picture_ink.h"

#include "app/judge/runs/severity.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kAlarmInk = 0.45; ///< of the red of what is lost
constexpr int kLighter = 160; ///< percent: of lines on a dark ground

QColor inkOf(const std::string& format)
{
    return dtypeLook(toQt(format)).color;
}

} // namespace

QString pictureMarkText(const std::string& format)
{
    const QString text = dtypeLook(toQt(format)).text;
    return text.isEmpty() ? toQt(format).section(QLatin1Char('_'), 0, 0).left(6) : text;
}

double pictureMarkWidth(const QFont& bold, const std::vector<std::string>& formats)
{
    const QFontMetricsF metrics(bold);
    double width = 0;
    for (const std::string& format : formats)
        width += std::max(20.0, metrics.horizontalAdvance(pictureMarkText(format)) + 8);
    return width;
}

QString shortPercent(double percent)
{
    return percent > 99 && percent < 100 ? QStringLiteral("> 99 %")
                                         : QString::number(int(std::round(percent))) + QStringLiteral(" %");
}

QFont boldFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QPen roundPen(const QColor& color, double width)
{
    return QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

double distanceTo(const std::vector<QPointF>& way, const QPointF& place)
{
    double nearest = INFINITY;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const QPointF along = way[i] - way[i - 1];
        const double square = QPointF::dotProduct(along, along);
        const double t
            = square > 0 ? std::clamp(QPointF::dotProduct(place - way[i - 1], along) / square, 0.0, 1.0) : 0;
        const QPointF apart = place - way[i - 1] - along * t;
        nearest = std::min(nearest, std::hypot(apart.x(), apart.y()));
    }
    return nearest;
}

QPainterPath pathOf(const std::vector<QPointF>& way)
{
    QPainterPath path(way.front());
    for (std::size_t i = 1; i < way.size(); ++i)
        path.lineTo(way[i]);
    return path;
}

QColor PictureInk::lineOf(const std::string& format) const
{
    return isDark(m_palette) ? inkOf(format).lighter(kLighter) : inkOf(format); // a mark's is for white text
}

void PictureInk::paintMark(
    QPainter& painter, const QRectF& place, const std::vector<std::string>& formats, bool isFramed) const
{
    if (place.isEmpty()) // its arcs would be of NaN
        return;
    painter.save();
    painter.setFont(m_bold);
    QPainterPath outline;
    outline.addRoundedRect(place, 3, 3);
    const double all = pictureMarkWidth(m_bold, formats);
    double left = place.left();
    for (std::size_t i = 0; i < formats.size(); ++i) {
        const double width = pictureMarkWidth(m_bold, {formats[i]}) * place.width() / all;
        QPainterPath part;
        part.addRect(left, place.top(), width, place.height());
        painter.fillPath(outline.intersected(part), inkOf(formats[i]));
        if (i > 0) {
            painter.setPen(QPen(m_palette.color(QPalette::Base), 1.4));
            painter.drawLine(QPointF(left, place.top()), QPointF(left, place.bottom()));
        }
        painter.setPen(Qt::white);
        painter.drawText(
            QRectF(left, place.top(), width, place.height()), Qt::AlignCenter, pictureMarkText(formats[i]));
        left += width;
    }
    if (isFramed) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_palette.color(QPalette::Text), 2));
        painter.drawRoundedRect(place.adjusted(-2, -2, 2, 2), 4, 4);
    }
    painter.restore();
}

void PictureInk::paintLoss(QPainter& painter, const QPainterPath& path, double share) const
{
    if (std::abs(share) < kTellFrom)
        return;
    QColor red = severityColor(share > 0 ? Severity::Failure : Severity::Good, m_palette);
    red.setAlphaF(float(kAlarmInk));
    QPen pen = roundPen(red, kLine + 2 + kLoss * std::min(std::abs(share), 100.0) / 100);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void PictureInk::paintChosen(QPainter& painter, const QPainterPath& path) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(roundPen(m_palette.color(QPalette::Highlight), kLine + kLoss + 4));
    painter.drawPath(path);
    painter.setPen(roundPen(m_palette.color(QPalette::Base), kLine + kLoss + 1));
    painter.drawPath(path);
}

void PictureInk::paintArrow(QPainter& painter, const std::vector<QPointF>& way, const QColor& ink) const
{
    const QPointF tip = way.back();
    const QPointF along = tip - way[way.size() - 2];
    const QPointF unit = along / std::max(1.0, std::hypot(along.x(), along.y()));
    const QPointF side(-unit.y(), unit.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{tip, tip - unit * 7 + side * 4, tip - unit * 7 - side * 4});
}

void PictureInk::paintCross(QPainter& painter, const QPointF& centre, bool isStrong, bool isRinged) const
{
    const QColor alarm = severityColor(Severity::Failure, m_palette);
    painter.setBrush(m_palette.color(QPalette::Base));
    if (isRinged) {
        painter.setPen(QPen(alarm, 2.5));
        painter.drawEllipse(centre, kRing, kRing);
    }
    painter.setPen(roundPen(alarm, isStrong ? 3 : 1.8));
    painter.drawLine(centre - QPointF(kCross, kCross), centre + QPointF(kCross, kCross));
    painter.drawLine(centre - QPointF(kCross, -kCross), centre + QPointF(kCross, -kCross));
}

} // namespace ulpscope::ui
