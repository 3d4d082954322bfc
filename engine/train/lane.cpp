// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/lane.h"

#include "engine/dtype/rounding.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/ops.h"
#include "engine/tensor/scalar_ops.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {

namespace {

/// Asks for an example's values while others are copied: shuffled examples lie apart, where no cache expects them.
template <class T>
void prefetch(std::span<const T> values)
{
    constexpr std::size_t kCacheLine = 64 / sizeof(T);
    for (std::size_t i = 0; i < values.size(); i += kCacheLine)
        __builtin_prefetch(&values[i]);
}

TrainingSpec ofReference(TrainingSpec training)
{
    training.loop = TrainingLoop::Fit;
    return training;
}

ArithmeticKind ofReference(ArithmeticKind candidates)
{
    const ArithmeticRules& rules = rulesOf(candidates);
    return rules.castsUnrounded || rules.fusesMultiplyAdd ? ArithmeticKind::Written : candidates;
}

} // namespace

Lane referenceLane(
    const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop, LaneUse use)
{
    return {float64Reference(checked.plan), ofReference(checked.session.training),
        ofReference(checked.arithmetic.kind), LossScale{}, float64Format(), kernels, stop, use};
}

Lane::Lane(const ModelPlan& plan, const TrainingSpec& training, ArithmeticKind arithmetic,
    const LossScale& lossScale, const Format& lossFormat, const Kernels& kernels, const std::stop_token& stop,
    LaneUse use)
    : m_arithmetic(kernels, &stop)
    , m_model(plan, m_arithmetic, use == LaneUse::Training ? Weights::Drawn : Weights::Lent)
    , m_loss(*findRow(lossCatalog(), training.loss.className), training.loss.config,
          rulesOf(arithmetic).lossKernels(*plan.layers.back().options.numerics.output, lossFormat))
    , m_optimizer(findRow(optimizerCatalog(), training.optimizer.className)
                      ->make(training.optimizer.config,
                          {&lossFormat, training.seed, training.schedule, rulesOf(arithmetic).updates}))
    , m_lossScale(lossScale)
    , m_loop(training.loop)
    , m_lossFormat(&lossFormat)
    , m_lossWeight(roundToFormat(lossFormat, training.lossWeight))
    , m_evaluationBatch(evaluationBatch(plan))
    , m_evaluationPart(evaluationPart(plan))
{
    m_arithmetic.setStop(nullptr);
    m_arithmetic.setRules(rulesOf(arithmetic));
    if (use == LaneUse::Training)
        m_optimizer->build(variableUpdates());
}

void Lane::loadBatch(const Dataset& data, const Examples& examples, const std::vector<std::int64_t>& batch)
{
    Shape shape{static_cast<Index>(batch.size())};
    for (const std::int64_t extent : data.featureShape)
        shape.append(extent);
    const Format& format = m_model.inputFormat();
    const bool holdsData = format.precision() >= float32Format().precision();
    Tensor& input = holdsData ? m_model.input() : m_batch;
    input.reset(shape, holdsData ? format : float32Format());
    const auto width = static_cast<std::size_t>(data.featuresPerExample());
    const auto targetWidth = static_cast<std::size_t>(data.targetsPerExample);
    m_targets.clear();
    const auto loadFeatures = [&](auto features) {
        const auto example = [&](std::size_t row) {
            return features.subspan(static_cast<std::size_t>(batch[row]) * width, width);
        };
        constexpr std::size_t kAhead = 4;
        for (std::size_t row = 0; row < batch.size(); ++row) {
            if (row + kAhead < batch.size())
                prefetch(example(row + kAhead));
            if constexpr (sizeof(features[0]) == 1) {
                m_example.resize(width);
                std::ranges::transform(example(row), m_example.begin(),
                    [&](std::uint8_t code) { return examples.numbers[code]; });
                input.copyFrom(std::span<const float>(m_example), static_cast<Index>(row * width));
            } else {
                input.copyFrom(example(row), static_cast<Index>(row * width));
            }
        }
    };
    const auto loadTargets = [&](auto targets) {
        if (targets.empty()) // the caller's own inputs
            return;
        for (const std::int64_t example : batch) {
            const auto wanted = targets.subspan(static_cast<std::size_t>(example) * targetWidth, targetWidth);
            m_targets.insert(m_targets.end(), wanted.begin(), wanted.end());
        }
    };
    const bool takesExact = format == float64Format();
    if (takesExact && !examples.exactFeatures.empty())
        loadFeatures(std::span(examples.exactFeatures));
    else if (!examples.codes.empty())
        loadFeatures(std::span(examples.codes));
    else
        loadFeatures(std::span(examples.features));
    if (takesExact && !examples.exactTargets.empty())
        loadTargets(std::span(examples.exactTargets));
    else
        loadTargets(std::span(examples.targets));
    if (!holdsData)
        cast(m_arithmetic, m_batch, format, m_model.input());
}

