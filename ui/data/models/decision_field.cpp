// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/decision_field.h"

#include "ui/data/models/data_kind.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr double kMargin = 0.08; ///< around the points, of their extent

struct Extent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    /// Never without a width.
    Extent withMargin() const
    {
        if (!(low <= high))
            return {-1, 1};
        const double least = std::max(std::abs(low), std::abs(high));
        const double margin = high > low ? kMargin * (high - low) : least > 0 ? least : 1;
        return {low - margin, high + margin};
    }
};

/// Difference between the largest output and the second largest.
double lead(std::span<const double> outputs)
{
    double first = -std::numeric_limits<double>::infinity();
    double second = first;
    for (const double output : outputs) {
        if (std::isnan(output))
            return output;
        second = std::max(second, std::min(first, output));
        first = std::max(first, output);
    }
    return first - second;
}

LaneField laneField(const Evaluation& evaluation, const LaneEvaluation& lane, const Examples& points)
{
    LaneField field;
    const bool isLargest = evaluation.decision && !evaluation.decision->threshold;
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell) {
        const std::span<const double> outputs = evaluation.outputsOf(lane, std::int64_t(cell));
        field.values.push_back(isLargest ? lead(outputs) : outputs[0]);
        field.nonFinite.add(field.values.back());
        if (evaluation.decision) {
            const std::optional<std::size_t> said = evaluation.decision->classOf(outputs);
            field.classes.push_back(said ? int(*said) : -1);
        }
    }
    for (std::int64_t i = 0; i < points.count; ++i) {
        const std::span<const double> outputs
            = evaluation.outputsOf(lane, std::int64_t(FieldGrid::cells()) + i);
        const auto target = double(points.targets[std::size_t(i)]);
        if (evaluation.decision) {
            const std::optional<std::size_t> said = evaluation.decision->classOf(outputs);
            field.rightPoints += said && double(*said) == target ? 1 : 0;
        } else {
            field.meanError += std::abs(outputs[0] - target) / double(points.count);
        }
    }
    return field;
}

/// Difference of the outputs that differ most; NaN where one is NaN.
double largestDifference(std::span<const double> ours, std::span<const double> references)
{
    double largest = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const double each = ours[i] - references[i];
        if (std::isnan(each))
            return each;
        largest = std::abs(each) > std::abs(largest) ? each : largest;
    }
    return largest;
}

void compare(const Evaluation& evaluation, DecisionField& field)
{
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell) {
        const std::span<const double> ours = evaluation.outputsOf(evaluation.candidate, std::int64_t(cell));
        const std::span<const double> references
            = evaluation.outputsOf(*evaluation.reference, std::int64_t(cell));
        const double difference = evaluation.decision && !evaluation.decision->threshold
            ? largestDifference(ours, references)
            : ours[0] - references[0];
        field.difference.push_back(difference);
        field.incomparable.add(difference);
        if (!field.candidate.classes.empty()
            && field.candidate.classes[cell] != field.reference->classes[cell])
            ++field.disagreements;
        if (std::isfinite(difference)
            && (!field.farthest || std::abs(difference) > std::abs(field.difference[*field.farthest])))
            field.farthest = cell;
    }
}

QString placeText(const FieldGrid& grid, std::size_t cell)
{
    return tr("(%1, %2)").arg(numberText(grid.x(cell)), numberText(grid.y(cell)));
}

QString pointsText(const DecisionField& field)
{
    if (field.classes == 0)
        return field.reference
            ? forCount(field.points, tr("The error at the %1 point is %2 in this run and %3 in float64."),
                tr("The mean error at the %1 points is %2 in this run and %3 in float64."))
                  .arg(countText(field.points), numberText(field.candidate.meanError),
                      numberText(field.reference->meanError))
            : forCount(field.points, tr("The error at the %1 point is %2."),
                tr("The mean error at the %1 points is %2."))
                  .arg(countText(field.points), numberText(field.candidate.meanError));
    const QString right = forCount(field.points, tr("Of %1 point this run decides %2 right"),
        tr("Of %1 points this run decides %2 right"))
                              .arg(countText(field.points), countText(field.candidate.rightPoints));
    return field.reference ? right + tr(", float64 %1.").arg(countText(field.reference->rightPoints))
                           : right + tr(".");
}

QString differenceText(const DecisionField& field)
{
    QString text;
    if (field.classes > 0) {
        const double percent = 100 * double(field.disagreements) / double(FieldGrid::cells());
        text = field.disagreements == 0
            ? tr("Both decide alike everywhere.")
            : tr("They decide differently on %1 of the area.").arg(percentText(percent));
    }
    if (!field.farthest)
        return text;
    if (field.largestDifference() == 0)
        return text + tr(" Their outputs are the same to the last bit.");
    return text
        + tr(" Their outputs differ most at %1, by %2.")
              .arg(placeText(field.grid, *field.farthest), numberText(field.largestDifference()));
}

