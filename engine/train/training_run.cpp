// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_run.h"

#include "engine/base/check.h"
#include "engine/base/fingerprint.h"
#include "engine/base/large_pages.h"
#include "engine/data/dataset_catalog.h"
#include "engine/kernels/processor_level.h"
#include "engine/loss/loss_catalog.h"
#include "engine/tensor/product_parts.h"
#include "engine/train/kept_states.h"
#include "engine/train/run_memory.h"
#include "engine/train/step_graph.h"
#include "engine/train/training_state.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

namespace ulpscope {

struct TrainingRunState
{
    TrainingRunState(const std::vector<CheckedSession>& sessions, Dataset loaded, const Kernels& kernels,
        const RunOptions& options);

    std::string kernelLevel;
    std::vector<CheckedSession> checked; ///< by candidate
    RunLanes lanes;
    ModelSpec model; ///< of all lanes
    BatchOrder order;
    Shape outputShape; ///< of one example
    std::int64_t lastStep; ///< where the session's training ends
    std::int64_t stepsDone = 0;

    Lockstep lockstep;
    Team team; ///< the other threads, which help with products
    /// Graphs of any step and of sampled ones, without and with stops. Made once, so that a step allocates nothing.
    std::array<std::array<StepGraph, 2>, 2> graphs;
    void makeGraphs();

