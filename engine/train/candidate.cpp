// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/candidate.h"

#include "engine/session/compile_outcome.h"
#include "engine/session/optimizer_refusal.h"
#include "engine/session/unrounded_float8.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ulpscope {

namespace {

constexpr std::int64_t kMaxVainSearches = 4; ///< each takes two steps more

} // namespace

bool RedoPhase::begin(const Lane& candidate, const WeightsBefore& before, const Dataset& data,
    const Step& step, const std::function<void(std::size_t node, Pass pass)>& compare)
{
    const bool isStepWatch = m_probes.watch == WatchMode::Step;
    const std::int64_t sample = step.index / m_probes.tensorsEvery;
    m_hasLayers = !isStepWatch || sample == 0 || sample % 2 != 0;
    m_hasStep = isStepWatch && sample % 2 == 0;
    if (!m_hasStep)
        return true;
    return (!m_hasLayers || m_redo.redoLayers(candidate, before, step.index, step.stop))
        && m_redo.redoStep(candidate, before, data, *step.batch, step.index, compare, step.stop);
}

bool RedoPhase::end(const Lane& candidate, const WeightsBefore& before, const Step& step)
{
    const bool isLeft = m_hasLayers && !m_hasStep;
    return !isLeft || m_redo.redoLayers(candidate, before, step.index, step.stop);
}

Float64Tensors RedoPhase::float64For(const Lane* reference, const Step& step) const
{
    if (reference != nullptr)
        return {reference, true};
    return {step.isSampled && m_hasStep ? &m_redo.lane() : nullptr, false};
}

const std::vector<Float64Redo::LayerError>* RedoPhase::layerErrors() const
{
    return m_hasLayers ? &m_redo.errors() : nullptr;
}

Candidate::Candidate(
    const CheckedSession& checked, bool areInputsFinite, const Kernels& kernels, const std::stop_token& stop)
    : lane(checked.plan, checked.session.training, checked.arithmetic.kind, lossScaleOf(checked.session),
        floatxFor(checked.session.policies), kernels, stop)
    , tensors(lane)
    , redo(checked, kernels, stop)
    , passes(tensors)
    , kept(tensors)
    , changes(tensors)
    , lostUpdates(tensors)
    , m_scalings(tensors, lane)
    , m_areInputsFinite(areInputsFinite)
{
    for (const std::vector<std::string>& words : {checked.session.origin.notices, checked.plan.notes})
        std::ranges::transform(words, std::back_inserter(notes), verbatim);
    if (Message sentence = loopSentence(checked.session); !sentence.empty())
        notes.push_back(std::move(sentence));
    if (checked.session.training.lossScale.className == "auto")
        notes.push_back(verbatim("loss scale auto: " + compileReport(checked.session).sentence()));
    if (Message sentence = unroundedFloat8(checked.session); !sentence.empty())
        notes.push_back(std::move(sentence));
    if (const std::optional<Error> refusal = optimizerRefusal(checked.session))
        notes.push_back(refusal->sentence());
    const ArithmeticChoice& choice = checked.arithmetic;
    if (checked.session.training.arithmetic && !choice.isProved) // else the summary alone says it
        notes.push_back(message("%1: %2").with(verbatim("arithmetic")).with(choice.sentence()));
    arithmeticReason = choice.reason.text();
}

bool Candidate::computeGradients(const Dataset& data, const Step& step)
{
    m_birthplace.reset();
    m_nan.reset();
    const LaneOutcome& outcome = lane.outcome();
    m_wasFinite = m_wasFinite && outcome.counts.nonFinite == 0; // after its last update
    if (!lane.computeGradients(data, *step.batch, step.index, step.stop))
        return false;
    record.nonFinite = nonFinite();
    record.gradientAmax = 0;
    bool isAmaxLost = false;
    for (const TensorRef& ref : tensors.refs())
        if (const Tensor* tensor = isCountedGradient(ref.role) ? tensorAt(lane, ref) : nullptr) {
            const FiniteRange range = finiteRange(lane.arithmetic(), *tensor);
            record.gradientAmax = std::max(record.gradientAmax, range.amax / outcome.scale);
            isAmaxLost = isAmaxLost || range.nonFinite > 0;
        }
    if (record.gradientAmax == 0
        && isAmaxLost) // what a ReLU of NaN leaves says nothing of the gradients' size
        record.gradientAmax = std::numeric_limits<double>::quiet_NaN();
    if (hasNonFinite())
        seekBirthplace(data, step);
    if (step.isSampled)
        passes.begin();
    return true;
}