bool Lane::computeGradients(const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t stepIndex, const std::stop_token* stop, const LayerVisitor* visitor)
{
    m_arithmetic.counts() = {};
    StepContext context{
        .arithmetic = m_arithmetic, .step = stepIndex, .training = true, .stop = stop, .visitor = visitor};
    saveUntrained();
    loadBatch(data, data.train, batch);
    m_model.nodes().front().forwardCounts = m_arithmetic.counts(); // of the data's cast to floatx
    if (!m_model.forward(context))
        return false;

    m_arithmetic.setPlace({Pass::Loss, {}});
    const Tensor& prediction = m_model.outputIn(m_arithmetic, *m_lossFormat, m_prediction);
    m_outcome.lossScale = static_cast<double>(m_lossScale.scale);
    m_outcome.scale = m_loop == TrainingLoop::CustomWithoutScaling ? 1 : m_outcome.lossScale;
    m_outcome.skipped = false;
    m_outcome.diverged = false;
    m_outcome.updates.clear();

    const ScalarOps ops(m_arithmetic, *m_lossFormat);
    const double upstream = ops.multiply(m_outcome.scale, m_lossWeight);
    m_outcome.loss = m_loss.evaluate(m_arithmetic, prediction, m_targets, upstream, m_lossGradient);
    double penalties = 0;
    for (const Node& node : m_model.nodes())
        penalties += node.layer->penalty();
    if (penalties != 0)
        m_outcome.loss = ops.add(m_outcome.loss, penalties);
    context.penaltyScale = m_outcome.scale;
    if (!m_model.backward(context, m_lossGradient))
        return false;
    m_outcome.counts = m_arithmetic.counts();
    return true;
}

void Lane::saveUntrained()
{
    std::size_t count = 0;
    for (const Node& node : m_model.nodes()) {
        for (const Variable& variable : node.layer->variables()) {
            if (variable.trainable || variable.value.isEmpty()) // a lent one is not there yet
                continue;
            if (m_untrainedBefore.size() <= count)
                m_untrainedBefore.emplace_back();
            m_untrainedBefore[count++].assign(variable.value);
        }
    }
}

void Lane::undoGradients()
{
    std::size_t count = 0;
    for (Node& node : m_model.nodes())
        for (Variable& variable : node.layer->variables())
            if (!variable.trainable && count < m_untrainedBefore.size())
                variable.value.assign(m_untrainedBefore[count++]);
}

GradientScale Lane::gradientScale() const
{
    if (m_loop == TrainingLoop::CustomWithoutUnscaling)
        return {};
    const LossScaleRule& rule = *m_lossScale.rule;
    return {m_outcome.lossScale, rule.unscaling != Unscaling::Divide, &rule == &kKerasLossScale,
        m_loop == TrainingLoop::CustomClippedWhileScaled};
}

std::span<const VariableUpdate> Lane::variableUpdates()
{
    m_variables.clear();
    for (Node& node : m_model.nodes())
        for (Variable& variable : node.layer->variables())
            if (variable.trainable) {
                const std::optional<UpdateNumerics>& numerics = node.layer->numerics().update;
                m_variables.push_back({&variable.value, &variable.gradient, numerics ? &*numerics : nullptr});
            }
    return m_variables;
}

const Tensor* Lane::unscaled(const Variable& variable)
{
    const Format& format = variable.value.format();
    const double factor = gradientScale().factorFor(format);
    if (factor == 0)
        return nullptr;
    cast(m_arithmetic, variable.gradient, format, m_unscaled);
    scalarInPlace(m_arithmetic, Binary::Multiply, m_unscaled, factor);
    return &m_unscaled;
}