    MemoryBudget::Share share; ///< of data and lanes
    MemoryBudget::Share stateShare;
    KeptStates kept;
    double seconds = 0; ///< spent in steps
    double longestStep = 1; ///< of the last ones in seconds, the longer ago the less; not known at first
    std::int64_t timedSteps = 0;
};

namespace {

/// A step that takes no longer is not interrupted, so that its updates need not wait for all that could be.
constexpr double kUninterruptedSeconds = 0.02;

/// Whether both sessions are the same but for policies, recipes, overrides, loss scale, loop and arithmetic.
bool shareAReference(const SessionSpec& a, SessionSpec b)
{
    b.policies = a.policies;
    b.training.lossScale = a.training.lossScale;
    b.training.loop = a.training.loop;
    b.training.arithmetic = a.training.arithmetic;
    if (a.model.layers.size() != b.model.layers.size())
        return false;
    for (std::size_t i = 0; i < a.model.layers.size(); ++i) {
        b.model.layers[i].policy = a.model.layers[i].policy;
        b.model.layers[i].numerics = a.model.layers[i].numerics;
        b.model.layers[i].recipe = a.model.layers[i].recipe;
        b.model.layers[i].children = a.model.layers[i].children;
    }
    return a == b;
}

/// For whose tasks there can be work at the same time: the lanes', each with a phase beside it.
int taskThreads(const std::vector<CheckedSession>& candidates)
{
    return 2 * static_cast<int>(candidates.size());
}

template <class F>
void forEachLane(RunLanes& lanes, F&& f)
{
    if (lanes.reference)
        f(*lanes.reference);
    for (const auto& candidate : lanes.candidates)
        f(candidate->lane);
}

/// The float64 lane's arrays, in which a NaN is as good as any number.
std::string referenceBytes(const std::vector<NamedArray>& state)
{
    std::string bytes;
    for (const NamedArray& named : state)
        if (named.name.starts_with(kReferencePrefix))
            bytes += writeNpy(named.array);
    return bytes;
}

void keepState(const RunLanes& lanes, std::int64_t stepsDone, double secondsAStep, KeptStates& kept)
{
    KeptState& state = kept.beginAdding(stepsDone);
    state.lanes.resize(lanes.candidates.size() + (lanes.reference ? 1 : 0));
    state.totals.resize(lanes.candidates.size());
    if (lanes.reference)
        lanes.reference->save(state.lanes.back());
    for (std::size_t i = 0; i < lanes.candidates.size(); ++i) {
        lanes.candidates[i]->lane.save(state.lanes[i]);
        state.totals[i] = lanes.candidates[i]->totals;
    }
    kept.added(secondsAStep);
}

void restoreState(const KeptState& state, RunLanes& lanes)
{
    if (lanes.reference)
        lanes.reference->restore(state.lanes.back());
    for (std::size_t i = 0; i < lanes.candidates.size(); ++i)
        lanes.candidates[i]->restore(state.lanes[i], state.totals[i]);
}

} // namespace

TrainingRunState::TrainingRunState(const std::vector<CheckedSession>& sessions, Dataset loaded,
    const Kernels& kernels, const RunOptions& options)
    : kernelLevel(kernels.level())
    , checked(sessions)
    , lanes(checked, std::move(loaded), kernels, options.stop)
    , model(checked[0].session.model)
    , order(lanes.data.train.count, checked[0].session.training.batchSize, checked[0].session.training.seed,
          checked[0].session.training.shuffle)
    , outputShape(checked[0].plan.layers.back().outputShape)
    , lastStep(checked[0].session.training.steps)
    , lockstep(std::min(options.threads, taskThreads(checked)))
    , team(std::clamp(options.threads - taskThreads(checked), 0, static_cast<int>(kMaxParts) - 1))
    , stateShare(options.budget, MemoryUse::States)
{
    forEachLane(lanes, [this](Lane& lane) { lane.arithmetic().setTeam(&team); });
    for (const auto& candidate : lanes.candidates)
        candidate->redo.setTeam(&team);
    makeGraphs();
}

void TrainingRunState::makeGraphs()
{
    for (const bool isSampled : {false, true})
        for (const bool isInterruptible : {false, true})
            graphs[isSampled ? 1 : 0][isInterruptible ? 1 : 0]
                = graphOfStep(lanes, isSampled, isInterruptible);
}

TrainingRun::TrainingRun(std::unique_ptr<TrainingRunState> state)
    : m_state(std::move(state))
{
}
TrainingRun::TrainingRun(TrainingRun&&) noexcept = default;
TrainingRun& TrainingRun::operator=(TrainingRun&&) noexcept = default;
TrainingRun::~TrainingRun() = default;

Result<TrainingRun> TrainingRun::create(
    const SessionSpec& session, const Kernels& kernels, const RunOptions& options)
{
    return create(std::vector<SessionSpec>{session}, kernels, options);
}

Result<TrainingRun> TrainingRun::create(
    const std::vector<SessionSpec>& candidates, const Kernels& kernels, const RunOptions& options)
{
    check(!candidates.empty(), "[TrainingRun] at least one candidate");
    std::vector<CheckedSession> checked;
    for (const SessionSpec& candidate : candidates) {
        if (!shareAReference(candidates.front(), candidate))
            return Error{
                "", "the candidates of one run may differ in policies, loss scale, loop and arithmetic only"};
        Result<CheckedSession> resolved = resolveSession(candidate);
        if (!resolved)
            return resolved.error();
        checked.push_back(*std::move(resolved));
    }
    const CheckedSession& first = checked.front();
    const Component& data = first.session.data;
    Result<Dataset> loaded = loadDataset(data, first.session.training.seed, options.stop);
    if (!loaded)
        return loaded.error();
    if (const Status fits = checkMemory(checked, options.memoryBytes); !fits)
        return fits.error();
    MemoryBudget::Share share(options.budget, options.use);
    const double bytes
        = memoryOfRun(checked).total() + static_cast<double>(loaded->train.bytes() + loaded->test.bytes());
    if (!share.take(static_cast<std::uint64_t>(bytes), options.stop))
        return options.stop.stop_requested() ? stoppedError() : overBudget(bytes, *options.budget);
    useLargePages(loaded->train.features.data(), loaded->train.features.size() * sizeof(float));
    useLargePages(loaded->train.codes.data(), loaded->train.codes.size());
    Shape example;
    for (const std::int64_t extent : loaded->featureShape)
        example.append(extent);
    if (const Shape& input = first.plan.layers.front().outputShape; !(input == example))
        return Error{"layers[0].shape",
            "expected " + example.text() + ", the shape of an example of the data, got " + input.text()
                + "; give the input layer that shape"};
    const Component& loss = first.session.training.loss;
    const Status fits = findRow(lossCatalog(), loss.className)
                            ->targets.fits(first.plan.layers.back().outputShape, loaded->targetsPerExample,
                                loaded->classes);
    if (!fits)
        return Error{"training.loss", loss.className + " " + fits.error().message.text()};
    const std::vector<std::string> dataNotes = loaded->notes;
    auto state = std::make_unique<TrainingRunState>(checked, *std::move(loaded), kernels, options);
    state->share = std::move(share);
    if (options.stop.stop_requested())
        return stoppedError();
    for (const auto& candidate : state->lanes.candidates)
        std::ranges::transform(dataNotes, std::back_inserter(candidate->notes), verbatim);
    if (const std::string& path = first.session.training.initialWeights; !path.empty()) {
        const Result<std::vector<NamedArray>> weights = loadWeights(
            path, first.session.model, state->lanes.candidates.front()->lane.model(), options.stop);
        if (!weights)
            return Error{"training.initial_weights", weights.error().sentence(), weights.error().kind};
        forEachLane(state->lanes, [&](Lane& lane) { lane.assignWeights(*weights); });
    }
    if (const std::string& path = first.session.training.initialState; !path.empty()) {
        const ModelSpec& model = first.session.model;
        std::vector<const Lane*> lanes;
        forEachLane(state->lanes, [&](Lane& lane) { lanes.push_back(&lane); });
        const Result<std::vector<NamedArray>> kept = loadTrainingState(path, model, lanes, options.stop);
        if (!kept)
            return Error{"training.initial_state", kept.error().sentence(), kept.error().kind};
        forEachLane(state->lanes, [&](Lane& lane) { assignTrainingState(*kept, model, lane); });
    }
    return TrainingRun(std::move(state));
}

std::int64_t TrainingRun::stepsDone() const
{
    return m_state->stepsDone;
}
std::size_t TrainingRun::candidates() const
{
    return m_state->lanes.candidates.size();
}
const std::vector<std::string>& TrainingRun::paths() const
{
    return m_state->lanes.candidates.front()->tensors.paths();
}
const StepRecord& TrainingRun::record(std::size_t candidate) const
{
    return m_state->lanes.candidates.at(candidate)->record;
}

const std::vector<Message>& TrainingRun::notes(std::size_t candidate) const
{
    return m_state->lanes.candidates.at(candidate)->notes;
}

std::vector<RecordedTensor> TrainingRun::recorded(std::size_t candidate) const
{
    std::vector<RecordedTensor> tensors;
    for (const TensorRef& ref : m_state->lanes.candidates.at(candidate)->tensors.refs())
        tensors.push_back({ref.path, ref.role});
    return tensors;
}

std::vector<TensorName> TrainingRun::tensors(std::size_t candidate) const
{
    const Candidate& c = *m_state->lanes.candidates.at(candidate);
    return tensorNames(c.lane, c.tensors);
}

TensorSnapshot TrainingRun::snapshot(const TensorName& name, std::size_t candidate) const
{
    const Candidate& c = *m_state->lanes.candidates.at(candidate);
    const std::int64_t step = m_state->stepsDone - 1;
    const bool hasUpdates = step >= 0 && m_state->lanes.isSampled(step) && !c.lane.outcome().skipped;
    return snapshotOf(c.lane, c.tensors, m_state->lanes.reference.get(), name, step,
        hasUpdates ? &c.lostUpdates.before() : nullptr, m_state->lanes.referenceWeightsBefore);
}

std::optional<ElementHistory> TrainingRun::history(
    const ElementQuestion& question, std::size_t candidate, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    const std::int64_t here = s.stepsDone;
    if (here == 0 || !goTo(here - 1, stop))
        return std::nullopt;
    forEachLane(s.lanes, [](Lane& lane) { lane.undoEndFit(); });
    std::vector<HistoryHop> hops;
    const auto follow = [&](Lane& lane) {
        return followElement(
            lane, question, s.lanes.data, s.order.batch(s.stepsDone), s.stepsDone, hops, stop);
    };
    std::optional<ElementHistory> history = follow(s.lanes.candidates.at(candidate)->lane);
    if (history && s.lanes.reference)
        if (const std::optional<ElementHistory> exact = follow(*s.lanes.reference))
            addReference(*history, *exact);
    return goTo(here, stop) ? std::move(history) : std::nullopt;
}

std::optional<OperationCounts> TrainingRun::operationCounts(
    std::size_t candidate, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    const std::int64_t here = s.stepsDone;
    if (here == 0 || !goTo(here - 1, stop))
        return std::nullopt;
    Lane& lane = s.lanes.candidates.at(candidate)->lane;
    lane.undoEndFit();
    std::optional<OperationCounts> counts = countOperations(
        lane, s.checked.at(candidate), s.lanes.data, s.order.batch(s.stepsDone), s.stepsDone, stop);
    return goTo(here, stop) ? std::move(counts) : std::nullopt;
}

DataSample TrainingRun::sample(std::int64_t mostExamples) const
{
    return sampleOf(m_state->lanes.data, mostExamples);
}

std::optional<Evaluation> TrainingRun::evaluate(
    EvaluationQuestion question, std::size_t candidate, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    TrainingRunState& s = *m_state;
    const Dataset& data = s.lanes.data;
    const Examples& examples = *question.examples;
    const auto count = static_cast<std::size_t>(examples.count);
    check(examples.features.size() == count * static_cast<std::size_t>(data.featuresPerExample()),
        "[TrainingRun] features are of the data's shape");
    check(examples.targets.empty()
            || examples.targets.size() == count * static_cast<std::size_t>(data.targetsPerExample),
        "[TrainingRun] targets are of the data's shape");
    check(question.continuation == 0
            || (data.classes > 0 && data.targetsPerExample == data.featuresPerExample()),
        "[TrainingRun] what is continued is a row of classes");
    const auto ask = [&](Lane& lane) {
        std::optional<LaneEvaluation> found = lane.evaluateEach(data, examples, &stop);
        std::optional<std::vector<std::size_t>> continued;
        if (found && (continued = continuationOf(lane, data, question, &stop)))
            found->continuation = *std::move(continued);
        return continued ? std::move(found) : std::nullopt;
    };
    Lane& lane = s.lanes.candidates.at(candidate)->lane;
    std::optional<LaneEvaluation> own = ask(lane);
    std::optional<LaneEvaluation> references
        = own && s.lanes.reference ? ask(*s.lanes.reference) : std::nullopt;
    if (!own || (s.lanes.reference && !references))
        return std::nullopt;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return Evaluation{std::move(question.examples), s.stepsDone, s.outputShape, lane.decisionRule(),
        *std::move(own), std::move(references), seconds};
}

std::vector<NamedArray> TrainingRun::weights(std::size_t candidate) const
{
    return weightArrays(m_state->lanes.candidates.at(candidate)->lane.model());
}

std::vector<NamedArray> TrainingRun::state(std::size_t candidate) const
{
    return trainingState(m_state->model, m_state->lanes.candidates.at(candidate)->lane);
}

std::vector<NamedArray> TrainingRun::wholeState(std::size_t candidate) const
{
    const TrainingRunState& s = *m_state;
    return ulpscope::wholeState(
        s.model, s.stepsDone, s.lanes.candidates.at(candidate)->lane, s.lanes.reference.get());
}

Status TrainingRun::goOnFrom(const std::vector<Earlier>& candidates)
{
    TrainingRunState& s = *m_state;
    check(s.stepsDone == 0 && candidates.size() == s.lanes.candidates.size(),
        "[TrainingRun] a state for each candidate of a run that has not begun");
    const std::int64_t step = candidates.front().totals.steps;
    const std::string reference
        = candidates.size() > 1 ? referenceBytes(candidates.front().state) : std::string();
    LaneState state;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Earlier& earlier = candidates[i];
        Candidate& candidate = *s.lanes.candidates[i];
        if (const Status fits
            = restoreWholeState(earlier.state, s.model, step, candidate.lane, s.lanes.reference.get());
            !fits)
            return Error{earlier.file.string(), fits.error().message};
        if (i > 0 && referenceBytes(earlier.state) != reference)
            return Error{earlier.file.string(), "its float64 lane is not that of the first candidate"};
        candidate.lane.save(state);
        candidate.restore(state, earlier.totals);
    }
    s.stepsDone = step;
    return success();
}

