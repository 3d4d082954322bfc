// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a grid's cells: even steps of lightness, so that they are told apart without hue, on a light and a dark ground.
#pragma once

#include <QRgb>

#include <array>

namespace ulpscope::ui {

class GridRamp
{
public:
    /// isDark: the strongest colour is the lightest, else the darkest.
    explicit GridRamp(bool isDark);

    /// place: between 0, close to the ground, and 1, the strongest.
    QRgb at(double place) const;

private:
    static constexpr int kColors = 256;
    std::array<QRgb, kColors> m_colors{};
};

} // namespace ulpscope::ui
