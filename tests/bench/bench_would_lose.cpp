// SPDX-License-Identifier: GPL-3.0-or-later
// What 16 M float32 numbers would lose in a format against copying them, on one thread, in turns in one process, at every
// x86-64 level; and what it takes to have them in float64 from the bytes of a file, once for all formats. of_copy is the
// median over rounds of (time of memcpy / time of the format): 1 is as fast as a copy.
#include "app/io/tensors/stored_values.h"
#include "app/judge/arithmetic/would_lose.h"
#include "engine/base/philox.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

namespace {

using namespace ulpscope;

constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kColumns = 4096;

double secondsOf(const std::function<void()>& f)
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// N(0, 1) times powers of two from 2^-14 to 2^9: normals, subnormals and overflows of narrow formats.
StoredTensor mixedTensor()
{
    constexpr std::size_t kDrawn = 65536;
    std::vector<float> values;
    for (std::size_t i = 0; i < kDrawn; ++i)
        values.push_back(static_cast<float>(std::ldexp(
            randomNormal({.seed = 7, .use = RandomUse::Dataset}, i), static_cast<int>(i % 24) - 14)));
    StoredTensor tensor{findElementType("float32"), {kRows, kColumns}, {}};
    for (std::size_t i = 0; i < tensor.size(); i += kDrawn)
        tensor.bytes.append(reinterpret_cast<const char*>(values.data()), kDrawn * sizeof(float));
    return tensor;
}

const StoredTensor& stored()
{
    static const StoredTensor tensor = mixedTensor();
    return tensor;
}

const TensorSnapshot& snapshot()
{
    static const TensorSnapshot tensor = *snapshotOf(stored(), "values");
    return tensor;
}

/// Rounds of a copy and f, in turns.
void againstCopy(benchmark::State& state, const std::function<void()>& f)
{
    std::string copy = stored().bytes;
    std::vector<double> ratios;
    for (auto _ : state) {
        const double copying = secondsOf([&] {
            std::memcpy(copy.data(), stored().bytes.data(), copy.size());
            benchmark::DoNotOptimize(copy.data());
            benchmark::ClobberMemory();
        });
        const double seconds = secondsOf(f);
        ratios.push_back(copying / seconds);
        state.SetIterationTime(seconds);
    }
    std::nth_element(
        ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    state.counters["of_copy"] = ratios[ratios.size() / 2];
}

void formatAgainstCopy(benchmark::State& state, const std::string& format, const std::string& level)
{
    const Result<Kernels> kernels = Kernels::load(level);
    if (!kernels || !wouldLose(snapshot(), format, *kernels)) {
        state.SkipWithError("this level or format is not there");
        return;
    }
    againstCopy(state, [&] { benchmark::DoNotOptimize(wouldLose(snapshot(), format, *kernels)); });
}

} // namespace

int main(int argc, char** argv)
{
    const auto add = [](const std::string& name, const auto& run) {
        benchmark::RegisterBenchmark(name.c_str(), run)
            ->UseManualTime()
            ->Iterations(9)
            ->Unit(benchmark::kMillisecond);
    };
    for (const std::string& level : Kernels::availableLevels())
        for (const std::string& format : commonTrainingFormats())
            add("would_lose/" + level + '/' + format,
                [format, level](benchmark::State& state) { formatAgainstCopy(state, format, level); });
    add("values_of_bytes", [](benchmark::State& state) {
        againstCopy(state, [] { benchmark::DoNotOptimize(snapshotOf(stored(), "values")); });
    });
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