std::string TrainingRun::dataFingerprint() const
{
    std::string digits;
    const auto textOf = [](const auto& values) {
        return std::string_view(
            reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values.front()));
    };
    const auto add = [&](const auto& values) { digits += fingerprint(textOf(values)); };
    std::vector<float> storage;
    for (const Examples* part : {&m_state->lanes.data.train, &m_state->lanes.data.test}) {
        constexpr std::size_t kAtOnce = 1 << 16;
        Fingerprint features;
        for (std::size_t i = 0; i < part->featureCount(); i += kAtOnce)
            features.add(textOf(part->featuresFrom(i, std::min(kAtOnce, part->featureCount() - i), storage)));
        digits += features.digits();
        add(part->targets);
        add(part->exactFeatures);
        add(part->exactTargets);
    }
    return fingerprint(digits);
}

namespace {

const Model& referenceModel(const RunLanes& lanes)
{
    return (lanes.reference ? *lanes.reference : lanes.candidates.front()->lane).model();
}

} // namespace

std::vector<NamedArray> TrainingRun::referenceWeights() const
{
    return weightArrays(referenceModel(m_state->lanes));
}

std::vector<ArraySource> TrainingRun::weightSources(std::size_t candidate) const
{
    return ulpscope::weightSources(m_state->lanes.candidates.at(candidate)->lane.model());
}

