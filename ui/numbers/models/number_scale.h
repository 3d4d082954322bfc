// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the real numbers a number line shows, and where on it a value lies: linear where the view is narrow,
// logarithmic (linear again around zero) where it spans many binades. No painting.
#pragma once

#include "engine/dtype/format.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

class NumberScale
{
public:
    /// smallest: around zero, up to it, a logarithmic scale is linear. largest: no view goes further.
    void setLimits(double smallest, double largest);
    double largest() const { return m_largest; }

    double low() const { return m_low; }
    double high() const { return m_high; }
    bool isLogarithmic() const { return m_isLog; }

    /// `count` neighbours of `format` to either side of `value`, or `reach` where that is farther; linear.
    void showAround(const Format& format, double value, double count, double reach = 0);
    /// All that the limits allow on the side of `value`, from zero on, logarithmic.
    void showWhole(double value);
    void setLogarithmic(bool isLog) { m_isLog = isLog; }
    /// factor < 1 zooms in; the value at `fraction` of the width stays there. The kind of scale follows the width.
    void zoom(double factor, double fraction);
    /// Moves the view by a fraction of its width.
    void pan(double fraction);

    /// 0 at the left edge, 1 at the right; outside for values outside.
    double fractionOf(double value) const;
    double valueAt(double fraction) const;

    struct Tick
    {
        double value = 0;
        QString label;
    };
    /// Round values for the axis, at most about `count`.
    std::vector<Tick> ticks(int count) const;

private:
    double warp(double value) const;
    double unwarp(double place) const;
    std::vector<Tick> linearTicks(int count) const;
    std::vector<Tick> powerTicks(int count) const;
    void setView(double low, double high);

    double m_smallest = 1e-45;
    double m_largest = 1e38;
    double m_low = 0;
    double m_high = 1;
    bool m_isLog = false;
};

/// The format's values from `low` to `high`, rising; empty if there are more than `most`.
std::vector<double> valuesBetween(const Format& format, double low, double high, std::size_t most);
/// How many values of the format lie in (low, high].
double countBetween(const Format& format, double low, double high);

} // namespace ulpscope::ui
