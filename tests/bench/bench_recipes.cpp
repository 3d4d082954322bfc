// SPDX-License-Identifier: GPL-3.0-or-later
// A step under each scaling recipe against the same step under plain mixed_bfloat16, in turns in one process. The printed
// ratio is that of the shortest rounds, which other programs disturb least; 784-256-128-10, batch 128, SGD. Keras' float8
// and int8 policies are beside them.
#include "engine/policy/recipe.h"
#include "tests/bench/mlp.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <limits>
#include <numeric>

namespace {

using namespace ulpscope;

void recipeAgainstBfloat16(benchmark::State& state, const std::string& policy, const Component& recipe)
{
    const Result<Kernels> kernels = Kernels::load();
    const Dataset data = syntheticData();
    const SessionSpec plain = mlpSession("mixed_bfloat16");
    SessionSpec session = mlpSession(policy);
    session.policies.recipe = recipe;
    const auto laneOf = [&](const SessionSpec& spec) {
        const CheckedSession sound = checked(spec);
        return Lane(sound.plan, sound.session.training, sound.arithmetic.kind, LossScale{}, float32Format(),
            *kernels);
    };
    Lane baseline = laneOf(plain);
    Lane lane = laneOf(session);
    std::vector<std::int64_t> batch(kBatch);
    std::iota(batch.begin(), batch.end(), 0);
    constexpr int kStepsARound = 3;
    std::int64_t step = 0;
    const auto train = [&](Lane& which) {
        return secondsOf([&] {
            for (int i = 0; i < kStepsARound; ++i) {
                which.computeGradients(data, batch, step + i);
                which.update();
            }
        });
    };
    double shortestPlain = std::numeric_limits<double>::infinity();
    double shortest = shortestPlain;
    for (auto _ : state) {
        const double plainTime = train(baseline);
        const double time = train(lane);
        step += kStepsARound;
        shortestPlain = std::min(shortestPlain, plainTime);
        shortest = std::min(shortest, time);
        state.SetIterationTime(time / kStepsARound);
    }
    state.counters["ratio_to_bfloat16"] = shortest / shortestPlain;
    state.counters["bfloat16_ms"] = shortestPlain / kStepsARound * 1e3;
    state.counters["last_loss"] = lane.outcome().loss;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace ulpscope;
    const auto add = [](const std::string& name, const std::string& policy, const Component& recipe) {
        benchmark::RegisterBenchmark(("recipe_step/" + name).c_str(),
            [policy, recipe](benchmark::State& state) { recipeAgainstBfloat16(state, policy, recipe); })
            ->UseManualTime()
            ->Iterations(40)
            ->Unit(benchmark::kMillisecond);
    };
    for (const RecipeClass& row : recipeCatalog())
        add(row.name, "mixed_bfloat16", {row.name, {}});
    add("nvfp4 to nearest", "mixed_bfloat16", {"nvfp4", {{"stochastic_rounding", false}}});
    add("float8_from_mixed_bfloat16", "float8_from_mixed_bfloat16", noRecipe());
    add("int8_from_mixed_bfloat16", "int8_from_mixed_bfloat16", noRecipe());
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
