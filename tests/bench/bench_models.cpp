// SPDX-License-Identifier: GPL-3.0-or-later
// Whole models: a candidate's step under mixed_float16 or mixed_bfloat16 against the same step under float32, where nothing is
// rounded, in turns in one process. The printed ratio is the median over rounds.
//   cnn          28x28x1, Conv2D 8 and 16 filters of 3x3 each with max pooling, Dense 10
//   transformer  2 pre-norm blocks of width 64, 4 heads, context 64, feed-forward 256, 64 characters
#include "engine/train/lane.h"
#include "tests/bench/mlp.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <functional>
#include <numeric>

namespace {

using namespace ulpscope;

using Extents = std::vector<std::int64_t>;

LayerSpec layer(
    const char* name, const char* className, Config config = {}, std::vector<std::string> inputs = {})
{
    return {name, className, std::move(config), std::move(inputs), {}};
}

ModelSpec cnn()
{
    const auto conv = [](const char* name, std::int64_t filters) {
        return layer(name, "Conv2D",
            {{"filters", filters}, {"kernel_size", Extents{3, 3}}, {"activation", std::string("relu")}});
    };
    ModelSpec model;
    model.layers = {layer("input_layer", "InputLayer", {{"shape", Extents{28, 28, 1}}}), conv("conv_1", 8),
        layer("pool_1", "MaxPooling2D"), conv("conv_2", 16), layer("pool_2", "MaxPooling2D"),
        layer("flatten", "Flatten"), layer("logits", "Dense", {{"units", std::int64_t{10}}})};
    return model;
}

constexpr std::int64_t kContext = 64;
constexpr std::int64_t kCharacters = 64;

ModelSpec transformer()
{
    constexpr std::int64_t kWidth = 64;
    ModelSpec model;
    model.layers = {layer("input_layer", "InputLayer", {{"shape", Extents{kContext}}}),
        layer("tokens", "Embedding", {{"input_dim", kCharacters}, {"output_dim", kWidth}}),
        layer("positions", "PositionEmbedding", {{"sequence_length", kContext}}),
        layer("sum", "Add", {}, {"tokens", "positions"})};
    std::string before = "sum";
    for (const std::string block : {"a", "b"}) {
        const auto named = [&](const char* what) { return block + "_" + what; };
        model.layers.push_back({named("norm_1"), "LayerNormalization", {}, {before}, {}});
        model.layers.push_back({named("mha"), "MultiHeadAttention",
            {{"num_heads", std::int64_t{4}}, {"key_dim", std::int64_t{16}}, {"use_causal_mask", true}},
            {named("norm_1")}, {}});
        model.layers.push_back({named("sum_1"), "Add", {}, {before, named("mha")}, {}});
        model.layers.push_back({named("norm_2"), "LayerNormalization", {}, {named("sum_1")}, {}});
        model.layers.push_back({named("wide"), "Dense",
            {{"units", 4 * kWidth}, {"activation", std::string("relu")}}, {named("norm_2")}, {}});
        model.layers.push_back({named("narrow"), "Dense", {{"units", kWidth}}, {named("wide")}, {}});
        model.layers.push_back({named("sum_2"), "Add", {}, {named("sum_1"), named("narrow")}, {}});
        before = named("sum_2");
    }
    model.layers.push_back({"mean", "GlobalAveragePooling1D", {}, {before}, {}});
    model.layers.push_back({"logits", "Dense", {{"units", std::int64_t{10}}}, {"mean"}, {}});
    return model;
}

/// Pixels in [0, 1), or ids, and ten classes.
Dataset data(const Extents& shape, std::int64_t ids)
{
    Dataset data;
    data.featureShape = shape;
    data.classes = 10;
    data.train.count = 256;
    const RandomKey key{7, RandomUse::Dataset, 0, 0};
    for (std::int64_t i = 0; i < data.train.count * data.featuresPerExample(); ++i) {
        const std::uint32_t bits = randomBits(key, static_cast<std::uint64_t>(i));
        data.train.features.push_back(
            ids > 0 ? static_cast<float>(bits % ids) : static_cast<float>(bits % 256) / 255.0F);
    }
    for (std::int64_t i = 0; i < data.train.count; ++i)
        data.train.targets.push_back(static_cast<float>(i % 10));
    return data;
}

/// Of the processor, not by the clock: so that other work on the machine counts less.
double secondsOf(const std::function<void()>& f)
{
    const auto now = [] {
        std::timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    };
    const double begin = now();
    f();
    return now() - begin;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void againstFloat32(benchmark::State& state, const ModelSpec& model, const Dataset& data,
    const std::string& policy, std::int64_t batchSize, const std::string& level)
{
    const Result<Kernels> kernels = Kernels::load(level);
    if (!kernels) {
        state.SkipWithError("this level cannot be loaded");
        return;
    }
    SessionSpec session;
    session.model = model;
    TrainingSpec& training = session.training;
    training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    training.optimizer = {"SGD", {{"learning_rate", 0.01}, {"momentum", 0.0}, {"nesterov", false}}};
    const auto laneUnder = [&](const std::string& name) {
        session.policies.global = *getPolicy(name);
        const CheckedSession sound = checked(session);
        return std::make_unique<Lane>(sound.plan, sound.session.training, sound.arithmetic.kind, LossScale{},
            float32Format(), *kernels);
    };
    const std::unique_ptr<Lane> plain = laneUnder("float32");
    const std::unique_ptr<Lane> candidate = laneUnder(policy);
    std::vector<std::int64_t> batch(static_cast<std::size_t>(batchSize));
    std::iota(batch.begin(), batch.end(), 0);
    std::int64_t step = 0;
    const auto stepOf = [&](Lane& lane) {
        return secondsOf([&] {
            lane.computeGradients(data, batch, step);
            lane.update();
        });
    };
    stepOf(*plain);
    stepOf(*candidate);
    std::vector<double> ratios;
    std::vector<double> plainSeconds;
    std::vector<double> seconds;
    for (auto _ : state) {
        ++step;
        plainSeconds.push_back(stepOf(*plain));
        seconds.push_back(stepOf(*candidate));
        ratios.push_back(seconds.back() / plainSeconds.back());
        state.SetIterationTime(seconds.back());
    }
    state.counters["ratio_to_float32"] = median(ratios);
    state.counters["float32_ms"] = median(plainSeconds) * 1e3;
    state.counters["steps_per_s"] = 1 / median(seconds);
    state.counters["last_loss"] = candidate->outcome().loss;
}

} // namespace

int main(int argc, char** argv)
{
    const Dataset images = data({28, 28, 1}, 0);
    const Dataset texts = data({kContext}, kCharacters);
    for (const std::string& level : Kernels::availableLevels())
        for (const char* policy : {"mixed_float16", "mixed_bfloat16"}) {
            for (const std::int64_t batch : {32, 128})
                benchmark::RegisterBenchmark(
                    ("cnn_step/" + std::string(policy) + "/batch_" + std::to_string(batch) + "/" + level)
                        .c_str(),
                    [=, &images](benchmark::State& state) {
                        againstFloat32(state, cnn(), images, policy, batch, level);
                    })
                    ->UseManualTime()
                    ->Iterations(40)
                    ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark(
                ("transformer_step/" + std::string(policy) + "/batch_32/" + level).c_str(),
                [=, &texts](benchmark::State& state) {
                    againstFloat32(state, transformer(), texts, policy, 32, level);
                })
                ->UseManualTime()
                ->Iterations(20)
                ->Unit(benchmark::kMillisecond);
        }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
