// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/field_ink.h"

#include "ui/data/plotted_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kPale = 0.12; ///< share of a class's colour where it is hardly said
constexpr double kStrong = 0.7; ///< how strong the colour is where the model is sure

using Shape = QCPScatterStyle::ScatterShape;
constexpr std::array kMarks{Shape::ssCircle, Shape::ssSquare, Shape::ssTriangle, Shape::ssDiamond,
    Shape::ssTriangleInverted, Shape::ssPlusCircle, Shape::ssCrossSquare};

} // namespace

QColor classColor(const PlotTheme& theme, int classNumber)
{
    return theme.classes[classNumber % theme.classes.size()];
}

QCPScatterStyle classMark(const PlotTheme& theme, int classNumber)
{
    return {kMarks[std::size_t(classNumber) % kMarks.size()], QPen(theme.background, 0.8),
        classColor(theme, classNumber), 6.5};
}

QColor targetColor(const PlotTheme& theme, int level)
{
    return mixedColor(mixedColor(theme.background, classColor(theme, 0), kPale / 2), classColor(theme, 0),
        double(level) / (kTargetLevels - 1));
}

QCPColorGradient gradientOf(const PlotTheme& theme, const QMap<double, QColor>& stops)
{
    QCPColorGradient gradient;
    gradient.setColorStops(stops);
    gradient.setNanHandling(QCPColorGradient::nhNanColor);
    gradient.setNanColor(theme.foreground);
    return gradient;
}

double finiteOrNaN(double value)
{
    return std::isfinite(value) ? value : kNoValue;
}

QCPColorGradient laneGradient(const DecisionField& field, const PlotTheme& theme)
{
    const auto tint = [&](int classNumber, double share) {
        return mixedColor(theme.background, classColor(theme, classNumber), share);
    };
    if (field.threshold)
        return gradientOf(theme,
            {{0, tint(0, kStrong)}, {0.5, mixedColor(tint(0, kPale), tint(1, kPale), 0.5)},
                {1, tint(1, kStrong)}});
    if (field.classes == 0)
        return gradientOf(theme, {{0, tint(0, kPale / 2)}, {1, tint(0, 1)}});
    QMap<double, QColor> stops;
    for (int c = 0; c < field.classes; ++c) {
        stops.insert(double(c) / field.classes, tint(c, 2 * kPale));
        stops.insert((c + 0.999) / field.classes, tint(c, kStrong));
    }
    QCPColorGradient gradient = gradientOf(theme, stops);
    gradient.setLevelCount(std::clamp(16 * field.classes, 64, 4096));
    return gradient;
}

std::vector<double> laneValues(const DecisionField& field, const LaneField& lane)
{
    std::vector<double> values = lane.values;
    const bool isLargest = field.classes > 0 && !field.threshold;
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        values[cell] = finiteOrNaN(values[cell]);
        if (isLargest) // a class's stretch of the gradient, and how far into it
            values[cell] = lane.classes[cell] < 0
                ? kNoValue
                : lane.classes[cell] + 0.99 * std::sqrt(values[cell] / std::max(field.high, 1e-300));
    }
    return values;
}

std::pair<double, double> fieldRange(const DecisionField& field)
{
    if (field.threshold) {
        const double reach = std::max({field.high - *field.threshold, *field.threshold - field.low, 1e-300});
        const double half = *field.threshold == 0 ? std::min(reach, kSureLogit) : 0.5;
        return {*field.threshold - half, *field.threshold + half};
    }
    if (field.classes > 0)
        return {0, field.classes};
    return field.high > field.low ? std::pair(field.low, field.high)
                                  : std::pair(field.low - 1, field.low + 1);
}

} // namespace ulpscope::ui
