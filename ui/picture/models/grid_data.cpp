// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/grid_data.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kLeastSeen = 0.07; ///< of the colours: below it is nothing but 0

struct Grid
{
    Q_DECLARE_TR_FUNCTIONS(Grid)
};

QString columnText(const GridColumn& column)
{
    if (!column.name.isEmpty())
        return column.name;
    return column.steps.isOne()
        ? Grid::tr("step %1").arg(countText(column.steps.first))
        : Grid::tr("steps %1–%2").arg(countText(column.steps.first), countText(column.steps.last));
}

/// As files have it.
QString columnName(const GridColumn& column)
{
    if (!column.name.isEmpty())
        return column.name;
    return column.steps.isOne()
        ? QStringLiteral("step %1").arg(column.steps.first)
        : QStringLiteral("steps %1-%2").arg(column.steps.first).arg(column.steps.last);
}

QString exactCell(const GridCell& cell)
{
    switch (cell.state) {
    case CellState::Unknown:
        break;
    case CellState::Finite:
        return exactText(cell.value);
    case CellState::Infinite:
        return QStringLiteral("inf");
    case CellState::NotANumber:
        return QStringLiteral("nan");
    }
    return {};
}

} // namespace

double GridScale::placeOf(double value) const
{
    const double place = isLog ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low))
                               : (value - low) / (high - low);
    if (!(place > 0)) // a logarithm of 0 too
        return 0;
    return isLog ? std::min(place, 1.0) : kLeastSeen + (1 - kLeastSeen) * std::min(place, 1.0);
}

GridCell GridCell::of(double value)
{
    return {.value = std::isfinite(value) ? value : 0,
        .state = std::isnan(value) ? CellState::NotANumber
            : std::isinf(value)    ? CellState::Infinite
                                   : CellState::Finite};
}

std::uint16_t GridRow::partOf(const std::string& part)
{
    const QString text = toQt(part);
    if (!parts.contains(text))
        parts.append(text);
    return static_cast<std::uint16_t>(parts.indexOf(text));
}

std::int64_t GridData::steps() const
{
    return isOverSteps && !columns.empty() ? columns.back().steps.last + 1 : 0;
}

std::optional<std::size_t> GridData::rowOf(const std::string& id) const
{
    const auto isIn = [](const std::string& inner, const std::string& outer) {
        return inner.starts_with(outer) && inner.size() > outer.size() && inner[outer.size()] == '/';
    };
    std::optional<std::size_t> near;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].id == id)
            return row;
        if (!near && !id.empty() && (isIn(rows[row].id, id) || isIn(id, rows[row].id)))
            near = row;
    }
    return near;
}

std::optional<std::size_t> GridData::columnOf(std::int64_t step) const
{
    if (!isOverSteps || columns.empty() || step < 0)
        return std::nullopt;
    return std::min(columns.size() - 1, std::size_t(step / stepsPerColumn));
}

QString GridData::cellText(GridPlace place) const
{
    const GridRow& row = rows[place.row];
    const GridCell& cell = at(place);
    const QString where = QStringLiteral("%1, %2").arg(row.name, columnText(columns[place.column]));
    if (cell.state == CellState::Unknown)
        return Grid::tr("%1: not recorded").arg(where);
    const QString value = cell.state == CellState::NotANumber ? QStringLiteral("NaN")
        : cell.state == CellState::Infinite                   ? Grid::tr("infinity")
                                            : figure + QLatin1Char(' ') + reading(cell.value);
    QString of = cell.part < row.parts.size() ? row.parts[cell.part] : QString();
    if (!columns[place.column].steps.isOne() && cell.step >= 0)
        of = of.isEmpty() ? Grid::tr("at step %1").arg(countText(cell.step))
                          : Grid::tr("%1 at step %2").arg(of, countText(cell.step));
    return of.isEmpty() ? QStringLiteral("%1: %2").arg(where, value)
                        : QStringLiteral("%1: %2 (%3)").arg(where, value, of);
}

PlotTable GridData::table() const
{
    PlotTable table;
    table.columns += rowsTitle;
    for (const GridColumn& column : columns)
        table.columns += columnName(column);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        QStringList cellsOfRow{rows[row].name};
        for (std::size_t column = 0; column < columns.size(); ++column)
            cellsOfRow += exactCell(at({row, column}));
        table.rows.push_back(std::move(cellsOfRow));
    }
    return table;
}

std::optional<GridPlace> GridData::gravest() const
{
    std::optional<GridPlace> found;
    for (std::size_t column = 0; column < columns.size(); ++column)
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (const GridPlace place{row, column}; isGraver(at(place), found ? at(*found) : GridCell()))
                found = place;
    return found;
}

} // namespace ulpscope::ui
