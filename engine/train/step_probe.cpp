// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_probe.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// The largest; a NaN is worse than any number.
double worstOf(const std::vector<double>& errors)
{
    double worst = 0;
    for (const double error : errors)
        worst = std::isnan(error) || std::isnan(worst) ? std::nan("") : std::max(worst, error);
    return worst;
}

} // namespace

StepCounts& StepCounts::operator+=(const StepCounts& other)
{
    gradientsNonZero += other.gradientsNonZero;
    gradientsFlushed += other.gradientsFlushed;
    updatesNonZero += other.updatesNonZero;
    updatesLost += other.updatesLost;
    overflows += other.overflows;
    diverged = diverged || other.diverged;
    return *this;
}

double percent(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

StepProbe::StepProbe(const ModelPlan& plan, const Kernels& kernels, std::int64_t tensorsEvery)
    : m_localError(plan, kernels)
    , m_tensorsEvery(tensorsEvery)
{
    for (const PlannedLayer& planned : plan.layers) {
        m_paths.push_back(planned.path);
        const std::unique_ptr<Layer> layer = planned.layerClass->make(planned.options);
        for (const std::string& name : layer->variableNames())
            m_paths.push_back(planned.path + "/" + name);
    }
}

std::uint16_t StepProbe::pathIndex(const std::string& path) const
{
    const auto found = std::find(m_paths.begin(), m_paths.end(), path);
    check(found != m_paths.end(), "[StepProbe] every path is known");
    return static_cast<std::uint16_t>(found - m_paths.begin());
}

StepProbe::GradientFigures StepProbe::gradientFigures(const Lane& candidate, const Tensor& gradient,
    const Tensor& reference, StepCounts& counts, StepRecord& record) const
{
    const double scale = candidate.outcome().scale;
    GradientFigures figures{compare(candidate.arithmetic(), gradient, scale, reference),
        statistics(candidate.arithmetic(), gradient)};
    figures.statistics.amax /= scale;
    counts.gradientsNonZero += figures.comparison.referenceNonZero;
    counts.gradientsFlushed += figures.comparison.flushed;
    record.gradientAmax = std::max(record.gradientAmax, figures.statistics.amax);
    return figures;
}

void StepProbe::measureBeforeUpdate(const Lane& candidate, std::int64_t stepIndex)
{
    if (isDue(stepIndex))
        m_localError.measure(candidate.model(), stepIndex, candidate.outcome().scale);
}

StepCounts StepProbe::measure(
    const Lane& candidate, const Lane& reference, std::int64_t stepIndex, StepRecord& record)
{
    const LaneOutcome& outcome = candidate.outcome();
    record.step = stepIndex;
    record.loss = outcome.loss;
    record.referenceLoss = reference.outcome().loss;
    record.lossScale.reset();
    if (candidate.lossScale().isScaled())
        record.lossScale = outcome.lossScale;
    record.skipped = outcome.skipped;
    record.overflows = outcome.counts.overflows;
    record.gradientAmax = 0;
    record.tensors.clear();

    StepCounts counts;
    counts.overflows = outcome.counts.overflows;
    counts.diverged = outcome.diverged;
    const auto nodes = candidate.model().nodes();
    const auto referenceNodes = reference.model().nodes();
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        if (nodes[i].arrivedGradients.empty())
            continue;
        gradientFigures(
            candidate, *nodes[i].outputGradient, *referenceNodes[i].outputGradient, counts, record);
        const auto variables = nodes[i].layer->variables();
        const auto expected = referenceNodes[i].layer->variables();
        for (std::size_t v = 0; v < variables.size(); ++v)
            if (variables[v].trainable)
                gradientFigures(candidate, variables[v].gradient, expected[v].gradient, counts, record);
    }
    for (const UpdateCounts& update : outcome.updates) {
        counts.updatesNonZero += update.nonZero;
        counts.updatesLost += update.lost;
    }
    record.gradientsFlushedPercent = percent(counts.gradientsFlushed, counts.gradientsNonZero);
    record.updatesLostPercent = percent(counts.updatesLost, counts.updatesNonZero);
    record.errorVsFloat64 = relativeError(
        compare(candidate.arithmetic(), candidate.model().output(), 1, reference.model().output()));
    if (isDue(stepIndex))
        addTensorPoints(candidate, reference, record);
    return counts;
}

