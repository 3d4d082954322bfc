// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/display_text.h"

#include "engine/base/number_text.h"
#include "ui/look/models/translation.h"

#include <md4c-html.h>

#include <QLocale>
#include <QRegularExpression>
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

namespace {

constexpr QChar kThinSpace(0x2009);
// Texts that may stand before a number (a sign) and behind it (a power, a unit).
const QString kSign = QStringLiteral("[<>~≈+−-]?\\s?");
const QString kTail = QStringLiteral("(?:[e×\\s%][^.,]*)?");

bool hasDecimalComma()
{
    return decimalPoint() == QLatin1Char(',');
}

} // namespace

QChar decimalPoint()
{
    return isEnglish() ? QLatin1Char('.') : QLocale().decimalPoint().front();
}

QChar groupSeparator()
{
    return isEnglish() ? kThinSpace : QLocale().groupSeparator().front();
}

QString localNumber(const QString& plain)
{
    static const QRegularExpression number(QStringLiteral("^(%1\\d+)\\.(\\d+%2)$").arg(kSign, kTail));
    if (isEnglish())
        return plain;
    const QRegularExpressionMatch match = number.match(plain);
    return match.hasMatch() ? match.captured(1) + decimalPoint() + match.captured(2) : plain;
}

QString plainNumber(const QString& shown)
{
    if (isEnglish())
        return shown;
    const QString group = QRegularExpression::escape(groupSeparator());
    const QString point = QRegularExpression::escape(decimalPoint());
    // Groups as countText() makes them, of five digits and more; else digits, and those behind the point.
    const QRegularExpression number(
        QStringLiteral("^(%1)(?:(\\d{2,3}%2\\d{3}|\\d{1,3}(?:%2\\d{3}){2,})|(\\d+)%3(\\d+))(%4)$")
            .arg(kSign, group, point, kTail));
    const QRegularExpressionMatch match = number.match(shown);
    if (!match.hasMatch())
        return shown;
    const QString digits = match.captured(2).isEmpty()
        ? match.captured(3) + QLatin1Char('.') + match.captured(4)
        : match.captured(2).replace(groupSeparator(), kThinSpace);
    return match.captured(1) + digits + match.captured(5);
}

QString typedNumber(const QString& typed)
{
    static const QRegularExpression number(QStringLiteral("^\\s*[+-]?\\d*,\\d*(?:[eE][+-]?\\d+)?\\s*$"));
    return hasDecimalComma() && number.match(typed).hasMatch()
        ? QString(typed).replace(QLatin1Char(','), QLatin1Char('.'))
        : typed;
}

QString typedExpression(const QString& typed)
{
    static const QRegularExpression comma(QStringLiteral("(?<=\\d),(?=\\d)"));
    return hasDecimalComma() ? QString(typed).replace(comma, QStringLiteral(".")) : typed;
}

QString htmlOfMarkdown(const QString& markdown)
{
    const QByteArray text = markdown.toUtf8();
    QByteArray html;
    const auto append = [](const MD_CHAR* part, MD_SIZE size, void* whole) {
        static_cast<QByteArray*>(whole)->append(part, qsizetype(size));
    };
    md_html(text.constData(), static_cast<MD_SIZE>(text.size()), append, &html,
        MD_DIALECT_GITHUB | MD_FLAG_NOHTML, 0);
    // In a table's code md4c 0.4.8 leaves the backslash of a bar that is none of the table's.
    return QString::fromUtf8(html).replace(QStringLiteral("\\|"), QStringLiteral("|")).trimmed();
}

} // namespace ulpscope::ui
