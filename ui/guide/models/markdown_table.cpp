// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/models/markdown_table.h"

namespace ulpscope::ui {

namespace {

QString tableRow(QStringList cells)
{
    for (QString& cell : cells)
        cell.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

} // namespace

QString escapedMarkdown(const QString& text)
{
    QString escaped;
    for (const QChar each : text) {
        if (QStringLiteral("\\`*_[]<>|~#").contains(each))
            escaped += QLatin1Char('\\');
        escaped += each;
    }
    return escaped;
}

QString markdownCode(const QString& text)
{
    return text.isEmpty() ? text
                          : QLatin1Char('`') + QString(text).replace(QLatin1Char('|'), QStringLiteral("\\|"))
            + QLatin1Char('`');
}

QString markdownTable(const QStringList& titles, const QList<QStringList>& rows)
{
    QString table = tableRow(titles) + tableRow(QStringList(titles.size(), QStringLiteral("---")));
    for (const QStringList& row : rows)
        table += tableRow(row);
    return table;
}

} // namespace ulpscope::ui