std::vector<ArraySource> TrainingRun::referenceWeightSources() const
{
    return ulpscope::weightSources(referenceModel(m_state->lanes));
}

const RunTotals& TrainingRun::totals(std::size_t candidate) const
{
    return m_state->lanes.candidates.at(candidate)->totals;
}

bool TrainingRun::step(const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    TrainingRunState& s = *m_state;
    forEachLane(
        s.lanes, [](Lane& lane) { lane.undoEndFit(); }); // a step beyond the end is one of a longer run
    if (s.kept.isWanted(s.stepsDone)) {
        keepState(s.lanes, s.stepsDone,
            s.seconds / static_cast<double>(std::max<std::int64_t>(1, s.timedSteps)), s.kept);
        s.stateShare.set(s.kept.bytes());
    }
    const bool isInterruptible = stop.stop_possible() && s.longestStep > kUninterruptedSeconds;
    Step& step = s.lanes.step;
    step.index = s.stepsDone;
    step.isSampled = s.lanes.isSampled(step.index);
    step.batch = &s.order.batch(step.index);
    step.stop = isInterruptible ? &stop : nullptr;
    step.wasStopped = false;
    s.lockstep.run(s.graphs[step.isSampled ? 1 : 0][isInterruptible ? 1 : 0].tasks(), step.wasStopped);
    if (step.wasStopped)
        forEachLane(s.lanes, [](Lane& lane) { lane.undoGradients(); });
    else {
        for (const auto& candidate : s.lanes.candidates)
            if (!candidate->isLeftOut)
                candidate->endStep(step);
        ++s.stepsDone;
        ++s.timedSteps;
    }
    if (s.stepsDone == s.lastStep)
        forEachLane(s.lanes, [](Lane& lane) { lane.endFit(); });
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    s.seconds += took;
    constexpr double kForgotten = 0.9;
    s.longestStep = std::max(took, kForgotten * s.longestStep);
    return !step.wasStopped;
}

