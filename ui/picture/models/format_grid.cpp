// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/format_grid.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {

namespace {

struct FormatGrid
{
    Q_DECLARE_TR_FUNCTIONS(FormatGrid)
};

struct FigureKind
{
    const char* title;
    const char* tip;
    double WouldLose::*value;
    GridScale scale;
};

constexpr std::array<FigureKind, 3> kFigures{{
    {QT_TRANSLATE_NOOP("FormatGrid", "Flushed (%)"),
        QT_TRANSLATE_NOOP("FormatGrid", "Of the elements that are not zero, those that would become zero"),
        &WouldLose::flushedPercent, {false, 0, 100}},
    {QT_TRANSLATE_NOOP("FormatGrid", "Saturated (%)"),
        QT_TRANSLATE_NOOP(
            "FormatGrid", "Of the finite elements, those that would become the largest of the format"),
        &WouldLose::saturatedPercent, {false, 0, 100}},
    {QT_TRANSLATE_NOOP("FormatGrid", "Relative error"),
        QT_TRANSLATE_NOOP("FormatGrid", "Relative L2 distance from the tensor as it is"),
        &WouldLose::relativeError, {true, 1e-8, 1}},
}};

GridCell cellOf(const TensorLosses& tensor, const WouldLose& loss, const FigureKind& kind)
{
    const double value = loss.*kind.value;
    GridCell cell{.value = std::isfinite(value) ? value : 0, .state = CellState::Finite};
    if (tensor.nans > 0)
        cell.state = CellState::NotANumber;
    else if (tensor.infinities > 0 || loss.overflowPercent > 0)
        cell.state = CellState::Infinite;
    else if (std::isnan(value))
        cell.state = CellState::Unknown; // nothing is compared
    return cell;
}

} // namespace

std::vector<QString> formatFigures()
{
    std::vector<QString> titles;
    for (const FigureKind& kind : kFigures)
        titles.push_back(FormatGrid::tr(kind.title));
    return titles;
}

GridData gridOfFormats(
    std::span<const TensorLosses> tensors, std::span<const std::string> formats, FormatFigure figure)
{
    const FigureKind& kind = kFigures[static_cast<std::size_t>(figure)];
    GridData grid;
    grid.title = FormatGrid::tr(kind.title);
    grid.figure = withinSentence(grid.title.section(QStringLiteral(" ("), 0, 0));
    grid.description = FormatGrid::tr(kind.tip);
    grid.rowsTitle = FormatGrid::tr("tensor");
    grid.columnsTitle = FormatGrid::tr("format");
    grid.scale = kind.scale;
    grid.least = kind.scale.isLog ? powerText(10, -8) : percentText(0);
    grid.most = kind.scale.isLog ? QStringLiteral("1") : percentText(100);
    grid.reading = kind.scale.isLog ? [](double value) { return numberText(value); } : percentText;
    for (const std::string& format : formats)
        grid.columns.push_back({.name = toQt(format)});

    struct Row
    {
        const TensorLosses* tensor = nullptr;
        std::vector<GridCell> cells;
        GridCell gravest;
    };
    std::vector<Row> rows;
    for (const TensorLosses& tensor : tensors) {
        Row row{&tensor, std::vector<GridCell>(formats.size()), {}};
        if (tensor.nans + tensor.infinities > 0)
            row.gravest.state = tensor.nans > 0 ? CellState::NotANumber : CellState::Infinite;
        for (const WouldLose& loss : tensor.losses)
            if (const auto at = std::ranges::find(formats, loss.format); at != formats.end()) {
                GridCell& cell = row.cells[std::size_t(at - formats.begin())];
                cell = cellOf(tensor, loss, kind);
                row.gravest.add(cell);
            }
        rows.push_back(std::move(row));
    }
    // Those that are not finite as they are come before those that only some format makes so.
    const auto rank = [](const Row& row) {
        return row.tensor->nans > 0 ? 2 : row.tensor->infinities > 0 ? 1 : 0;
    };
    std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
        return rank(a) != rank(b) ? rank(a) > rank(b) : isGraver(a.gravest, b.gravest);
    });
    for (const Row& row : rows)
        grid.rows.push_back({row.tensor->name, toQt(row.tensor->name)});
    grid.cells.resize(rows.size() * formats.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < formats.size(); ++column)
            grid.at({row, column}) = rows[row].cells[column];
    return grid;
}

} // namespace ulpscope::ui
