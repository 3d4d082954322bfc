// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/glyphs.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

namespace ulpscope::ui {

namespace {

/// Shapes live in a box of 24 x 24; `fill` is painted solid, `stroke` as a 2-unit line.
struct Shape
{
    QPainterPath fill;
    QPainterPath stroke;

    void polygon(std::initializer_list<QPointF> points)
    {
        fill.addPolygon(QPolygonF(points)), fill.closeSubpath();
    }
    void line(std::initializer_list<QPointF> points) { stroke.addPolygon(QPolygonF(points)); }
};

Shape shapeOf(Glyph glyph)
{
    Shape s;
    switch (glyph) {
    case Glyph::Play:
        s.polygon({{7, 4}, {20, 12}, {7, 20}});
        break;
    case Glyph::Pause:
        s.fill.addRect(6, 4.5, 4, 15);
        s.fill.addRect(14, 4.5, 4, 15);
        break;
    case Glyph::Step:
        s.polygon({{5, 4}, {16, 12}, {5, 20}});
        s.fill.addRect(17, 4.5, 3, 15);
        break;
    case Glyph::Stop:
        s.fill.addRoundedRect(QRectF(5.5, 5.5, 13, 13), 1.5, 1.5);
        break;
    case Glyph::Reset:
        s.stroke.arcMoveTo(4.5, 4.5, 15, 15, 150);
        s.stroke.arcTo(4.5, 4.5, 15, 15, 150, 290);
        s.polygon({{2.2, 3.6}, {10, 9.4}, {2.2, 11.6}});
        break;
    case Glyph::Add:
        s.line({{12, 5}, {12, 19}});
        s.line({{5, 12}, {19, 12}});
        break;
    case Glyph::Remove:
        s.line({{5, 12}, {19, 12}});
        break;
    case Glyph::Up:
        s.line({{12, 19}, {12, 6}});
        s.line({{6, 11.5}, {12, 5.5}, {18, 11.5}});
        break;
    case Glyph::Down:
        s.line({{12, 5}, {12, 18}});
        s.line({{6, 12.5}, {12, 18.5}, {18, 12.5}});
        break;
    case Glyph::Open:
        s.line({{3, 19}, {3, 5}, {9, 5}, {11.5, 8}, {19, 8}, {19, 11}});
        s.line({{3, 19}, {6.5, 11}, {22, 11}, {18.5, 19}, {3, 19}});
        break;
    case Glyph::Save:
        s.line({{12, 3}, {12, 14}});
        s.line({{7, 9.5}, {12, 14.5}, {17, 9.5}});
        s.line({{4, 16}, {4, 20}, {20, 20}, {20, 16}});
        break;
    case Glyph::More:
        s.line({{5, 6}, {11, 12}, {5, 18}});
        s.line({{13, 6}, {19, 12}, {13, 18}});
        break;
    case Glyph::Export:
        s.line({{12, 15}, {12, 4}});
        s.line({{7, 8.5}, {12, 3.5}, {17, 8.5}});
        s.line({{4, 14}, {4, 20}, {20, 20}, {20, 14}});
        break;
    case Glyph::Undo:
        s.line({{9, 4}, {4, 9}, {9, 14}});
        s.stroke.moveTo(4, 9);
        s.stroke.cubicTo(14, 9, 20, 10, 20, 20);
        break;
    case Glyph::Redo:
        s.line({{15, 4}, {20, 9}, {15, 14}});
        s.stroke.moveTo(20, 9);
        s.stroke.cubicTo(10, 9, 4, 10, 4, 20);
        break;
    case Glyph::Copy:
        s.stroke.addRoundedRect(QRectF(8, 8, 12, 12), 2, 2);
        s.line({{4, 15}, {4, 4}, {15, 4}});
        break;
    case Glyph::Fit:
        s.line({{4, 9}, {4, 4}, {9, 4}});
        s.line({{15, 4}, {20, 4}, {20, 9}});
        s.line({{20, 15}, {20, 20}, {15, 20}});
        s.line({{9, 20}, {4, 20}, {4, 15}});
        s.fill.addRect(9, 9, 6, 6);
        break;
    case Glyph::Help:
        s.stroke.addEllipse(QRectF(3, 3, 18, 18));
        s.stroke.moveTo(9, 9.6);
        s.stroke.cubicTo(9.2, 5.8, 15.4, 6.2, 15, 10);
        s.stroke.cubicTo(14.6, 12, 12, 12, 12, 14.2);
        s.fill.addEllipse(QPointF(12, 17.2), 1.3, 1.3);
        break;
    case Glyph::Good:
        s.stroke.addEllipse(QRectF(3, 3, 18, 18));
        s.line({{7.5, 12.5}, {10.8, 15.8}, {16.5, 8.8}});
        break;
    case Glyph::Notice:
        s.stroke.addEllipse(QRectF(3, 3, 18, 18));
        s.line({{12, 11}, {12, 16.5}});
        s.fill.addEllipse(QPointF(12, 7.6), 1.4, 1.4);
        break;
    case Glyph::Warning:
        s.line({{12, 3.5}, {21.5, 20}, {2.5, 20}, {12, 3.5}});
        s.line({{12, 10}, {12, 14.2}});
        s.fill.addEllipse(QPointF(12, 17), 1.3, 1.3);
        break;
    case Glyph::Failure:
        s.line({{8, 2.8}, {16, 2.8}, {21.2, 8}, {21.2, 16}, {16, 21.2}, {8, 21.2}, {2.8, 16}, {2.8, 8},
            {8, 2.8}});
        s.line({{8.5, 8.5}, {15.5, 15.5}});
        s.line({{15.5, 8.5}, {8.5, 15.5}});
        break;
    }
    return s;
}

class GlyphEngine : public QIconEngine
{
public:
    GlyphEngine(Glyph glyph, std::optional<QColor> color)
        : m_glyph(glyph)
        , m_color(color)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QGuiApplication::palette();
        QColor color = m_color.value_or(palette.color(QPalette::Active, QPalette::ButtonText));
        if (mode == QIcon::Disabled)
            color = palette.color(QPalette::Disabled, QPalette::ButtonText);
        paintGlyph(*painter, m_glyph, rect, color);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        if (pixmap.isNull()) // the icon was asked for where there is no room
            return pixmap;
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new GlyphEngine(*this); }

private:
    Glyph m_glyph;
    std::optional<QColor> m_color;
};

} // namespace

Glyph severityGlyph(Severity severity)
{
    switch (severity) {
    case Severity::Good:
        return Glyph::Good;
    case Severity::Notice:
        return Glyph::Notice;
    case Severity::Warning:
        return Glyph::Warning;
    case Severity::Failure:
        return Glyph::Failure;
    }
    return Glyph::Notice;
}

QIcon glyphIcon(Glyph glyph, std::optional<QColor> color)
{
    return QIcon(new GlyphEngine(glyph, color));
}

void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& box, const QColor& color)
{
    const Shape shape = shapeOf(glyph);
    const double scale = std::min(box.width(), box.height()) / 24;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center());
    painter.scale(scale, scale);
    painter.translate(-12, -12);
    painter.fillPath(shape.fill, color);
    painter.strokePath(shape.stroke, QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.restore();
}

} // namespace ulpscope::ui