QString laneText(
    const DecisionField& field, const DataSample& sample, const LaneField& lane, std::size_t cell)
{
    if (lane.classes.empty())
        return numberText(lane.values[cell]);
    const QString said = lane.classes[cell] < 0
        ? tr("no class")
        : tr("class %1").arg(classText(sample, std::size_t(lane.classes[cell])));
    return field.threshold ? tr("%1, %2").arg(numberText(lane.values[cell]), said)
                           : tr("%1 by %2").arg(said, numberText(lane.values[cell]));
}

} // namespace

std::optional<std::size_t> FieldGrid::cellAt(double x, double y) const
{
    const double column = (x - left) / cellWidth();
    const double row = (y - bottom) / cellHeight();
    if (!(column >= 0 && column < kSide && row >= 0 && row < kSide))
        return std::nullopt;
    return std::size_t(row) * kSide + std::size_t(column);
}

FieldGrid gridAround(const Examples& points)
{
    Extent x;
    Extent y;
    for (std::size_t i = 0; i + 1 < points.features.size(); i += 2) {
        x.add(double(points.features[i]));
        y.add(double(points.features[i + 1]));
    }
    x = x.withMargin();
    y = y.withMargin();
    return {x.low, x.high, y.low, y.high};
}

std::shared_ptr<const Examples> inputsOf(const FieldGrid& grid, const Examples& points)
{
    auto inputs = std::make_shared<Examples>();
    inputs->count = std::int64_t(FieldGrid::cells()) + points.count;
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell) {
        inputs->features.push_back(float(grid.x(cell)));
        inputs->features.push_back(float(grid.y(cell)));
    }
    if (!points.exactFeatures.empty()) {
        inputs->exactFeatures.assign(inputs->features.begin(), inputs->features.end());
        inputs->exactFeatures.insert(
            inputs->exactFeatures.end(), points.exactFeatures.begin(), points.exactFeatures.end());
    }
    inputs->features.insert(inputs->features.end(), points.features.begin(), points.features.end());
    return inputs;
}

DecisionField decisionField(const Evaluation& evaluation, const FieldGrid& grid, const DataSample& sample)
{
    DecisionField field;
    field.grid = grid;
    field.stepsDone = evaluation.stepsDone;
    field.points = sample.train->count;
    if (evaluation.decision) {
        field.threshold = evaluation.decision->threshold;
        field.classes = field.threshold ? 2 : int(evaluation.output.last());
    }
    field.candidate = laneField(evaluation, evaluation.candidate, *sample.train);
    if (evaluation.reference) {
        field.reference = laneField(evaluation, *evaluation.reference, *sample.train);
        compare(evaluation, field);
    }
    Extent values;
    for (const double value : field.candidate.values)
        values.add(value);
    if (field.reference)
        for (const double value : field.reference->values)
            values.add(value);
    if (values.low <= values.high) {
        field.low = values.low;
        field.high = values.high;
    }
    return field;
}

std::vector<QLineF> borderOf(const FieldGrid& grid, const LaneField& lane)
{
    std::vector<QLineF> edges;
    if (lane.classes.empty())
        return edges;
    const auto side = std::size_t(FieldGrid::kSide);
    const double halfWidth = grid.cellWidth() / 2;
    const double halfHeight = grid.cellHeight() / 2;
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell) {
        const double x = grid.x(cell);
        const double y = grid.y(cell);
        if (cell % side + 1 < side && lane.classes[cell] != lane.classes[cell + 1])
            edges.emplace_back(x + halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
        if (cell + side < FieldGrid::cells() && lane.classes[cell] != lane.classes[cell + side])
            edges.emplace_back(x - halfWidth, y + halfHeight, x + halfWidth, y + halfHeight);
    }
    return edges;
}

QString fieldSentence(const DecisionField& field)
{
    QStringList sentences{pointsText(field)};
    if (field.reference)
        sentences += differenceText(field).trimmed();
    const QString ours = tallyText(field.candidate.nonFinite);
    if (!ours.isEmpty())
        sentences += tr("Of the %1 cells of this run %2.").arg(countText(FieldGrid::cells()), ours);
    const QString references = field.reference ? tallyText(field.reference->nonFinite) : QString();
    if (!references.isEmpty())
        sentences += tr("Of the cells of float64 %1.").arg(references);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString fieldCellText(const DecisionField& field, const DataSample& sample, std::size_t cell)
{
    QString text = tr("At %1: this run %2")
                       .arg(placeText(field.grid, cell), laneText(field, sample, field.candidate, cell));
    if (field.reference)
        text += tr("; float64 %1; difference %2")
                    .arg(laneText(field, sample, *field.reference, cell), numberText(field.difference[cell]));
    return text;
}

} // namespace ulpscope::ui
