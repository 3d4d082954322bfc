// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/first_difference.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace ulpscope::ui {

namespace {

struct Difference
{
    Q_DECLARE_TR_FUNCTIONS(FirstDifference)
};

bool haveSameBits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// A number that a step has of the candidate alone.
struct StepNumber
{
    const char* title;
    std::optional<double> (*of)(const StepRecord& record);
};

constexpr std::array kStepNumbers{
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "loss scale"),
        [](const StepRecord& record) { return record.lossScale; }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "loss"),
        [](const StepRecord& record) { return std::optional(record.loss); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "largest gradient"),
        [](const StepRecord& record) { return std::optional(record.gradientAmax); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "overflows"),
        [](const StepRecord& record) { return std::optional(double(record.counts.overflows)); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "elements that are not finite"),
        [](const StepRecord& record) { return std::optional(double(record.nonFinite)); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "skipped step"),
        [](const StepRecord& record) { return std::optional(record.skipped ? 1.0 : 0.0); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "end of the run by its loss scaler"),
        [](const StepRecord& record) { return std::optional(record.scalerEnded ? 1.0 : 0.0); }},
    StepNumber{QT_TRANSLATE_NOOP("FirstDifference", "lost updates"),
        [](const StepRecord& record) { return std::optional(double(record.counts.updatesLost)); }},
};

/// Whether the metric is a comparison with float64, or with the layer redone in it.
bool isComparison(Metric metric)
{
    switch (metric) {
    case Metric::AccumulatedError:
    case Metric::LocalError:
    case Metric::FlushedPercent:
    case Metric::LostPercent:
    case Metric::AccumulatedMaxUlp:
    case Metric::AccumulatedSqnr:
    case Metric::AccumulatedCosine:
    case Metric::LocalMaxUlp:
    case Metric::LocalSqnr:
    case Metric::LocalCosine:
    case Metric::StepError:
    case Metric::StepMaxUlp:
    case Metric::StepSqnr:
    case Metric::StepCosine:
        return true;
    case Metric::Amax:
    case Metric::NonFinite:
    case Metric::Underflow:
    case Metric::Overflow:
    case Metric::Float8Scale:
    case Metric::Float8Amax:
    case Metric::Float8HistoryAmax:
    case Metric::Float8Limit:
    case Metric::Float8Saturated:
    case Metric::Amin:
    case Metric::Mean:
    case Metric::Rms:
    case Metric::Std:
    case Metric::ZeroPercent:
    case Metric::SubnormalPercent:
    case Metric::SaturatedPercent:
    case Metric::Nan:
    case Metric::PositiveInfinity:
    case Metric::NegativeInfinity:
        break;
    }
    return false;
}

/// Key that orders values as a step computes them.
using When = std::tuple<int, int, int>;

/// A variable's or a further input's layer is the nearest one before it that its path begins with; others are on their own.
int layerIndex(const std::vector<std::string>& paths, std::size_t path)
{
    for (std::size_t i = path; i-- > 0;)
        if (paths[path].starts_with(paths[i] + "/"))
            return int(i);
    return int(path);
}

/// When in a step a tensor is made: forward from the first layer on, backward from the last one, then the update. Backward a
/// layer has its output's gradient first, and passes its input's on last.
When whenMade(TensorRole role, const std::vector<std::string>& paths, std::size_t path)
{
    const int layer = layerIndex(paths, path);
    const int within = int(path) - layer;
    switch (role) {
    case TensorRole::Input:
        return {0, 2 * layer, within};
    case TensorRole::Output:
        return {0, 2 * layer + 1, 0};
    case TensorRole::OutputGradient:
        return {1, -2 * layer, -1};
    case TensorRole::WeightGradient:
        return {1, -2 * layer, within};
    case TensorRole::InputGradient:
        return {1, -2 * layer + 1, within};
    case TensorRole::Update:
        return {2, int(path), 0};
    case TensorRole::OptimizerState:
        return {3, int(path), 0};
    case TensorRole::Weight: // the weight as it is after the update
        return {4, int(path), 0};
    }
    return {5, int(path), 0};
}

void compareSteps(const RunHistory& first, const RunHistory& second, FirstDifference& found)
{
    for (const StepRecord& a : first.records()) {
        const StepRecord* b = second.recordAt(a.step);
        if (b == nullptr || b->step != a.step)
            continue;
        ++found.steps;
        if (found.ofSteps)
            continue;
        for (const StepNumber& number : kStepNumbers) {
            const std::optional<double> x = number.of(a);
            const std::optional<double> y = number.of(*b);
            if (!x || !y || haveSameBits(*x, *y)) // without a loss scale there is none to differ
                continue;
            found.ofSteps = NumberDifference{a.step, Difference::tr(number.title), *x, *y};
            break;
        }
    }
}

QString titleOf(const std::string& path, TensorRole role, Metric metric)
{
    QString text = toQt(roleName(role));
    text.replace(QLatin1Char('_'), QLatin1Char(' '));
    return QStringLiteral("%1 / %2: %3")
        .arg(layerText(path), text,
            withinSentence(engineText(metricCatalog()[static_cast<std::size_t>(metric)].title)));
}