void TrainingRun::leaveOut(std::size_t candidate)
{
    check(m_state->kept.steps().empty(), "[TrainingRun] a run that can go back leaves nobody out");
    m_state->lanes.candidates.at(candidate)->isLeftOut = true;
    m_state->makeGraphs();
}

void TrainingRun::keepStates(std::size_t budgetBytes)
{
    m_state->kept = KeptStates(budgetBytes);
}

void TrainingRun::releaseStorage()
{
    forEachLane(m_state->lanes, [](Lane& lane) { lane.model().releaseStorage(); });
    for (const auto& candidate : m_state->lanes.candidates)
        candidate->redo.releaseStorage();
}

std::vector<std::int64_t> TrainingRun::keptSteps() const
{
    return m_state->kept.steps();
}

bool TrainingRun::goTo(std::int64_t step, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    const bool goesBack = step < s.stepsDone || (step == s.stepsDone && step == 0);
    // One step short, so that the last step's tensors and record are there again. Forward, where a kept state is nearer.
    const KeptState* state = s.kept.lastUpTo(std::max<std::int64_t>(step - 1, 0));
    if (goesBack && state == nullptr)
        return step == s.stepsDone;
    if (state != nullptr && (goesBack || state->step > s.stepsDone)) {
        restoreState(*state, s.lanes);
        s.stepsDone = state->step;
    }
    while (s.stepsDone < step)
        if (!this->step(stop))
            return false;
    return true;
}

