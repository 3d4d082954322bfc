// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/local_number.h"

#include "ui/look/models/translation.h"

#include <QLocale>
#include <QRegularExpression>

namespace ulpscope::ui {

namespace {

constexpr QChar kThinSpace(0x2009);
// What may be before and behind a number: a sign; a power, a unit.
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

} // namespace ulpscope::ui
