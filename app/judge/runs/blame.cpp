// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/blame.h"

#include "engine/layer/layer_catalog.h"
#include "engine/policy/recipe.h"
#include "engine/train/training_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace ulpscope {

namespace {

/// Candidates that share one reference at a time: each costs the model once more in memory.
constexpr std::size_t kCandidatesAtOnce = 8;

/// The mean of a number over steps; NaN as soon as one value is.
class Mean
{
public:
    void add(double value)
    {
        m_sum += value;
        ++m_count;
    }
    double value() const { return m_count == 0 ? 0 : m_sum / static_cast<double>(m_count); }

private:
    double m_sum = 0;
    std::int64_t m_count = 0;
};

/// Errors that are local to a layer, or a candidate's accumulated ones.
struct ErrorMeans
{
    Mean output;
    Mean gradient;
};

constexpr std::array kProductParts{
    ProductPart::Input, ProductPart::Kernel, ProductPart::Gradient, ProductPart::Output};

/// Trains all candidates a step and adds each one's errors.
void addStep(TrainingRun& run, std::vector<ErrorMeans>& means)
{
    run.step();
    for (std::size_t i = 0; i < means.size(); ++i) {
        means[i].output.add(run.record(i).errorVsFloat64.value_or(0));
        means[i].gradient.add(run.record(i).gradientErrorVsFloat64.value_or(0));
    }
}

bool isOf(const std::string& path, const std::string& layer)
{
    return path == layer || path.compare(0, layer.size() + 1, layer + "/") == 0;
}

/// Adds the worst local errors of the layer at this step.
void addLocalErrors(
    const TrainingRun& run, const StepRecord& record, const std::string& layerPath, ErrorMeans& means)
{
    double output = 0;
    double gradient = 0;
    const auto worse
        = [](double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b); };
    for (const TensorPoint& point : record.tensors) {
        if (point.metric != Metric::LocalError || !isOf(run.paths()[point.path.index()], layerPath))
            continue;
        if (point.role == TensorRole::Output)
            output = worse(output, point.value);
        else if (point.role == TensorRole::WeightGradient)
            gradient = worse(gradient, point.value);
    }
    means.output.add(output);
    means.gradient.add(gradient);
}

} // namespace

SessionSpec withFloat32Layer(SessionSpec session, std::size_t layer)
{
    LayerSpec& spec = session.model.layers.at(layer);
    spec.policy = *getPolicy("float32");
    spec.numerics = {};
    spec.recipe = noRecipe(); // not the session's either
    spec.children.clear();
    return session;
}

SessionSpec withFloat32Part(SessionSpec session, std::size_t layer, ProductPart part)
{
    NumericsSpec& numerics = session.model.layers.at(layer).numerics;
    const auto restore = [&](std::initializer_list<NumericsOverride> places) {
        for (const NumericsOverride place : places)
            numerics[place] = "float32";
    };
    switch (part) {
    case ProductPart::Input:
        restore({NumericsOverride::ForwardInput, NumericsOverride::WeightGradientInput});
        break;
    case ProductPart::Kernel:
        restore({NumericsOverride::ForwardKernel, NumericsOverride::InputGradientKernel});
        break;
    case ProductPart::Gradient:
        restore(
            {NumericsOverride::InputGradientOutputGradient, NumericsOverride::WeightGradientOutputGradient});
        break;
    case ProductPart::Output:
        restore({NumericsOverride::Output});
        break;
    }
    return session;
}

Result<BlameTable> blame(const SessionSpec& session, const Kernels& kernels, const BlameOptions& options)
{
    SessionSpec base = session;
    base.probes.watch = WatchMode::Reference;
    base.training.steps = options.steps;
    std::vector<std::size_t> layers;
    for (std::size_t i = 0; i < base.model.layers.size(); ++i)
        if (base.model.layers[i].className != "InputLayer")
            layers.push_back(i);

    BlameTable table;
    table.steps = options.steps;
    std::vector<ErrorMeans> local(layers.size());
    const std::size_t candidates = layers.size() + 1; // the run as it is, then by layer
    // the last one is the run of parts
    const std::size_t runs = (candidates + kCandidatesAtOnce - 1) / kCandidatesAtOnce + 1;
    std::int64_t done = 0;
    const auto isGoingOn = [&] {
        return !options.progress || options.progress(++done, static_cast<std::int64_t>(runs) * options.steps);
    };
    const auto create = [&](const std::vector<SessionSpec>& sessions) {
        return TrainingRun::create(sessions, kernels,
            {.threads = options.threads,
                .stop = options.stop,
                .budget = options.memory,
                .use = MemoryUse::Background});
    };
    const Error cancelled{"", "cancelled"};

    std::vector<BlameMetrics> metrics;
    for (std::size_t first = 0; first < candidates; first += kCandidatesAtOnce) {
        const std::size_t end = std::min(first + kCandidatesAtOnce, candidates);
        std::vector<SessionSpec> sessions;
        for (std::size_t i = first; i < end; ++i)
            sessions.push_back(i == 0 ? base : withFloat32Layer(base, layers[i - 1]));
        Result<TrainingRun> run = create(sessions);
        if (!run)
            return run.error();
        std::vector<ErrorMeans> means(end - first);
        for (std::int64_t step = 0; step < options.steps; ++step) {
            addStep(*run, means);
            const StepRecord& record = run->record(0);
            if (first == 0 && !record.exponents.empty()) // a sampled step
                for (std::size_t i = 0; i < layers.size(); ++i)
                    addLocalErrors(
                        *run, record, base.model.layerPath(base.model.layers[layers[i]]), local[i]);
            if (!isGoingOn())
                return cancelled;
        }
        for (const ErrorMeans& each : means)
            metrics.push_back({each.output.value(), each.gradient.value()});
    }
    table.asItIs = metrics.front();
    const auto shareOf = [&](const BlameMetrics& restored) {
        return table.asItIs.outputError == 0 ? 0 : 1 - restored.outputError / table.asItIs.outputError;
    };
    std::size_t worst = 0;
    double least = table.asItIs.outputError;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        BlameRow row;
        row.layer = base.model.layers[layers[i]].name;
        row.localOutputError = local[i].output.value();
        row.localGradientError = local[i].gradient.value();
        row.restored = metrics[i + 1];
        row.outputErrorShare = shareOf(row.restored);
        if (row.restored.outputError < least
            || (std::isfinite(row.restored.outputError) && !std::isfinite(least))) {
            least = row.restored.outputError;
            worst = layers[i];
            table.worst = row.layer;
        }
        table.rows.push_back(std::move(row));
    }
    const LayerClass* layerClass = findRow(layerCatalog(), base.model.layers[worst].className);
    if (table.worst.empty() || layerClass == nullptr || !layerClass->hasProducts)
        return table;

    std::vector<SessionSpec> sessions;
    for (const ProductPart part : kProductParts)
        sessions.push_back(withFloat32Part(base, worst, part));
    Result<TrainingRun> run = create(sessions);
    if (options.stop.stop_requested())
        return cancelled;
    if (!run) // integers take no overrides, nor does an operand that is transformed with the other one
        return table;
    std::vector<ErrorMeans> means(sessions.size());
    for (std::int64_t step = 0; step < options.steps; ++step) {
        addStep(*run, means);
        if (!isGoingOn())
            return cancelled;
    }
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const BlameMetrics restored{means[i].output.value(), means[i].gradient.value()};
        table.parts.push_back({kProductParts[i], restored, shareOf(restored)});
    }
    return table;
}

} // namespace ulpscope
