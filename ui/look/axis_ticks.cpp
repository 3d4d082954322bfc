// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/axis_ticks.h"

#include "ui/look/models/axis_powers.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/local_number.h"

#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kMostSubTicks = 14; ///< more grid lines than that are noise

} // namespace

QString LinearTicker::getTickLabel(double tick, const QLocale&, QChar formatChar, int precision)
{
    const QString plain = QString::number(tick, formatChar.toLatin1(), precision);
    const qsizetype power = plain.indexOf(QLatin1Char('e'));
    return power < 0
        ? localNumber(plain)
        : localNumber(plain.left(power)) + QStringLiteral("×") + powerText(10, plain.mid(power + 1).toInt());
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

    if (m_base == 10 && high - low < 1.5) {
        // Less than two decades: 1, 2, 5 of each; only 1 and 3 when these are too many.
        std::vector<int> mantissas{1, 2, 5};
        if (int((high - low) * 3) + 1 > m_maxTicks)
            mantissas = {1, 3};
        for (int exponent = first - 1; exponent <= last; ++exponent)
            for (const int mantissa : mantissas) {
                const double value = mantissa * std::pow(10.0, exponent);
                if (value >= range.lower && value <= range.upper)
                    add(value, numberText(value, 1));
            }
        if (ticks.isEmpty())
            for (int i = 1; i <= 2; ++i) {
                const double value = range.lower * std::pow(range.upper / range.lower, i / 3.0);
                add(value, numberText(value, 3));
            }
        return;
    }
    if (first > last)
        return;
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
        else if (subTicks && last - first < kMostSubTicks)
            subTicks->append(value);
    }
    if (ticks.isEmpty())
        add(std::pow(double(m_base), (first + last) / 2), label((first + last) / 2));
}

} // namespace ulpscope::ui
