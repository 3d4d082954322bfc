// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/blame.h"

#include "engine/policy/recipe.h"
#include "engine/train/training_run.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// Candidates that share one reference at a time: each costs the model once more in memory.
constexpr std::size_t kCandidatesAtOnce = 8;

/// A mean over steps, NaN as soon as one is.
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

struct LocalMeans
{
    Mean output;
    Mean gradient;
};

bool isOf(const std::string& path, const std::string& layer)
{
    return path == layer || path.compare(0, layer.size() + 1, layer + "/") == 0;
}

/// Adds the worst local errors of the layer at this step.
void addLocalErrors(
    const TrainingRun& run, const StepRecord& record, const std::string& layerPath, LocalMeans& means)
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
    std::vector<LocalMeans> local(layers.size());
    std::vector<Mean> output(layers.size() + 1); // the run as it is, then by layer
    std::vector<Mean> gradient(layers.size() + 1);
    const std::size_t runs = (output.size() + kCandidatesAtOnce - 1) / kCandidatesAtOnce;
    for (std::size_t first = 0; first < output.size(); first += kCandidatesAtOnce) {
        const std::size_t end = std::min(first + kCandidatesAtOnce, output.size());
        std::vector<SessionSpec> candidates;
        for (std::size_t i = first; i < end; ++i)
            candidates.push_back(i == 0 ? base : withFloat32Layer(base, layers[i - 1]));
        Result<TrainingRun> run = TrainingRun::create(candidates, kernels,
            {.threads = options.threads,
                .stop = options.stop,
                .budget = options.memory,
                .use = MemoryUse::Background});
        if (!run)
            return run.error();
        for (std::int64_t step = 0; step < options.steps; ++step) {
            run->step();
            for (std::size_t i = first; i < end; ++i) {
                const StepRecord& record = run->record(i - first);
                output[i].add(record.errorVsFloat64.value_or(0));
                gradient[i].add(record.gradientErrorVsFloat64.value_or(0));
            }
            const StepRecord& record = run->record(0);
            if (first == 0 && !record.exponents.empty()) // a sampled step
                for (std::size_t i = 0; i < layers.size(); ++i)
                    addLocalErrors(
                        *run, record, base.model.layerPath(base.model.layers[layers[i]]), local[i]);
            const auto done = static_cast<std::int64_t>(first / kCandidatesAtOnce) * options.steps + step + 1;
            if (options.progress && !options.progress(done, static_cast<std::int64_t>(runs) * options.steps))
                return Error{"", "cancelled"};
        }
    }
    table.asItIs = {output[0].value(), gradient[0].value()};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        BlameRow row;
        row.layer = base.model.layers[layers[i]].name;
        row.localOutputError = local[i].output.value();
        row.localGradientError = local[i].gradient.value();
        row.restored = {output[i + 1].value(), gradient[i + 1].value()};
        row.outputErrorShare
            = table.asItIs.outputError == 0 ? 0 : 1 - row.restored.outputError / table.asItIs.outputError;
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace ulpscope