bool Candidate::beginRedo(const Dataset& data, const Step& step)
{
    lostUpdates.keep(lane);
    m_comparisons.assign(tensors.refs().size(), std::nullopt);
    const auto compareLayer = [&](std::size_t node, Pass pass) {
        const Float64Tensors float64 = redo.float64For(nullptr, step);
        for (std::size_t i = 0; i < m_comparisons.size(); ++i) {
            const TensorRef& ref = tensors.refs()[i];
            const bool isForward = ref.role == TensorRole::Input || ref.role == TensorRole::Output;
            if (ref.node.index() != node || !(pass == Pass::Forward ? isForward : isGradient(ref.role)))
                continue;
            passes.measurePass(lane, i, float64);
            if (const Tensor* tensor = isCountedGradient(ref.role) ? tensorAt(lane, ref) : nullptr)
                if (const Tensor* expected = float64.of(ref, *tensor))
                    m_comparisons[i] = compare(lane.arithmetic(), *tensor, lane.outcome().scale, *expected);
        }
    };
    return redo.begin(lane, lostUpdates.before(), data, step, std::ref(compareLayer));
}

void Candidate::seekBirthplace(const Dataset& data, const Step& step)
{
    const bool diverges = !totals.divergedAt && totals.vainSearches < kMaxVainSearches && willDiverge();
    if (totals.birthplace && !diverges)
        return;
    totals.vainSearches += diverges ? 1 : 0;
    lane.model().releaseStorage(); // a search keeps storage of its own, which the next step uses
    m_birthplace = birthplaceInGradients(lane, data, *step.batch, step.index, kindOfBirth());
    if (diverges && m_birthplace && std::isinf(m_birthplace->value))
        m_nan = birthplaceInGradients(lane, data, *step.batch, step.index, BirthKind::Nan);
}

BirthKind Candidate::kindOfBirth() const
{
    return totals.birthplace ? BirthKind::OfStep : BirthKind::OfRun;
}

std::int64_t Candidate::nonFinite()
{
    const std::vector<TensorRef>& refs = tensors.refs();
    const auto count = [&](const TensorRef& ref) {
        const Tensor* tensor = tensorAt(lane, ref);
        return tensor == nullptr ? 0 : finiteRange(lane.arithmetic(), *tensor).nonFinite;
    };
    // What neither comes in nor is made by an operation is nowhere: most steps need not be searched.
    const bool isMade = lane.outcome().counts.nonFinite > 0 || !std::isfinite(lane.outcome().loss);
    const auto comesIn = [&](const TensorRef& ref) {
        const Node& node = lane.model().node(ref.node);
        return !m_areInputsFinite && ref.role == TensorRole::Output && node.inputs.empty() && count(ref) > 0;
    };
    if (m_wasFinite && !isMade && std::ranges::none_of(refs, comesIn))
        return 0;
    std::int64_t all = 0;
    for (const TensorRef& ref : refs)
        all += count(ref);
    m_wasFinite = all == 0;
    return all;
}

bool Candidate::hasNonFinite() const
{
    return lane.outcome().counts.nonFinite > 0 || !std::isfinite(lane.outcome().loss);
}

bool Candidate::willDiverge() const
{
    const bool areGradientsFinite = std::ranges::none_of(tensors.refs(), [&](const TensorRef& ref) {
        const Tensor* tensor = ref.role == TensorRole::WeightGradient ? tensorAt(lane, ref) : nullptr;
        return tensor != nullptr && !allFinite(lane.arithmetic(), *tensor);
    });
    const bool isSkipped
        = lane.lossScale().hasEnded || (lane.lossScale().skipsNonFinite() && !areGradientsFinite);
    return !isSkipped && (!areGradientsFinite || !std::isfinite(lane.outcome().loss));
}

