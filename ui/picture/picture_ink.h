// SPDX-License-Identifier: GPL-3.0-or-later
// How pictures of models and of operations draw dtypes, what is lost, and what is not finite.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPalette>
#include <QPen>
#include <QString>

#include <string>
#include <vector>

class QPainter;

namespace ulpscope::ui {

inline constexpr double kTellFrom = 1; ///< percent: from here on a share is written

/// What is written in a mark: of a format without a mark of its own, its name.
QString pictureMarkText(const std::string& format);
/// Pixels of marks beside each other; bold: their font.
double pictureMarkWidth(const QFont& bold, const std::vector<std::string>& formats);
/// "87 %" where there is little room.
QString shortPercent(double percent);
QFont boldFont(QFont font);
QPen roundPen(const QColor& color, double width);
/// Pixels from a place to the nearest point of a way.
double distanceTo(const std::vector<QPointF>& way, const QPointF& place);
QPainterPath pathOf(const std::vector<QPointF>& way);

class PictureInk
{
public:
    static constexpr double kLine = 2; ///< width of a flow that loses nothing
    static constexpr double kLoss = 11; ///< and by how much wider one is that loses all
    static constexpr double kCross = 4.5;
    static constexpr double kRing = 2.2 * kCross; ///< radius, around a birthplace

    PictureInk(const QFont& font, const QPalette& palette)
        : m_bold(boldFont(font))
        , m_palette(palette)
    {
    }

    /// The colour of a line on the palette's ground.
    QColor lineOf(const std::string& format) const;
    void paintMark(QPainter& painter, const QRectF& place, const std::vector<std::string>& formats,
        bool isFramed = false) const;
    /// Below a line: as wide and red as the share in percent; green below 0. Nothing where it would not be written.
    void paintLoss(QPainter& painter, const QPainterPath& path, double share) const;
    void paintChosen(QPainter& painter, const QPainterPath& path) const;
    void paintArrow(QPainter& painter, const std::vector<QPointF>& way, const QColor& ink) const;
    void paintCross(QPainter& painter, const QPointF& centre, bool isStrong, bool isRinged) const;

private:
    QFont m_bold;
    QPalette m_palette;
};

} // namespace ulpscope::ui