void StepProbe::addTensorPoints(const Lane& candidate, const Lane& reference, StepRecord& record)
{
    const auto& localErrors = m_localError.errors();
    const Arithmetic& arithmetic = candidate.arithmetic();
    const auto nodes = candidate.model().nodes();
    const auto referenceNodes = reference.model().nodes();
    StepCounts unused; // the step's totals were counted before
    std::size_t slot = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        const Node& expected = referenceNodes[i];
        const LocalErrorProbe::LayerError& local = localErrors[i];
        const std::uint16_t layerPath = pathIndex(node.path);
        const auto add = [&](std::uint16_t path, TensorRole role, Metric metric, double value) {
            record.tensors.push_back({path, role, metric, value});
        };

        const TensorStatistics output = statistics(arithmetic, node.output);
        add(layerPath, TensorRole::Output, Metric::Amax, output.amax);
        add(layerPath, TensorRole::Output, Metric::NonFinite, static_cast<double>(output.nonFinite));
        add(layerPath, TensorRole::Output, Metric::Underflow,
            static_cast<double>(node.forwardCounts.underflows));
        add(layerPath, TensorRole::Output, Metric::Overflow,
            static_cast<double>(node.forwardCounts.overflows));
        add(layerPath, TensorRole::Output, Metric::AccumulatedError,
            relativeError(compare(arithmetic, node.output, 1, expected.output)));
        add(layerPath, TensorRole::Output, Metric::LocalError, local.output);

        const bool hasGradient = !node.arrivedGradients.empty();
        const auto addGradient = [&](std::uint16_t path, TensorRole role, const Tensor& gradient,
                                     const Tensor& wanted) {
            const GradientFigures figures = gradientFigures(candidate, gradient, wanted, unused, record);
            add(path, role, Metric::Amax, figures.statistics.amax);
            add(path, role, Metric::NonFinite, static_cast<double>(figures.statistics.nonFinite));
            add(path, role, Metric::FlushedPercent,
                percent(figures.comparison.flushed, figures.comparison.referenceNonZero));
            add(path, role, Metric::AccumulatedError, relativeError(figures.comparison));
        };
        if (hasGradient) {
            addGradient(
                layerPath, TensorRole::OutputGradient, *node.outputGradient, *expected.outputGradient);
            add(layerPath, TensorRole::OutputGradient, Metric::Underflow,
                static_cast<double>(node.backwardCounts.underflows));
            add(layerPath, TensorRole::OutputGradient, Metric::Overflow,
                static_cast<double>(node.backwardCounts.overflows));
            if (!local.inputGradients.empty())
                add(layerPath, TensorRole::InputGradient, Metric::LocalError, worstOf(local.inputGradients));
        }

        const auto variables = node.layer->variables();
        const auto expectedVariables = expected.layer->variables();
        for (std::size_t v = 0; v < variables.size(); ++v) {
            const std::uint16_t path = pathIndex(node.path + "/" + variables[v].name);
            const TensorStatistics weight = statistics(arithmetic, variables[v].value);
            add(path, TensorRole::Weight, Metric::Amax, weight.amax);
            add(path, TensorRole::Weight, Metric::NonFinite, static_cast<double>(weight.nonFinite));
            add(path, TensorRole::Weight, Metric::AccumulatedError,
                relativeError(compare(arithmetic, variables[v].value, 1, expectedVariables[v].value)));
            if (!variables[v].trainable)
                continue;
            addGradient(
                path, TensorRole::WeightGradient, variables[v].gradient, expectedVariables[v].gradient);
            add(path, TensorRole::WeightGradient, Metric::LocalError, local.weightGradients[v]);
            if (slot < candidate.outcome().updates.size()) {
                const UpdateCounts& update = candidate.outcome().updates[slot];
                add(path, TensorRole::Update, Metric::Amax, update.amax);
                add(path, TensorRole::Update, Metric::LostPercent, percent(update.lost, update.nonZero));
            }
            ++slot;
        }

        for (const TensorScaling& scaling : node.layer->scalings()) {
            const TensorRole role = scaling.slot == "inputs" ? TensorRole::Input
                : scaling.slot == "kernel"                   ? TensorRole::Weight
                                                             : TensorRole::OutputGradient;
            const std::uint16_t path
                = role == TensorRole::Weight ? pathIndex(node.path + "/kernel") : layerPath;
            add(path, role, Metric::Float8Scale, static_cast<double>(scaling.scale()));
            add(path, role, Metric::Float8Amax, static_cast<double>(scaling.amax));
        }
    }
}

} // namespace ulpscope