bool Lane::gradientsAreFinite()
{
    for (Node& node : m_model.nodes()) {
        if (!node.layer->nextScalingIsFinite())
            return false;
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            const Tensor* after = m_lossScale.rule->checksUnscaled ? unscaled(variable) : nullptr;
            if (!allFinite(m_arithmetic, after != nullptr ? *after : variable.gradient))
                return false;
        }
    }
    return true;
}

void Lane::update()
{
    m_arithmetic.setPlace({Pass::Update, {}});
    const bool gradientsFinite
        = !m_lossScale.hasEnded && (!m_lossScale.skipsNonFinite() || gradientsAreFinite());
    const LossScale used = m_lossScale;
    if (!gradientsFinite) {
        m_lossScale = used.next(false);
        m_outcome.skipped = true;
        if (used.rule->skippedStepCounts)
            m_optimizer->countSkippedStep();
        else if (m_loop == TrainingLoop::CustomScheduleCountsSkipped)
            m_optimizer->countSkippedInSchedule();
        for (Node& node : m_model.nodes())
            node.layer->commitScaling(StepOutcome::Skipped);
        return;
    }
    const std::int64_t nonFiniteBefore = m_arithmetic.counts().nonFinite;
    m_optimizer->apply(m_arithmetic, variableUpdates(), gradientScale(), m_outcome.updates);
    const bool onlyAccumulated = m_optimizer->applied() % m_optimizer->accumulationSteps() != 0;
    for (Node& node : m_model.nodes())
        node.layer->commitScaling(onlyAccumulated ? StepOutcome::Accumulating : StepOutcome::Applied);
    m_lossScale = used.next(true);
    const bool weightsFinite = m_arithmetic.counts().nonFinite == nonFiniteBefore;
    m_outcome.diverged = !weightsFinite || !std::isfinite(m_outcome.loss);
    m_outcome.counts = m_arithmetic.counts();
}

void Lane::endFit()
{
    if (m_loop != TrainingLoop::Fit || !m_optimizer->hasAverages() || !m_beforeAverages.empty())
        return;
    const std::span<const VariableUpdate> variables = variableUpdates();
    for (const VariableUpdate& variable : variables)
        m_beforeAverages.emplace_back().assign(*variable.variable);
    m_optimizer->finalize(m_arithmetic, variables);
}

void Lane::undoEndFit()
{
    if (m_beforeAverages.empty())
        return;
    const std::span<const VariableUpdate> variables = variableUpdates();
    for (std::size_t i = 0; i < variables.size(); ++i)
        variables[i].variable->assign(m_beforeAverages[i]);
    m_beforeAverages.clear();
}

void Lane::assignWeights(std::span<const NamedArray> weights)
{
    ulpscope::assignWeights(m_arithmetic, weights, m_model);
}

template <class PartDone>
bool Lane::forwardEach(
    const Dataset& data, const Examples& examples, const std::stop_token* stop, PartDone partDone)
{
    Arithmetic arithmetic = m_arithmetic; // so that the counts of the last step stay
    const StepContext context{.arithmetic = arithmetic, .step = 0, .training = false, .stop = stop};
    ForwardTensors evaluation; // the last step's tensors can still be looked at afterwards
    std::vector<double> stepsTargets = m_targets;
    m_model.swapForwardTensors(evaluation);
    std::vector<std::int64_t> batch;
    bool isDone = true;
    for (std::int64_t begin = 0, count = 0; begin < examples.count && isDone; begin += count) {
        const std::int64_t leftOfBatch = m_evaluationBatch - begin % m_evaluationBatch;
        count = std::min({m_evaluationPart, leftOfBatch, examples.count - begin});
        batch.resize(static_cast<std::size_t>(count));
        std::iota(batch.begin(), batch.end(), begin);
        loadBatch(data, examples, batch);
        isDone = m_model.forward(context);
        if (isDone)
            partDone(arithmetic, begin, count);
    }
    m_model.swapForwardTensors(evaluation);
    m_targets.swap(stepsTargets);
    return isDone;
}

