// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the guide look for in its text.
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>

namespace ulpscope::ui {

inline QString resources()
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources");
}

inline QList<QRegularExpressionMatch> allMatches(const QString& pattern, const QString& text)
{
    QList<QRegularExpressionMatch> all;
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    for (auto matches = expression.globalMatch(text); matches.hasNext();)
        all += matches.next();
    return all;
}

} // namespace ulpscope::ui