void TrainingRun::extendTo(std::int64_t steps)
{
    TrainingRunState& s = *m_state;
    check(steps >= s.stepsDone, "[TrainingRun] a run has not fewer steps than are done");
    s.lastStep = steps;
    const bool isAtEnd = s.stepsDone > 0 && s.stepsDone == steps;
    forEachLane(s.lanes, [&](Lane& lane) { isAtEnd ? lane.endFit() : lane.undoEndFit(); });
}

std::optional<RunAccuracy> TrainingRun::accuracy(
    const Examples& examples, std::size_t candidate, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    RunAccuracy found;
    found.steps = s.stepsDone;
    // For weights that are not finite it would mean nothing.
    const auto measure = [&](Lane& lane, bool hasDiverged, std::optional<double>& share) {
        const std::optional<Score> score
            = hasDiverged ? Score() : lane.evaluate(s.lanes.data, examples, &stop);
        if (score)
            share = metricAmong(metricsOf(*score), "accuracy");
        return score.has_value();
    };
    Candidate& c = *s.lanes.candidates.at(candidate);
    if (!measure(c.lane, c.totals.divergedAt.has_value(), found.candidate))
        return std::nullopt;
    if (s.lanes.reference
        && !measure(*s.lanes.reference, s.lanes.reference->outcome().diverged, found.reference))
        return std::nullopt;
    return found;
}

RunSummary TrainingRun::summarize(std::size_t candidate, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    Candidate& c = *s.lanes.candidates.at(candidate);
    Lane* reference = s.lanes.reference.get();
    RunSummary summary;
    summary.totals = c.totals;
    summary.last = c.record;
    summary.last.dropTensors();
    summary.watch = s.lanes.probes.watch;
    summary.arithmetic = c.lane.arithmetic().rules().kind;
    summary.arithmeticReason = c.arithmeticReason;
    if (c.lane.lossScale().isScaled())
        summary.nextLossScale = static_cast<double>(c.lane.lossScale().scale);
    if (const std::optional<Score> score = c.lane.evaluate(s.lanes.data, s.lanes.data.test, &stop))
        summary.testMetrics = metricsOf(*score);
    if (reference != nullptr)
        if (const std::optional<Score> score = reference->evaluate(s.lanes.data, s.lanes.data.test, &stop))
            summary.referenceTestMetrics = metricsOf(*score);
    if (!c.totals.divergedAt)
        summary.testAccuracy = metricAmong(summary.testMetrics, "accuracy");
    if (reference != nullptr
        && !reference->outcome().diverged) // of weights that are not finite it means nothing
        summary.referenceTestAccuracy = metricAmong(summary.referenceTestMetrics, "accuracy");
    summary.kernels = s.kernelLevel;
    summary.processor = processorName();
    summary.stepsPerSecond = s.seconds > 0 ? static_cast<double>(s.timedSteps) / s.seconds : 0;
    return summary;
}

} // namespace ulpscope
