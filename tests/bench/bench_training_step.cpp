// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's step against the same step in plain Eigen float32, at the same x86-64 level, in turns in one process.
// The printed ratio is the median over rounds of (candidate / plain); 784-256-128-10, batch 128, SGD.
#include "engine/base/program_folder.h"
#include "engine/train/training_run.h"
#include "tests/bench/mlp.h"
#include "tests/bench/plain/plain_mlp.h"

#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <memory>
#include <numeric>

namespace {

using namespace ulpscope;

void candidateAgainstPlain(benchmark::State& state, const std::string& policy, const std::string& level)
{
    const Result<Kernels> kernels = Kernels::load(level);
    const std::string library = (*programFolder() / "../lib/bench" / ("plain_mlp_" + level + ".so")).string();
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!kernels || handle == nullptr) {
        state.SkipWithError("this level cannot be loaded");
        return;
    }
    using Functions = const PlainMlpFunctions* (*)();
    const PlainMlpFunctions& plain = *reinterpret_cast<Functions>(dlsym(handle, "plainMlpFunctions"))();

    const CheckedSession session = checked(mlpSession(policy));
    const Dataset data = syntheticData();
    Lane lane(session.plan, session.session.training, session.arithmetic.kind, LossScale{}, float32Format(),
        *kernels);
    PlainMlp* mlp = plain.create(kWidths.data(), static_cast<std::int64_t>(kWidths.size()) - 1, kBatch);
    std::int64_t layer = 0;
    for (const Node& node : lane.model().nodes()) {
        if (node.layer->variables().empty())
            continue;
        const Tensor& kernel = node.layer->variables()[0].value;
        std::vector<float> values;
        for (Index i = 0; i < kernel.size(); ++i)
            values.push_back(static_cast<float>(kernel.at(i)));
        plain.setKernel(mlp, layer++, values.data());
    }

    std::vector<std::int64_t> batch(kBatch);
    std::iota(batch.begin(), batch.end(), 0);
    constexpr int kStepsARound = 5;
    std::int64_t step = 0;
    std::vector<double> ratios;
    std::vector<double> plainSeconds;
    for (auto _ : state) {
        const double plainTime = secondsOf([&] {
            for (int i = 0; i < kStepsARound; ++i)
                benchmark::DoNotOptimize(plain.step(
                    mlp, data.train.features.data(), data.train.targets.data(), batch.data(), 0.01F));
        });
        const double laneTime = secondsOf([&] {
            for (int i = 0; i < kStepsARound; ++i) {
                lane.computeGradients(data, batch, step++);
                lane.update();
            }
        });
        ratios.push_back(laneTime / plainTime);
        plainSeconds.push_back(plainTime / kStepsARound);
        state.SetIterationTime(laneTime / kStepsARound);
    }
    state.counters["ratio_to_plain"] = median(ratios);
    state.counters["plain_ms"] = median(plainSeconds) * 1e3;
    state.counters["last_loss"] = lane.outcome().loss;
    plain.destroy(mlp);
    dlclose(handle);
}

// The opening scene as a whole: both lanes and every probe.
void openingScene(benchmark::State& state)
{
    const Result<Kernels> kernels = Kernels::load();
    SessionSpec session;
    const auto dense = [](const char* name, std::int64_t units, const char* activation) {
        return LayerSpec{name, "Dense",
            {{"units", units}, {"activation", std::string(activation)},
                {"kernel_initializer", std::string("he_normal")}},
            {}, {}};
    };
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        dense("dense_1", 16, "relu"), dense("dense_2", 16, "relu"), dense("logits", 1, "linear")};
    session.policies.global = *getPolicy("mixed_float16");
    session.data = {"circle", {{"points", std::int64_t{512}}}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.lossWeight = 1e-5;
    session.training.optimizer = {"SGD", {{"learning_rate", 1e4}}};
    session.training.lossScale = {"fixed", {{"scale", 1.0}}};
    Result<TrainingRun> run = TrainingRun::create(session, *kernels);
    for (auto _ : state)
        run->step();
    state.SetItemsProcessed(state.iterations());
}

} // namespace

int main(int argc, char** argv)
{
    for (const std::string& level : ulpscope::Kernels::availableLevels())
        for (const char* policy : {"mixed_float16", "mixed_bfloat16", "float32"})
            benchmark::RegisterBenchmark((std::string("candidate_step/") + policy + "/" + level).c_str(),
                [policy, level](benchmark::State& state) { candidateAgainstPlain(state, policy, level); })
                ->UseManualTime()
                ->Iterations(40)
                ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("opening_scene_step", openingScene)->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