std::optional<Score> Lane::evaluate(
    const Dataset& data, const Examples& examples, const std::stop_token* stop)
{
    Score score;
    Tensor prediction;
    Tensor outputs; // of the whole batch: the loss is a sum that rounds
    std::vector<double> targets;
    const auto take = [&](Arithmetic& arithmetic, std::int64_t first, std::int64_t count) {
        const Tensor& output = m_model.outputIn(arithmetic, *m_lossFormat, prediction);
        const std::int64_t place = first % m_evaluationBatch;
        const std::int64_t batch = std::min(m_evaluationBatch, examples.count - (first - place));
        if (place == 0) {
            Shape shape{batch};
            for (int axis = 1; axis < output.shape().rank(); ++axis)
                shape.append(output.shape()[axis]);
            outputs.reset(shape, output.format());
            targets.clear();
        }
        placePiece(output, outputs, place * (output.size() / count));
        targets.insert(targets.end(), m_targets.begin(), m_targets.end());
        if (place + count < batch)
            return;
        m_loss.score(outputs, targets, score);
        score.loss += m_loss.evaluate(arithmetic, outputs, targets) * static_cast<double>(batch);
        score.examples += batch;
    };
    const bool isDone = forwardEach(data, examples, stop, take);
    return isDone ? std::optional(score) : std::nullopt;
}

std::optional<LaneEvaluation> Lane::evaluateEach(
    const Dataset& data, const Examples& examples, const std::stop_token* stop)
{
    LaneEvaluation found;
    Tensor prediction;
    Tensor one; // example, for whose loss alone
    const auto targetWidth = static_cast<std::size_t>(data.targetsPerExample);
    const auto take = [&](Arithmetic& arithmetic, std::int64_t, std::int64_t count) {
        const auto batch = static_cast<std::size_t>(count);
        const Tensor& output = m_model.output();
        for (Index i = 0; i < output.size(); ++i)
            found.outputs.push_back(output.at(i));
        if (m_targets.empty())
            return;
        const Tensor& rounded = m_model.outputIn(arithmetic, *m_lossFormat, prediction);
        const Index width = output.size() / static_cast<Index>(batch);
        Shape shape{1};
        for (int axis = 1; axis < output.shape().rank(); ++axis)
            shape.append(output.shape()[axis]);
        one.reset(shape, *m_lossFormat);
        for (std::size_t row = 0; row < batch; ++row) {
            for (Index i = 0; i < width; ++i)
                one.set(i, rounded.at(static_cast<Index>(row) * width + i));
            found.losses.push_back(m_loss.evaluate(
                arithmetic, one, std::span(m_targets).subspan(row * targetWidth, targetWidth)));
        }
    };
    return forwardEach(data, examples, stop, take) ? std::optional(std::move(found)) : std::nullopt;
}

std::size_t LaneState::bytes() const
{
    std::size_t total = sizeof *this;
    for (const Tensor& variable : variables)
        total += sizeof variable + variable.bytes();
    for (const std::vector<Tensor>& slot : optimizer.tensors)
        for (const Tensor& tensor : slot)
            total += sizeof tensor + tensor.bytes();
    for (const std::vector<TensorScaling>& node : scalings)
        for (const TensorScaling& scaling : node)
            total += sizeof scaling + scaling.history().size_bytes();
    return total;
}

void Lane::save(LaneState& state) const
{
    std::size_t count = 0;
    std::size_t trained = 0;
    state.scalings.resize(m_model.nodes().size());
    for (std::size_t i = 0; i < m_model.nodes().size(); ++i) {
        Layer& layer = *m_model.nodes()[i].layer;
        for (const Variable& variable : layer.variables()) {
            if (state.variables.size() <= count)
                state.variables.emplace_back();
            const bool isAverage = variable.trainable && !m_beforeAverages.empty();
            state.variables[count++].assign(isAverage ? m_beforeAverages[trained] : variable.value);
            trained += variable.trainable ? 1U : 0U;
        }
        state.scalings[i].assign(layer.scalings().begin(), layer.scalings().end());
    }
    m_optimizer->save(state.optimizer);
    state.lossScale = m_lossScale;
}

void Lane::restore(const LaneState& state)
{
    m_beforeAverages.clear();
    std::size_t count = 0;
    for (std::size_t i = 0; i < m_model.nodes().size(); ++i) {
        Layer& layer = *m_model.nodes()[i].layer;
        for (Variable& variable : layer.variables())
            variable.value.assign(state.variables.at(count++));
        layer.restoreScalings(state.scalings.at(i));
    }
    m_optimizer->restore(state.optimizer);
    m_lossScale = state.lossScale;
}

} // namespace ulpscope
