// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/axis_ticks.h"

#include "ui/look/models/axis_powers.h"
#include "ui/look/models/display_text.h"

#include <vector>

namespace ulpscope::ui {

namespace {

constexpr int kMaxSubTicks = 14; ///< more grid lines than that are noise
constexpr double kFewDecades = 1.5; ///< below that powers of ten alone are too few
constexpr int kTickDigits = 6; ///< digits of a label that is no power; more if it would equal the next label
constexpr int kMaxDigits = 15;
constexpr double kMinShare = 1e-13; ///< a range smaller than this share of its values has one tick
constexpr double kMinRange = 1e-300; ///< whose parts are no subnormal numbers

QString linearLabel(double tick, char format, int precision)
{
    const QString plain = QString::number(tick, format, precision);
    const qsizetype power = plain.indexOf(QLatin1Char('e'));
    return power < 0
        ? localNumber(plain)
        : localNumber(plain.left(power)) + QStringLiteral("×") + powerText(10, plain.mid(power + 1).toInt());
}

/// Tick values: these mantissas times each power of ten.
QVector<double> ofMantissas(const QCPRange& range, const std::vector<int>& mantissas)
{
    QVector<double> values;
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::floor(std::log10(range.upper)));
    for (int exponent = first; exponent <= last; ++exponent)
        for (const int mantissa : mantissas)
            if (const double value = mantissa * std::pow(10.0, exponent); range.contains(value))
                values.append(value);
    return values;
}

/// Multiples of 1, 2 or 5 times a power of ten, the coarsest of which at least two lie in the range; its centre where they would not differ.
QVector<double> multiples(const QCPRange& range)
{
    if (!(range.size() > kMinShare * range.upper) || !(range.size() > kMinRange))
        return {range.center()};
    for (int power = static_cast<int>(std::ceil(std::log10(range.size())));; --power)
        for (const int mantissa : {5, 2, 1}) {
            const double step = mantissa * std::pow(10.0, power);
            const double first = std::ceil(range.lower / step);
            QVector<double> values;
            for (double i = first; i * step <= range.upper; ++i)
                values.append(i * step);
            if (values.size() >= 2)
                return values;
        }
}

/// Significant ones, by which ascending values that are evenly apart differ.
int digitsOf(const QVector<double>& values)
{
    if (values.size() < 2)
        return kTickDigits;
    const double parts = values.back() / (values[1] - values[0]);
    return std::clamp(static_cast<int>(std::ceil(std::log10(parts))) + 1, kTickDigits, kMaxDigits);
}

/// Ticks of a range of less than two powers: 1, 2, 5 of each decade, fewer where these are too many, and round numbers between where they are not two.
QVector<double> ticksWithinDecades(const QCPRange& range, int most)
{
    for (const std::vector<int>& mantissas : std::vector<std::vector<int>>{{1, 2, 5}, {1, 3}, {1}})
        if (const QVector<double> values = ofMantissas(range, mantissas);
            values.size() >= std::min(2, most) && values.size() <= most)
            return values;
    const QVector<double> values = multiples(range);
    QVector<double> few;
    const qsizetype stride = (values.size() + most - 1) / most;
    for (qsizetype i = 0; i < values.size(); i += stride)
        few.append(values[i]);
    return few;
}

} // namespace

QString LinearTicker::getTickLabel(double tick, const QLocale&, QChar formatChar, int precision)
{
    return linearLabel(tick, formatChar.toLatin1(), precision);
}

void PowerTicker::generate(const QCPRange& shown, const QLocale&, QChar, int, QVector<double>& ticks,
    QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    ticks.clear();
    if (subTicks)
        subTicks->clear();
    if (tickLabels)
        tickLabels->clear();
    const QCPRange range = m_limits.size() > 0 ? shown.bounded(m_limits.lower, m_limits.upper) : shown;
    if (!(range.lower > 0) || !std::isfinite(range.upper))
        return;
    const double logBase = std::log(m_base);
    const double low = std::log(range.lower) / logBase;
    const double high = std::log(range.upper) / logBase;
    const int first = static_cast<int>(std::ceil(low - 1e-9));
    const int last = static_cast<int>(std::floor(high + 1e-9));
    const auto add = [&](double value, const QString& label) {
        ticks.append(value);
        if (tickLabels)
            tickLabels->append(label);
    };

    if (first >= last || (m_base == 10 && high - low < kFewDecades)) {
        const QVector<double> values = ticksWithinDecades(range, m_maxTicks);
        const int digits = digitsOf(values);
        for (const double value : values)
            add(value, linearLabel(value, 'g', digits));
        return;
    }
    std::optional<std::pair<int, int>> data;
    if (m_data.lower > 0)
        data = {static_cast<int>(std::lround(std::log(m_data.lower) / logBase)),
            static_cast<int>(std::lround(std::log(m_data.upper) / logBase))};
    const AxisPowers powers = axisPowers(first, last, m_maxTicks, data);
    const auto label = [this](int exponent) {
        return m_base == 2 && exponent >= 0 && exponent <= 10 ? QString::number(1 << exponent)
                                                              : powerText(m_base, exponent);
    };
    for (int exponent = first; exponent <= last; ++exponent) {
        const double value = std::pow(double(m_base), exponent);
        if (powers.has(exponent))
            add(value, label(exponent));
        else if (subTicks && last - first < kMaxSubTicks)
            subTicks->append(value);
    }
}

} // namespace ulpscope::ui
