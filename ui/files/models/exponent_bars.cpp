// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/exponent_bars.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct ExponentBarsText
{
    Q_DECLARE_TR_FUNCTIONS(ExponentBars)
};

constexpr std::size_t kBetweenStops = std::size_t{1} << 20; ///< values

void count(double value, ExponentBars& bars)
{
    if (!std::isfinite(value)) {
        ++bars.counts.nonFinite;
    } else if (value == 0) {
        ++bars.counts.zeros;
    } else {
        const int exponent = std::clamp(std::ilogb(value), kFirstExponent, kLastExponent);
        ++bars.counts.bins[std::size_t(exponent - kFirstExponent)];
        bars.least = std::min(bars.least, exponent);
        bars.most = std::max(bars.most, exponent);
    }
}

} // namespace

double ExponentBars::percent(int exponent) const
{
    return 100 * double(counts.bins[std::size_t(exponent - kFirstExponent)]) / values;
}

ExponentBars exponentBars(std::span<const double> values, const std::stop_token& stop)
{
    ExponentBars bars{.counts = {},
        .values = double(values.size()),
        .least = kLastExponent + 1,
        .most = kFirstExponent - 1};
    for (std::size_t begin = 0; begin < values.size() && !stop.stop_requested(); begin += kBetweenStops)
        for (const double value : values.subspan(begin, std::min(kBetweenStops, values.size() - begin)))
            count(value, bars);
    return bars;
}

FormatRange rangeOf(const Format& format)
{
    return {std::log2(format.minSubnormal()), std::log2(format.minNormal()), std::log2(format.maxFinite())};
}

QString rangeSentence(const ExponentBars& bars, const Format& format)
{
    const FormatRange range = rangeOf(format);
    double below = 0, subnormal = 0, beyond = 0;
    for (int e = bars.least; e <= bars.most; ++e) {
        if (e + 1 <= range.smallestSubnormal)
            below += bars.percent(e);
        else if (e < range.smallestNormal)
            subnormal += bars.percent(e);
        else if (e > range.largest)
            beyond += bars.percent(e);
    }
    const QString name = toQt(format.name);
    QString text = ExponentBarsText::tr(
        "%1 of all values lie below the numbers of %2, %3 among its subnormal ones, %4 beyond its largest.")
                       .arg(percentText(below), name, percentText(subnormal), percentText(beyond));
    if (bars.counts.zeros > 0)
        text += QLatin1Char(' ')
            + ExponentBarsText::tr("%1 are zero.")
                  .arg(percentText(100 * double(bars.counts.zeros) / bars.values));
    if (bars.counts.nonFinite > 0)
        text += QLatin1Char(' ')
            + ExponentBarsText::tr("%1 are NaN or infinite.")
                  .arg(percentText(100 * double(bars.counts.nonFinite) / bars.values));
    return text;
}

} // namespace ulpscope::ui
