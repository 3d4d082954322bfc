// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/number_scale.h"

#include "engine/dtype/encoding.h"
#include "engine/dtype/rounding.h"
#include "ui/look/models/display_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kNarrow = 6; ///< a logarithmic view with a smaller ratio of its ends becomes linear
constexpr double kWide = 48; ///< a linear one with a larger ratio becomes logarithmic
constexpr double kFinest = 0x1p-48; ///< narrowest view, relative to its values
constexpr int kMaxDigits = 17;
constexpr double kLargestOfAll = 0x1p1022; ///< limit below which differences do not overflow

/// The largest value of the format that is <= value; the least one if there is none.
double roundedDown(const Format& format, double value)
{
    const double inside = std::clamp(value, format.lowest(), format.maxFinite());
    return roundToFormat(format, inside, {.mode = RoundingMode::Down});
}

/// Where a finite value of the format stands among all of them.
double orderOf(const Format& format, double value)
{
    const std::uint64_t code = encode(format, value);
    if (format.encoding == Encoding::FixedPoint)
        return std::ldexp(value, format.fractionBits());
    const auto magnitude = static_cast<double>(code & format.magnitudeMask());
    return value < 0 ? -magnitude : magnitude;
}

} // namespace

void NumberScale::setLimits(double smallest, double largest)
{
    m_smallest = smallest;
    m_largest = std::min(largest, kLargestOfAll);
    setView(m_low, m_high);
}

void NumberScale::setView(double low, double high)
{
    m_low = std::max(low, -m_largest);
    m_high = std::min(high, m_largest);
}

void NumberScale::showAround(const Format& format, double value, double count, double reach)
{
    const double center = std::clamp(std::isnan(value) ? 0.0 : value, -m_largest, m_largest);
    // Beyond the format's range the distance is that at its end.
    const double inside = std::clamp(center, format.lowest(), format.maxFinite());
    const double half = std::max({count * ulp(format, inside), 1.1 * std::fabs(center - inside), reach});
    m_isLog = half > kWide * std::fabs(center) && center != 0;
    m_low = center - half;
    m_high = center + half;
}

void NumberScale::showWhole(double value)
{
    m_isLog = true;
    m_low = value < 0 ? -m_largest : 0;
    m_high = value < 0 ? 0 : m_largest;
}

void NumberScale::zoom(double factor, double fraction)
{
    const double at = valueAt(fraction);
    if (m_isLog) {
        const double place = warp(at);
        const double low = place - (place - warp(m_low)) * factor;
        const double high = place + (warp(m_high) - place) * factor;
        setView(unwarp(low), unwarp(high));
    } else {
        const double width = (m_high - m_low) * factor;
        if (width < std::max(std::fabs(at) * kFinest, 0x1p-1070))
            return;
        setView(at - width * fraction, at + width * (1 - fraction));
    }
    const bool isOneSided = m_low > 0 || m_high < 0;
    const double inner = std::min(std::fabs(m_low), std::fabs(m_high));
    const double outer = std::max(std::fabs(m_low), std::fabs(m_high));
    if (m_isLog)
        m_isLog = !(isOneSided && outer < kNarrow * inner) && m_high - m_low > 4 * m_smallest;
    else
        m_isLog = isOneSided ? outer > kWide * inner : m_high - m_low > kWide * std::fabs(at) && at != 0;
}

void NumberScale::pan(double fraction)
{
    if (m_isLog) {
        const double move = (warp(m_high) - warp(m_low)) * fraction;
        const double edge = warp(m_largest);
        const double allowed = std::clamp(move, -edge - warp(m_low), edge - warp(m_high));
        const double low = warp(m_low) + allowed;
        const double high = warp(m_high) + allowed;
        setView(unwarp(low), unwarp(high));
    } else {
        const double move = std::clamp((m_high - m_low) * fraction, -m_largest - m_low, m_largest - m_high);
        setView(m_low + move, m_high + move);
    }
}

double NumberScale::warp(double value) const
{
    const double magnitude = std::fabs(value);
    const double place
        = magnitude <= m_smallest ? magnitude / m_smallest : 1 + std::log2(magnitude) - std::log2(m_smallest);
    return std::copysign(place, value);
}

double NumberScale::unwarp(double place) const
{
    const double magnitude = std::fabs(place);
    const double value
        = magnitude <= 1 ? magnitude * m_smallest : std::exp2(magnitude - 1 + std::log2(m_smallest));
    return std::copysign(std::min(value, m_largest), place);
}

