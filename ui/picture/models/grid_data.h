// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of numbers as data: named rows, columns that are ranges of steps or have names, and in each cell a value, NaN, infinity or
// nothing. The same for layers over steps, runs over layers and tensors over formats.
#pragma once

#include "app/session/run_history.h"
#include "ui/look/models/plot_table.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope::ui {

/// What colours stand for: the faintest at `low`, the strongest at `high`.
struct GridScale
{
    bool isLog = false;
    double low = 0;
    double high = 100;

    /// Between 0 and 1; what lies outside has the place of the nearer end. A little more than none is seen to be more.
    double placeOf(double value) const;
    bool operator==(const GridScale&) const = default;
};

/// In order of gravity.
enum class CellState : std::uint8_t { Unknown, Finite, Infinite, NotANumber };

struct GridCell
{
    double value = 0; ///< the largest of those that are finite; 0 without one
    std::int64_t step = -1; ///< at which the cell was the gravest first; -1: none, or not over steps
    std::uint16_t part = 0; ///< index into the row's parts
    CellState state = CellState::Unknown;

    /// A cell that has one number, finite or not.
    static GridCell of(double value);
    bool isFinite() const { return state == CellState::Finite; }
    bool isNotFinite() const { return state > CellState::Finite; }
    /// What is worse stays; of equals what was there.
    void add(const GridCell& other);
    bool operator==(const GridCell&) const = default;
};

struct GridRow
{
    std::string id; ///< path of a layer, name of a tensor
    QString name;
    QStringList parts = {}; ///< what a cell's number can be of: "kernel gradient"

    /// Index of the part of that name, which joins them.
    std::uint16_t partOf(const std::string& part);
};

struct GridColumn
{
    QString name = {}; ///< empty: a range of steps
    StepRange steps = {};
};

struct GridPlace
{
    std::size_t row = 0;
    std::size_t column = 0;

    bool operator==(const GridPlace&) const = default;
};

struct GridData
{
    QString title; ///< what the values are, with their unit: "Flushed (%)"
    QString figure; ///< the same within a sentence, without the unit: "flushed"
    QString description;
    QString rowsTitle; ///< "layer"
    QString columnsTitle; ///< "step"
    GridScale scale;
    QString least; ///< what its ends are called: "0 %"
    QString most;
    QString (*reading)(double value) = nullptr;
    std::vector<GridRow> rows;
    std::vector<GridColumn> columns;
    std::vector<GridCell> cells; ///< column by column, so that columns are appended
    bool isOverSteps = false; ///< all columns are as many steps wide, but for the last
    std::int64_t stepsPerColumn = 1;
    std::int64_t stepsExpected = 0; ///< of the whole run; 0: those that there are
    /// Where the run's first value that is not finite arose.
    struct Birth
    {
        std::size_t row = 0;
        std::int64_t step = 0;
        bool operator==(const Birth&) const = default;
    };
    std::optional<Birth> birth = {};

    bool isEmpty() const { return cells.empty(); }
    const GridCell& at(GridPlace place) const { return cells[place.column * rows.size() + place.row]; }
    GridCell& at(GridPlace place) { return cells[place.column * rows.size() + place.row]; }
    /// Steps that the columns are about; 0 where they have names.
    std::int64_t steps() const;
    /// The row of that id, or the first within or around it; nothing without any.
    std::optional<std::size_t> rowOf(const std::string& id) const;
    /// The column that has the step, or the last before it.
    std::optional<std::size_t> columnOf(std::int64_t step) const;

    /// The place of the gravest cell, the first of equals; nothing where no cell is known.
    std::optional<GridPlace> gravest() const;

    /// "dense_1, steps 96–103: flushed 87.3 % (kernel gradient at step 96)"
    QString cellText(GridPlace place) const;
    /// The whole grid as numbers, a line for each row.
    PlotTable table() const;
};

/// Whether the first is worse on that scale; of equals neither is.
inline bool isGraver(const GridCell& a, const GridCell& b)
{
    return a.state != b.state ? a.state > b.state : a.state == CellState::Finite && a.value > b.value;
}

inline void GridCell::add(const GridCell& other)
{
    const bool isEarlier = other.state == state && std::pair(other.step, other.part) < std::pair(step, part);
    const double finite = std::max(value, other.value);
    if (isGraver(other, *this) || (isEarlier && !isGraver(*this, other)))
        *this = other;
    value = finite;
}

} // namespace ulpscope::ui
