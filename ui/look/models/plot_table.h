// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a plot as a table of texts: each with all its digits, NaN and infinity by name, nothing where there is none.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace ulpscope::ui {

struct PlotTable
{
    QStringList columns;
    std::vector<QStringList> rows;
};

/// One curve: its samples in the order of their places, "x" and value.
struct PlotCurve
{
    QString title;
    std::vector<std::pair<double, std::optional<double>>> samples;
};

/// The shortest text that reads back as the same number; "nan", "inf".
QString exactText(double value);

/// One row for each place between `from` and `to` that a curve has, and one column for each curve.
PlotTable tableOf(const QString& place, const std::vector<PlotCurve>& curves, double from, double to);

/// With tabs between the cells, as spreadsheets take it from a clipboard.
QString tabbedText(const PlotTable& table);
/// Writes comma-separated values; lines with # have the title and the facts.
QByteArray csvText(const QString& title, const QStringList& facts, const PlotTable& table);

} // namespace ulpscope::ui