double NumberScale::fractionOf(double value) const
{
    if (std::isinf(value))
        return value > 0 ? 1e9 : -1e9;
    const double low = m_isLog ? warp(m_low) : m_low;
    const double width = (m_isLog ? warp(m_high) : m_high) - low;
    const double distance = (m_isLog ? warp(value) : value) - low;
    if (std::isinf(width)
        || std::isinf(distance)) // the ends of float64: twice its largest number has no place in it
        return (value / 2 - m_low / 2) / (m_high / 2 - m_low / 2);
    if (width == 0)
        return distance == 0 ? 0.5 : std::copysign(1e9, distance);
    return distance / width;
}

double NumberScale::valueAt(double fraction) const
{
    if (!m_isLog)
        return m_low + (m_high - m_low) * fraction;
    return unwarp(warp(m_low) + (warp(m_high) - warp(m_low)) * fraction);
}

std::vector<NumberScale::Tick> NumberScale::ticks(int count) const
{
    return m_isLog ? powerTicks(count) : linearTicks(count);
}

std::vector<NumberScale::Tick> NumberScale::linearTicks(int count) const
{
    const double rough = (m_high - m_low) / std::max(1, count);
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * decade;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= rough) {
            step = factor * decade;
            break;
        }
    std::vector<Tick> ticks;
    if (!(step > 0) || !std::isfinite(step))
        return ticks;
    const double outer = std::max(std::fabs(m_low), std::fabs(m_high));
    const int digits = std::clamp(
        int(std::floor(std::log10(outer))) - int(std::floor(std::log10(step) + 1e-9)) + 1, 1, kMaxDigits);
    for (double index = std::ceil(m_low / step); index * step <= m_high && int(ticks.size()) <= 4 * count;
         ++index) {
        const double value = index * step;
        const int lost = value == 0
            ? 0
            : int(std::floor(std::log10(outer))) - int(std::floor(std::log10(std::fabs(value)) + 1e-9));
        ticks.push_back({value, numberText(value, std::max(1, digits - lost))});
    }
    return ticks;
}

std::vector<NumberScale::Tick> NumberScale::powerTicks(int count) const
{
    const double binades = warp(m_high) - warp(m_low);
    int step = 1;
    while (binades / step > count)
        step = step == 1 ? 2 : step == 2 ? 4 : step == 4 ? 8 : step + 8;
    std::vector<Tick> ticks;
    if (m_low <= 0 && m_high >= 0)
        ticks.push_back({0, QStringLiteral("0")});
    const auto addSide = [&](double sign, double from, double to) { // magnitudes
        if (to <= 0)
            return;
        const int first = int(std::ceil(std::log2(std::max(from, m_smallest)) / step)) * step;
        const int last = int(std::floor(std::log2(to)));
        for (int exponent = first; exponent <= last; exponent += step) {
            const double value = std::ldexp(1.0, exponent);
            // The first power may lie too close to zero's own label.
            if (ticks.empty() || std::fabs(warp(value)) > 0.6 * step || m_low > 0 || m_high < 0)
                ticks.push_back(
                    {sign * value, (sign < 0 ? QStringLiteral("−") : QString()) + powerText(2, exponent)});
        }
    };
    addSide(1, std::max(0.0, m_low), m_high);
    addSide(-1, std::max(0.0, -m_high), -m_low);
    return ticks;
}

double countBetween(const Format& format, double low, double high)
{
    if (high < format.lowest() || low >= format.maxFinite())
        return 0;
    const double first = low < format.lowest() ? orderOf(format, format.lowest()) - 1
                                               : orderOf(format, roundedDown(format, low));
    return orderOf(format, roundedDown(format, high)) - first;
}

std::vector<double> valuesBetween(const Format& format, double low, double high, std::size_t most)
{
    std::vector<double> values;
    const double count = countBetween(format, low, high) + 1;
    if (count > static_cast<double>(most) || high < format.lowest() || low > format.maxFinite())
        return values;
    double value = roundedDown(format, low);
    while (value <= high && std::isfinite(value)) {
        if (value >= low)
            values.push_back(value);
        const double next = nextUp(format, value);
        if (next == value)
            break;
        value = next;
    }
    return values;
}

} // namespace ulpscope::ui
