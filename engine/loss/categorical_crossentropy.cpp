// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/categorical_crossentropy.h"

#include "engine/loss/class_score.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// Targets as rows, whether they are given as rows or as class numbers.
class Rows
{
public:
    Rows(const Tensor& prediction, std::span<const double> targets)
        : m_targets(targets)
        , m_classes(prediction.columns())
        , m_areRows(static_cast<Index>(targets.size()) == prediction.size() && m_classes > 1)
    {
    }
    double at(Index row, Index column) const
    {
        if (m_areRows)
            return m_targets[static_cast<std::size_t>(row * m_classes + column)];
        return static_cast<Index>(m_targets[static_cast<std::size_t>(row)]) == column ? 1 : 0;
    }
    Index classOf(Index row) const
    {
        Index best = 0;
        for (Index c = 1; c < m_classes; ++c)
            best = at(row, c) > at(row, best) ? c : best;
        return best;
    }

private:
    std::span<const double> m_targets;
    Index m_classes;
    bool m_areRows;
};

} // namespace

Status CategoricalCrossentropy::fits(
    const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    const bool isRow = classes == 0 && output.rank() > 0 && output.elements() == targetsPerExample;
    const bool isClass = classes > 1 && output.rank() > 0 && output.last() >= classes
        && output.elements() == targetsPerExample * output.last();
    if ((isRow || isClass) && output.last() > 1)
        return success();
    return Error{"",
        "expects an output for each of at least two classes; the model's output is " + output.text()
            + ", the data have " + std::to_string(classes) + " classes and "
            + std::to_string(targetsPerExample) + " target(s) an example"};
}

double CategoricalCrossentropy::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const auto round = [&](double x) { return roundScalar(arithmetic, prediction.format(), x); };
    const Index rows = prediction.rows();
    const Index classes = prediction.columns();
    const Rows given(prediction, targets);
    const double share = round(upstream / static_cast<double>(rows));
    const double lowest = round(kProbabilityEpsilon);
    const double highest = round(1 - kProbabilityEpsilon);
    const auto target = [&](Index r, Index c) {
        const double y = given.at(r, c);
        return m_smoothing == 0
            ? y
            : round(round(y * round(1 - m_smoothing)) + round(m_smoothing / static_cast<double>(classes)));
    };
    if (m_fromLogits) {
        unary(arithmetic, Unary::Copy, prediction, gradient);
        logSoftmaxInPlace(arithmetic, gradient);
    } else {
        gradient.reset(prediction.shape(), prediction.format());
    }
    double total = 0;
    for (Index r = 0; r < rows; ++r) {
        double loss = 0;
        if (m_fromLogits) { // the gradient g of the logarithms, then g - softmax * sum of g
            double sum = 0;
            for (Index c = 0; c < classes; ++c) {
                const double y = target(r, c);
                loss = round(loss + round(y * gradient.at(r * classes + c)));
                sum = round(sum - round(share * y));
            }
            for (Index c = 0; c < classes; ++c) {
                const double softmax = round(std::exp(gradient.at(r * classes + c)));
                const double own = -round(share * target(r, c));
                gradient.set(r * classes + c, round(own - round(softmax * sum)));
            }
            total = round(total - loss);
            continue;
        }
        // Each row is normalised, then clipped: -sum of y log(p / sum of p).
        double sum = 0;
        for (Index c = 0; c < classes; ++c)
            sum = round(sum + prediction.at(r * classes + c));
        double shared = 0; // what reaches every element through the sum
        for (Index c = 0; c < classes; ++c) {
            const double y = target(r, c);
            const double p = round(prediction.at(r * classes + c) / sum);
            const double clipped = std::isnan(p) ? p : std::clamp(p, lowest, highest);
            loss = round(loss + round(y * round(std::log(clipped))));
            const bool isClipped = p < lowest || p > highest;
            const double slope = isClipped ? 0 : round(-round(share * y) / p); // by the normalised element
            shared = round(shared + round(slope * p));
            gradient.set(r * classes + c, slope);
        }
        for (Index c = 0; c < classes; ++c)
            gradient.set(r * classes + c, round(round(gradient.at(r * classes + c) - shared) / sum));
        total = round(total - loss);
    }
    return round(total / static_cast<double>(rows));
}

void CategoricalCrossentropy::score(
    const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    const Rows given(prediction, targets);
    scoreClasses(prediction, score, [&](Index r) { return given.classOf(r); });
}

} // namespace ulpscope
