// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_targets.h"

#include "engine/base/number_text.h"

#include <cmath>

namespace ulpscope {

namespace {

Status numbersFit(const Shape& output, std::int64_t targetsPerExample, std::int64_t)
{
    if (output.elements() == targetsPerExample)
        return success();
    return Error{"",
        "the model's output " + output.text() + " does not fit " + std::to_string(targetsPerExample)
            + " target(s) an example"};
}

void scoreNumbers(const Tensor& prediction, std::span<const double> targets,
    const std::optional<DecisionRule>&, Score& score)
{
    score.values += prediction.size();
    for (Index i = 0; i < prediction.size(); ++i)
        score.absoluteError += std::fabs(prediction.at(i) - targets[static_cast<std::size_t>(i)]);
}

Status binaryFits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes)
{
    if (output.elements() != targetsPerExample || classes > 2)
        return Error{"",
            "expects one output for each two-class target; the model's output is " + output.text()
                + ", the data have " + counted(classes, "class", "classes")};
    return success();
}

void scoreBinary(const Tensor& prediction, std::span<const double> targets,
    const std::optional<DecisionRule>& rule, Score& score)
{
    score.classes = 2;
    score.decisions += prediction.size();
    for (Index i = 0; i < prediction.size(); ++i) {
        const double x = prediction.at(i);
        if (!std::isnan(x) && (x > *rule->threshold) == (targets[static_cast<std::size_t>(i)] > 0.5))
            ++score.correct;
    }
}

/// prediction: [..., classes]   row r's target is class targetOf(r). A row with a NaN is never right.
template <class TargetOf>
void scoreClasses(const Tensor& prediction, Score& score, TargetOf targetOf)
{
    constexpr Index kAmong = 5;
    const Index classes = prediction.columns();
    score.classes = classes;
    score.decisions += prediction.rows();
    for (Index r = 0; r < prediction.rows(); ++r) {
        const Index target = targetOf(r);
        const double wanted = prediction.at(r * classes + target);
        Index before = 0; // classes that are chosen before the target
        bool hasNan = false;
        for (Index c = 0; c < classes; ++c) {
            const double x = prediction.at(r * classes + c);
            hasNan = hasNan || x != x;
            before += x > wanted || (x == wanted && c < target) ? 1 : 0;
        }
        score.correct += !hasNan && before == 0 ? 1 : 0;
        score.amongFive += !hasNan && before < kAmong ? 1 : 0;
    }
}

Status classesFit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes)
{
    if (classes < 2)
        return Error{"", "expects data with classes; these have " + std::to_string(classes)};
    if (output.rank() == 0 || output.last() < classes
        || output.elements() != targetsPerExample * output.last())
        return Error{"",
            "expects "
                + (targetsPerExample == 1 ? std::string() : std::to_string(targetsPerExample) + " times ")
                + "an output for each of " + counted(classes, "class", "classes") + "; the model's output is "
                + output.text()};
    return success();
}

void scoreClassNumbers(const Tensor& prediction, std::span<const double> targets,
    const std::optional<DecisionRule>&, Score& score)
{
    scoreClasses(
        prediction, score, [&](Index r) { return static_cast<Index>(targets[static_cast<std::size_t>(r)]); });
}

/// Targets as rows, whether they are given as rows or as class numbers.
class TargetRows
{
public:
    TargetRows(const Tensor& prediction, std::span<const double> targets)
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

Status rowsFit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes)
{
    const bool isRow = classes == 0 && output.rank() > 0 && output.elements() == targetsPerExample;
    const bool isClass = classes > 1 && output.rank() > 0 && output.last() >= classes
        && output.elements() == targetsPerExample * output.last();
    if ((isRow || isClass) && output.last() > 1)
        return success();
    return Error{"",
        "expects an output for each of at least two classes; the model's output is " + output.text()
            + ", the data have " + counted(classes, "class", "classes") + " and "
            + counted(targetsPerExample, "target") + " an example"};
}

void scoreRows(const Tensor& prediction, std::span<const double> targets, const std::optional<DecisionRule>&,
    Score& score)
{
    const TargetRows given(prediction, targets);
    scoreClasses(prediction, score, [&](Index r) { return given.classOf(r); });
}

} // namespace

const LossTargets kNumberTargets{numbersFit, scoreNumbers};
const LossTargets kBinaryTargets{binaryFits, scoreBinary};
const LossTargets kClassTargets{classesFit, scoreClassNumbers, true};
const LossTargets kRowTargets{rowsFit, scoreRows};

} // namespace ulpscope
