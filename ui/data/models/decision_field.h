// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs of both lanes over the plane of the examples, cell by cell, and where they differ, as numbers and in words.
#pragma once

#include "engine/data/data_sample.h"
#include "engine/train/evaluation.h"
#include "ui/data/models/non_finite_tally.h"

#include <QLineF>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// The rectangle around the points with a margin, in cells that are evaluated at their centres. Cells are counted along x first,
/// from the lower left.
struct FieldGrid
{
    static constexpr int kSide = 96; ///< cells along each axis

    double left = -1;
    double right = 1;
    double bottom = -1;
    double top = 1;

    static constexpr std::size_t cells() { return std::size_t(kSide) * kSide; }
    double cellWidth() const { return (right - left) / kSide; }
    double cellHeight() const { return (top - bottom) / kSide; }
    double x(std::size_t cell) const { return left + (double(cell % kSide) + 0.5) * cellWidth(); }
    double y(std::size_t cell) const { return bottom + (double(cell / kSide) + 0.5) * cellHeight(); }
    /// The cell in which the point lies.
    std::optional<std::size_t> cellAt(double x, double y) const;
};

FieldGrid gridAround(const Examples& points);
/// The centres of the grid's cells, and after them the points.
std::shared_ptr<const Examples> inputsOf(const FieldGrid& grid, const Examples& points);

/// One lane's part.
struct LaneField
{
    /// By cell: the first output; with the largest of several outputs to decide, by how much it is larger than the second.
    std::vector<double> values;
    std::vector<int> classes; ///< by cell, -1: none is said; empty where outputs say no class
    NonFiniteTally nonFinite; ///< how many values are not finite
    std::int64_t rightPoints = 0; ///< how many points are given their own class
    double meanError = 0; ///< over the points, where outputs say no class
};

struct DecisionField
{
    FieldGrid grid;
    std::int64_t stepsDone = 0;
    std::int64_t points = 0;
    int classes = 0; ///< 0: outputs say no class
    std::optional<double> threshold; ///< threshold between two classes if there is one output
    LaneField candidate;
    std::optional<LaneField> reference; ///< the reference's field; none in step watch
    /// By cell, candidate less reference: of the values, or with several outputs of that which differs most. Empty without a reference.
    std::vector<double> difference;
    NonFiniteTally incomparable; ///< how many differences are not finite
    std::int64_t disagreements = 0; ///< cells of which the lanes do not say the same class
    std::optional<std::size_t> farthest; ///< the cell of the largest difference that is finite
    double low = 0; ///< the least finite value of both lanes
    double high = 1;

    /// Largest absolute difference among the finite ones.
    double largestDifference() const { return farthest ? std::abs(difference[*farthest]) : 0; }
};

/// evaluation: of inputsOf(grid, points).
DecisionField decisionField(const Evaluation& evaluation, const FieldGrid& grid, const DataSample& sample);

/// The edges of cells, in the coordinates of the plane, across which the class that is said changes; none where no class is said.
std::vector<QLineF> borderOf(const FieldGrid& grid, const LaneField& lane);

/// Describes the field: first how many points each lane decides right and where the lanes differ.
QString fieldSentence(const DecisionField& field);
/// "x = 0.31, y = −0.52: this run 2.1, class 1; float64 −0.4, class 0"
QString fieldCellText(const DecisionField& field, const DataSample& sample, std::size_t cell);

} // namespace ulpscope::ui
