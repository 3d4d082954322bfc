// SPDX-License-Identifier: GPL-3.0-or-later
// What watching costs: 784-256-128-10, batch 128 on Fashion-MNIST, under mixed_float16, always against a step without it, in
// turns in one process. Printed are the median over rounds of the ratio, and the ratio of the shortest rounds, which
// other programs disturb least.
//   counts   a candidate's step with the statistics of every tensor, against the same step in plain Eigen float32
//   step     a run in step watch on one thread, against plain Eigen float32
//   reference     a run in reference watch on two threads, against the float64 lane's step alone
//   small    2-16-16-1, batch 32, reference watch: steps a second
#include "engine/base/program_folder.h"
#include "engine/data/dataset_catalog.h"
#include "engine/tensor/ops.h"
#include "engine/train/lane_tensors.h"
#include "tests/bench/mlp.h"
#include "tests/bench/plain/plain_mlp.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <memory>

namespace {

using namespace ulpscope;

constexpr int kStepsARound = 16; // two samples of every eighth step
constexpr int kRounds = 30;

SessionSpec fashionSession(WatchMode watch)
{
    SessionSpec session = mlpSession("mixed_float16");
    session.model.layers[0].config.set("shape", std::vector<std::int64_t>{28, 28});
    session.model.layers.insert(
        session.model.layers.begin() + 1, LayerSpec{"flatten", "Flatten", {}, {}, {}});
    session.data = {"fashion_mnist", {}};
    session.training.batchSize = kBatch;
    session.training.lossScale = {"none", {}};
    session.probes.watch = watch;
    return session;
}

/// Full batches in an order of their own: examples that the other step just read would come from a cache.
class Batches
{
public:
    explicit Batches(Dataset data)
        : m_data(std::move(data))
        , m_order(m_data.train.count, kBatch, kSeed)
    {
    }
    const Dataset& data() const { return m_data; }
    const std::vector<std::int64_t>& next()
    {
        return m_order.batch(m_step++ % (m_data.train.count / kBatch));
    }

private:
    static constexpr std::uint64_t kSeed = 4321;
    Dataset m_data;
    BatchOrder m_order;
    std::int64_t m_step = 0;
};

Dataset fashionData()
{
    const Component sound = *checkComponent(datasetCatalog(), "dataset", {"fashion_mnist", {}});
    Dataset data = *findRow(datasetCatalog(), sound.className)->load(sound.config, 1, {});
    std::vector<float> numbers;
    data.train.featuresFrom(0, data.train.featureCount(), numbers);
    data.train.features = std::move(numbers);
    return data;
}

class Plain
{
public:
    Plain(const std::string& level, Dataset data)
        : m_batches(std::move(data))
    {
        const std::string library
            = (*programFolder() / "../lib/bench" / ("plain_mlp_" + level + ".so")).string();
        m_handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (m_handle == nullptr)
            return;
        using Functions = const PlainMlpFunctions* (*)();
        m_plain = reinterpret_cast<Functions>(dlsym(m_handle, "plainMlpFunctions"))();
        m_mlp = m_plain->create(kWidths.data(), static_cast<std::int64_t>(kWidths.size()) - 1, kBatch);
        // Weights of the usual size: zeros would make a sparse backward pass.
        for (std::size_t i = 1; i < kWidths.size(); ++i) {
            std::vector<float> kernel(static_cast<std::size_t>(kWidths[i - 1] * kWidths[i]));
            for (std::size_t k = 0; k < kernel.size(); ++k)
                kernel[k] = 0.05F * (static_cast<float>((k * 7919) % 201) / 100 - 1);
            m_plain->setKernel(m_mlp, static_cast<std::int64_t>(i) - 1, kernel.data());
        }
    }
    ~Plain()
    {
        if (m_handle == nullptr)
            return;
        m_plain->destroy(m_mlp);
        dlclose(m_handle);
    }
    Plain(const Plain&) = delete;
    Plain& operator=(const Plain&) = delete;

