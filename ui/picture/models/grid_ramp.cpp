// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/grid_ramp.h"

#include <QColor>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulpscope::ui {

namespace {

/// CIE 15:2004, L*a*b* under D65; then IEC 61966-2-1, sRGB.
QRgb fromLab(double lightness, double chroma, double hue)
{
    const double fy = (lightness + 16) / 116;
    const auto linear
        = [](double f) { return f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) * 27 / 24389; };
    const double x = 0.95047 * linear(fy + chroma * std::cos(hue) / 500);
    const double y = linear(fy);
    const double z = 1.08883 * linear(fy - chroma * std::sin(hue) / 200);
    const auto encoded = [](double c) {
        c = std::clamp(c, 0.0, 1.0);
        return int(std::lround(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
    };
    return qRgb(encoded(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
        encoded(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
        encoded(0.0556434 * x - 0.2040259 * y + 1.0572252 * z));
}

/// From near the ground by yellow and red to the other end of lightness; all within sRGB but for rounding.
QRgb colorAt(double place, bool isDark)
{
    constexpr double kDegree = std::numbers::pi / 180;
    if (isDark)
        return fromLab(22 + 63 * place, 4 + 66 * std::sin(std::numbers::pi * 0.8 * place),
            kDegree * (-10 + 105 * place));
    return fromLab(
        95 - 67 * place, 5 + 63 * std::sin(std::numbers::pi * 0.78 * place), kDegree * (95 - 85 * place));
}

} // namespace

GridRamp::GridRamp(bool isDark)
{
    for (int i = 0; i < kColors; ++i)
        m_colors[std::size_t(i)] = colorAt(double(i) / (kColors - 1), isDark);
}

QRgb GridRamp::at(double place) const
{
    return m_colors[std::size_t(std::lround(std::clamp(place, 0.0, 1.0) * (kColors - 1)))];
}

} // namespace ulpscope::ui
