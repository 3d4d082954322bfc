// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/display_text.h"

#include "engine/base/number_text.h"
#include "ui/look/models/local_number.h"

#include <QStringList>

#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

QString superscript(int number)
{
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString text;
    for (const QChar digit : QString::number(std::abs(number)))
        text += QChar(kDigits[digit.digitValue()]);
    return number < 0 ? QChar(u'⁻') + text : text;
}

QString nonFiniteText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
}

QString withoutTrailingZeros(QString text)
{
    const QChar point = text.contains(decimalPoint()) ? decimalPoint() : QLatin1Char('.');
    if (text.contains(point)) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(1);
    }
    return text;
}

} // namespace

QString bytesText(double bytes)
{
    static constexpr std::array<const char*, 4> kUnits{"B", "KiB", "MiB", "GiB"};
    std::size_t unit = 0;
    while (bytes >= 10240 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    const QString number
        = unit == 0 ? countText(qRound64(bytes)) : localNumber(QString::number(bytes, 'f', 1));
    return number + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

QString powerText(int base, int exponent)
{
    return QString::number(base) + superscript(exponent);
}

QString numberText(double value, int significantDigits)
{
    if (!std::isfinite(value))
        return nonFiniteText(value);
    if (value == 0)
        return QStringLiteral("0");
    const QString scientific = QString::number(value, 'e', significantDigits - 1);
    const qsizetype mark = scientific.indexOf(QLatin1Char('e'));
    const int exponent = scientific.mid(mark + 1).toInt();
    if (exponent >= -3 && exponent < 5)
        return localNumber(QString::number(value, 'f', std::max(0, significantDigits - 1 - exponent)));
    const QString mantissa
        = significantDigits > 3 ? withoutTrailingZeros(scientific.left(mark)) : scientific.left(mark);
    return localNumber(mantissa) + QStringLiteral("×") + powerText(10, exponent);
}

QString shortNumber(double value, int digits)
{
    if (!std::isfinite(value) || value == 0)
        return std::signbit(value) && value == 0 ? QStringLiteral("-0") : numberText(value);
    const QString exact = toQt(exactDecimal(value));
    if (exact.size() <= digits + 3 && !exact.contains(QLatin1Char('e')))
        return localNumber(exact);
    const QString shortest = toQt(shortestText(value));
    return shortest.size() <= digits && !shortest.contains(QLatin1Char('e')) ? localNumber(shortest)
                                                                             : numberText(value, digits);
}

QString percentText(double percent)
{
    return std::isfinite(percent) ? localNumber(toQt(ulpscope::percentText(percent)))
                                  : nonFiniteText(percent);
}

QString countText(std::int64_t count)
{
    QString text = QString::number(count);
    const qsizetype first = count < 0 ? 1 : 0;
    if (text.size() - first > 4)
        for (qsizetype i = text.size() - 3; i > first; i -= 3)
            text.insert(i, groupSeparator());
    return text;
}

QString countedText(std::int64_t count, const QString& one, const QString& many)
{
    return countText(count) + QLatin1Char(' ') + (count == 1 ? one : many);
}

QString scaleText(double scale)
{
    int exponent = 0;
    if (std::isfinite(scale) && scale >= 2048 && std::frexp(scale, &exponent) == 0.5)
        return powerText(2, exponent - 1);
    return std::isfinite(scale) ? withoutTrailingZeros(numberText(scale, 6)) : nonFiniteText(scale);
}

QString parameterText(const ParameterValue& value)
{
    if (const std::string* text = std::get_if<std::string>(&value))
        return toQt(*text);
    if (const double* number = std::get_if<double>(&value))
        return localNumber(toQt(shortestText(*number)));
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
        QStringList parts;
        for (const std::int64_t entry : *list)
            parts += QString::number(entry);
        return parts.join(QStringLiteral(", "));
    }
    return toQt(toText(value));
}

} // namespace ulpscope::ui