    bool isLoaded() const { return m_handle != nullptr; }
    void step()
    {
        const Examples& train = m_batches.data().train;
        benchmark::DoNotOptimize(m_plain->step(
            m_mlp, train.features.data(), train.targets.data(), m_batches.next().data(), 0.01F));
    }

private:
    Batches m_batches;
    void* m_handle = nullptr;
    const PlainMlpFunctions* m_plain = nullptr;
    PlainMlp* m_mlp = nullptr;
};

/// Times both in turns.
void inTurns(
    benchmark::State& state, const std::function<void()>& base, const std::function<void()>& measured)
{
    std::vector<double> ratios;
    std::vector<double> baseSeconds;
    std::vector<double> seconds;
    for (int i = 0; i < kStepsARound; ++i) {
        base();
        measured();
    }
    for (auto _ : state) {
        const double baseTime = secondsOf([&] {
            for (int i = 0; i < kStepsARound; ++i)
                base();
        });
        const double time = secondsOf([&] {
            for (int i = 0; i < kStepsARound; ++i)
                measured();
        });
        ratios.push_back(time / baseTime);
        baseSeconds.push_back(baseTime / kStepsARound);
        seconds.push_back(time / kStepsARound);
        state.SetIterationTime(time / kStepsARound);
    }
    state.counters["ratio"] = median(ratios);
    state.counters["ratio_of_shortest"]
        = *std::ranges::min_element(seconds) / *std::ranges::min_element(baseSeconds);
    state.counters["base_ms"] = 1e3 * median(baseSeconds);
}

void counts(benchmark::State& state)
{
    const Kernels kernels = *Kernels::load();
    Plain plain(kernels.level(), syntheticData());
    if (!plain.isLoaded())
        return state.SkipWithError("the plain step cannot be loaded");
    const CheckedSession session = checked(mlpSession("mixed_float16"));
    Lane lane(session.plan, session.session.training, session.arithmetic.kind, LossScale{}, float32Format(),
        kernels);
    const LaneTensors tensors(lane);
    Batches batches(syntheticData());
    std::int64_t step = 0;
    std::int64_t seen = 0;
    inTurns(
        state, [&] { plain.step(); },
        [&] {
            lane.computeGradients(batches.data(), batches.next(), step++);
            for (std::size_t i = tensors.refs().size();
                 i-- > 0;) { // what was made last is still in a near cache
                const TensorRef& ref = tensors.refs()[i];
                const Tensor* tensor = tensorAt(lane, ref);
                if (tensor == nullptr
                    || (ref.sender != i && tensorAt(lane, tensors.refs()[ref.sender]) == tensor))
                    continue; // what a layer gets is what another put out
                seen += statistics(lane.arithmetic(), *tensor).zeros;
            }
            lane.update();
        });
    benchmark::DoNotOptimize(seen);
}

void stepWatch(benchmark::State& state)
{
    const Kernels kernels = *Kernels::load();
    Result<TrainingRun> run = TrainingRun::create(fashionSession(WatchMode::Step), kernels);
    if (!run)
        return state.SkipWithError("Fashion-MNIST cannot be loaded");
    Plain plain(kernels.level(), fashionData());
    if (!plain.isLoaded())
        return state.SkipWithError("the plain step cannot be loaded");
    inTurns(
        state, [&] { plain.step(); }, [&] { run->step(); });
}

void referenceWatch(benchmark::State& state)
{
    const Kernels kernels = *Kernels::load();
    const SessionSpec session = fashionSession(WatchMode::Reference);
    Result<TrainingRun> run = TrainingRun::create(session, kernels, {.threads = 2});
    if (!run)
        return state.SkipWithError("Fashion-MNIST cannot be loaded");
    const CheckedSession plainSession = checked(session);
    Lane alone = referenceLane(plainSession, kernels);
    Batches batches(fashionData());
    std::int64_t step = 0;
    inTurns(
        state,
        [&] {
            alone.computeGradients(batches.data(), batches.next(), step++);
            alone.update();
        },
        [&] { run->step(); });
}

void smallModel(benchmark::State& state)
{
    const Kernels kernels = *Kernels::load();
    SessionSpec session = mlpSession("mixed_float16");
    const auto dense = [](const char* name, std::int64_t units, const char* activation) {
        return LayerSpec{name, "Dense", {{"units", units}, {"activation", std::string(activation)}}, {}, {}};
    };
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        dense("dense_1", 16, "relu"), dense("dense_2", 16, "relu"), dense("logits", 1, "linear")};
    session.data = {"circle", {{"points", std::int64_t{512}}}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.lossScale = {"none", {}};
    Result<TrainingRun> run = TrainingRun::create(session, kernels, {.threads = 2});
    run->keepStates(std::size_t{256} << 20); // as the window does
    for (auto _ : state)
        run->step();
    state.counters["steps_per_second"]
        = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

} // namespace

BENCHMARK(counts)->UseManualTime()->Iterations(kRounds)->Unit(benchmark::kMillisecond);
BENCHMARK(stepWatch)->UseManualTime()->Iterations(kRounds)->Unit(benchmark::kMillisecond);
BENCHMARK(referenceWatch)->UseManualTime()->Iterations(kRounds)->Unit(benchmark::kMillisecond);
BENCHMARK(smallModel)->Unit(benchmark::kMicrosecond);
BENCHMARK_MAIN();
