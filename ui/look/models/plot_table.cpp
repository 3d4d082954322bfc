// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/plot_table.h"

#include "ui/look/models/display_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <set>

namespace ulpscope::ui {

namespace {

QString csvCell(QString text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(),
        [](QChar c) { return c == QLatin1Char(',') || c == QLatin1Char('"') || c == QLatin1Char('\n'); });
    if (isPlain)
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString csvLine(const QStringList& cells)
{
    QStringList quoted;
    for (const QString& cell : cells)
        quoted += csvCell(cell);
    return quoted.join(QLatin1Char(',')) + QLatin1Char('\n');
}

/// A sentence with its numbers as English has them; a name such as "kernel[3,3]" stays.
QString withPlainNumbers(const QString& sentence)
{
    QStringList words = sentence.split(QLatin1Char(' '));
    for (QString& word : words) {
        const bool hasComma = word.endsWith(QLatin1Char(','));
        word = plainNumber(hasComma ? word.chopped(1) : word) + (hasComma ? QStringLiteral(",") : QString());
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

QString exactText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

PlotTable tableOf(const QString& place, const std::vector<PlotCurve>& curves, double from, double to)
{
    std::set<double> places;
    for (const PlotCurve& curve : curves)
        for (const auto& [at, value] : curve.samples)
            if (at >= from && at <= to)
                places.insert(at);
    PlotTable table;
    table.columns += place;
    for (const PlotCurve& curve : curves)
        table.columns += curve.title;
    std::vector<std::size_t> next(curves.size(), 0);
    for (const double at : places) {
        QStringList row{exactText(at)};
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const auto& samples = curves[i].samples;
            while (next[i] < samples.size() && samples[next[i]].first < at)
                ++next[i];
            const bool isThere
                = next[i] < samples.size() && samples[next[i]].first == at && samples[next[i]].second;
            row += isThere ? exactText(*samples[next[i]].second) : QString();
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

QString tabbedText(const PlotTable& table)
{
    QStringList lines{table.columns.join(QLatin1Char('\t'))};
    for (const QStringList& row : table.rows)
        lines += row.join(QLatin1Char('\t'));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QByteArray csvText(const QString& title, const QStringList& facts, const PlotTable& table)
{
    QString text;
    const auto comment = [&](QString line) {
        text += QStringLiteral("# ") + line.replace(QLatin1Char('\n'), QLatin1Char(' ')) + QLatin1Char('\n');
    };
    comment(title);
    for (const QString& fact : facts)
        comment(withPlainNumbers(fact));
    text += csvLine(table.columns);
    for (const QStringList& row : table.rows)
        text += csvLine(row);
    return text.toUtf8();
}

} // namespace ulpscope::ui