void Candidate::update(const Step& step)
{
    if (!step.isSampled) // else they were
        lostUpdates.keep(lane);
    lane.update();
    const bool isSought = !totals.birthplace || (!totals.divergedAt && lane.outcome().diverged);
    if (isSought && !m_birthplace && hasNonFinite())
        m_birthplace = birthplaceInUpdate(lane, step.index, kindOfBirth());
}

void Candidate::compareStep(const Float64Tensors& float64)
{
    const Arithmetic& arithmetic = lane.arithmetic();
    record.counts.isCompared = float64.lane != nullptr;
    record.counts.gradientsNonZero = 0;
    record.counts.gradientsFlushed = 0;
    Comparison weightGradients;
    const auto add = [&](TensorRole role, const Comparison& comparison) {
        record.counts.gradientsNonZero += comparison.referenceNonZero;
        record.counts.gradientsFlushed += comparison.flushed;
        if (role == TensorRole::WeightGradient) {
            weightGradients.squaredError += comparison.squaredError;
            weightGradients.squaredReference += comparison.squaredReference;
        }
    };
    // At sampled steps too, which have these metrics from another kernel: it sums in another order.
    for (std::size_t i = 0; i < tensors.refs().size(); ++i) {
        const TensorRef& ref = tensors.refs()[i];
        if (!float64.isReference) {
            if (float64.lane != nullptr && m_comparisons[i])
                add(ref.role, *m_comparisons[i]);
            continue;
        }
        const Tensor* tensor = isCountedGradient(ref.role) ? tensorAt(lane, ref) : nullptr;
        const Tensor* expected = tensor != nullptr ? float64.of(ref, *tensor) : nullptr;
        if (expected != nullptr)
            add(ref.role, compare(arithmetic, *tensor, lane.outcome().scale, *expected));
    }
    record.errorVsFloat64.reset();
    record.gradientErrorVsFloat64.reset();
    record.referenceLoss.reset();
    if (float64.isReference) {
        const Lane& reference = *float64.lane;
        record.errorVsFloat64
            = relativeError(compare(arithmetic, lane.model().output(), 1, reference.model().output()));
        record.gradientErrorVsFloat64 = relativeError(weightGradients);
        record.referenceLoss = reference.outcome().loss;
    }
}

void Candidate::restore(const LaneState& state, const RunTotals& before)
{
    lane.restore(state);
    totals = before;
    record = {};
    m_wasFinite = false; // until it is looked at
}

void Candidate::endStep(const Step& step)
{
    const LaneOutcome& outcome = lane.outcome();
    record.step = step.index;
    record.loss = outcome.loss;
    record.lossScale.reset();
    if (lane.lossScale().isScaled())
        record.lossScale = outcome.lossScale;
    record.skipped = outcome.skipped;
    record.diverged = outcome.diverged;
    record.scalerEnded = lane.lossScale().hasEnded;
    // Operations that count nothing may have made the value that a search has found: one at least.
    const bool isMadeHere = m_birthplace && !m_birthplace->operands.empty();
    record.counts.overflows = std::max<std::int64_t>(outcome.counts.overflows, isMadeHere ? 1 : 0);
    const UpdateLoss loss = lostUpdates.ofAll();
    record.counts.updatesExpected = loss.expected;
    record.counts.updatesLost = loss.lost;
    record.weightsMoved = loss.hasMoved;
    record.tensors.clear();
    record.exponents.clear();
    if (step.isSampled) {
        for (const TensorPoints* part : {&passes, &kept, &changes})
            part->addTo(record);
        if (const auto* errors = redo.layerErrors())
            addLocalErrors(tensors, lane, *errors, record);
    }
    m_scalings.addTo(lane, record);
    totals.add(record);
    if (m_nan && totals.divergedAt == step.index)
        totals.firstNan = std::make_shared<const Birthplace>(*std::move(m_nan));
    if (!m_birthplace)
        return;
    if (!totals.birthplace)
        totals.birthplace = std::make_shared<const Birthplace>(*std::move(m_birthplace));
    else if (totals.divergedAt == step.index)
        totals.divergence = std::make_shared<const Birthplace>(*std::move(m_birthplace));
}

} // namespace ulpscope
