// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/local_number.h"

#include "ui/look/models/language.h"

#include <QLocale>
#include <QRegularExpression>

namespace ulpscope::ui {

namespace {

constexpr QChar kThinSpace(0x2009);

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
    // A number, and what may be behind it: a power, a unit.
    static const QRegularExpression number(
        QStringLiteral("^([<>~≈+−-]?\\s?\\d+)\\.(\\d+(?:[e×][^.,]*|[\\s%][^.,]*)?)$"));
    if (isEnglish())
        return plain;
    const QRegularExpressionMatch match = number.match(plain);
    return match.hasMatch() ? match.captured(1) + decimalPoint() + match.captured(2) : plain;
}

QString plainNumber(const QString& shown)
{
    // A comma, or groups as countText() makes them, of five digits and more.
    static const QRegularExpression number(QStringLiteral(
        "(?<![\\w.,])(?:\\d+,\\d+|[1-9]\\d{1,2}\\.\\d{3}|[1-9]\\d{0,2}(?:\\.\\d{3}){2,})(?![\\w.,])"));
    if (isEnglish())
        return shown;
    QString plain;
    qsizetype done = 0;
    for (auto found = number.globalMatch(shown); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString digits = match.captured();
        digits.replace(groupSeparator(), kThinSpace).replace(decimalPoint(), QLatin1Char('.'));
        plain += shown.mid(done, match.capturedStart() - done) + digits;
        done = match.capturedEnd();
    }
    return plain + shown.mid(done);
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