void compareTensors(const RunHistory& first, const RunHistory& second, FirstDifference& found)
{
    std::map<std::string, PathId> pathsOfSecond;
    for (std::size_t i = 0; i < second.paths().size(); ++i)
        pathsOfSecond.emplace(second.paths()[i], PathId(i));
    std::set<double> steps;
    std::tuple<double, When, std::size_t> earliest;
    for (const RunHistory::NamedMetric& metric : first.metrics()) {
        if (isComparison(metric.metric))
            continue;
        const std::string& path = first.paths().at(metric.path.index());
        const auto same = pathsOfSecond.find(path);
        const Series* a = first.series(metric.path, metric.role, metric.metric);
        const Series* b
            = same == pathsOfSecond.end() ? nullptr : second.series(same->second, metric.role, metric.metric);
        if (a == nullptr || b == nullptr) {
            ++found.onlyInOne;
            continue;
        }
        bool isCompared = false;
        const When when = whenMade(metric.role, first.paths(), metric.path.index());
        for (std::size_t i = 0, k = 0; i < a->steps.size() && k < b->steps.size();) {
            if (a->steps[i] != b->steps[k]) {
                ++(a->steps[i] < b->steps[k] ? i : k);
                continue;
            }
            isCompared = true;
            steps.insert(a->steps[i]);
            const auto order = std::tuple(a->steps[i], when, static_cast<std::size_t>(metric.metric));
            const bool isEarlier = !found.ofTensors || order < earliest;
            if (isEarlier && !haveSameBits(a->values[i], b->values[k])) {
                earliest = order;
                found.ofTensors = NumberDifference{static_cast<std::int64_t>(a->steps[i]),
                    titleOf(path, metric.role, metric.metric), a->values[i], b->values[k]};
            }
            ++i;
            ++k;
        }
        found.metrics += isCompared ? 1 : 0;
    }
    for (const RunHistory::NamedMetric& metric : second.metrics()) {
        const std::string& path = second.paths().at(metric.path.index());
        const auto same = std::find(first.paths().begin(), first.paths().end(), path);
        if (!isComparison(metric.metric)
            && (same == first.paths().end()
                || !first.series(
                    PathId(std::size_t(same - first.paths().begin())), metric.role, metric.metric)))
            ++found.onlyInOne;
    }
    found.sampledSteps = std::int64_t(steps.size());
}

QString valuesText(const NumberDifference& difference, const QString& firstName, const QString& secondName)
{
    if (firstName == secondName)
        return Difference::tr("%1 in the one, %2 in the other")
            .arg(shortNumber(difference.first, 17), shortNumber(difference.second, 17));
    return Difference::tr("%1 in \"%2\", %3 in \"%4\"")
        .arg(shortNumber(difference.first, 17), firstName, shortNumber(difference.second, 17), secondName);
}

} // namespace

FirstDifference firstDifference(const RunHistory& first, const RunHistory& second)
{
    FirstDifference found;
    compareSteps(first, second, found);
    compareTensors(first, second, found);
    return found;
}

QString differenceText(const FirstDifference& difference, const QString& firstName, const QString& secondName)
{
    const auto& [ofSteps, ofTensors, steps, metrics, sampledSteps, onlyInOne] = difference;
    if (steps == 0 && metrics == 0)
        return Difference::tr("\"%1\" and \"%2\" have no step in common that is kept.")
            .arg(firstName, secondName);
    QStringList lines;
    if (!ofSteps && !ofTensors)
        lines += Difference::tr("\"%1\" and \"%2\" differ in no number that both have.")
                     .arg(firstName, secondName);
    if (ofTensors)
        lines += Difference::tr("First tensor that differs: step %1, %2: %3.")
                     .arg(ofTensors->step)
                     .arg(ofTensors->what, valuesText(*ofTensors, firstName, secondName));
    if (ofSteps)
        lines += Difference::tr("First number of a step that differs: step %1, %2: %3.")
                     .arg(ofSteps->step)
                     .arg(ofSteps->what, valuesText(*ofSteps, firstName, secondName));
    QStringList compared{Difference::tr(
        "Compared to the bit: the numbers of %1 and %2 of tensors at %3 of these, in the order in which a step computes them.")
                             .arg(countedText(steps, Difference::tr("step"), Difference::tr("steps")),
                                 countedText(std::int64_t(metrics), Difference::tr("metric"),
                                     Difference::tr("metrics")),
                                 countText(sampledSteps))};
    if (onlyInOne > 0)
        compared += Difference::tr("%1 are of one run alone.")
                        .arg(countedText(
                            std::int64_t(onlyInOne), Difference::tr("metric"), Difference::tr("metrics")));
    if (sampledSteps < steps)
        compared += Difference::tr(
            "Between sampled steps, and in elements that move no metric, tensors may part earlier.");
    lines += compared.join(QLatin1Char(' '));
    return lines.join(QLatin1Char('\n'));
}

} // namespace ulpscope::ui
