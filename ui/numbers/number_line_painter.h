// SPDX-License-Identifier: GPL-3.0-or-later
// Where things are on the number line, and how they are drawn.
#pragma once

#include "ui/numbers/models/number_lab.h"
#include "ui/numbers/models/number_scale.h"

#include <QFont>
#include <QFontMetrics>
#include <QPalette>
#include <QRect>

class QPainter;
class QWidget;

namespace ulpscope::ui {

class NumberLinePainter
{
public:
    /// For one moment: takes the widget's size and font as they are.
    NumberLinePainter(
        const NumberLab& lab, const NumberScale& scale, const QWidget& widget, const QPalette& palette);

    /// Area of the values; the names are to its left, the number above, the axis below.
    QRect plotArea() const;
    /// -1: none.
    int laneAt(const QPoint& place) const;
    void paint(QPainter& painter) const;

private:
    struct Lane
    {
        QRect area;
        const StoredNumber* number = nullptr;
        bool isSelected = false;
    };

    Lane lane(int row) const;
    double x(double value) const;
    void paintAxis(QPainter& painter) const;
    void paintLane(QPainter& painter, const Lane& lane) const;
    void paintValues(QPainter& painter, const Lane& lane) const;
    void paintDensity(QPainter& painter, const Lane& lane) const;
    void paintStored(QPainter& painter, const Lane& lane) const;
    void paintNumber(QPainter& painter) const;

    const NumberLab& m_lab;
    const NumberScale& m_scale;
    QRect m_area;
    QPalette m_palette;
    QFont m_font;
    QFontMetrics m_metrics;
};

} // namespace ulpscope::ui
