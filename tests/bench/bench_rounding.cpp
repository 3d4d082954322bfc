// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding float32 tensors against copying them, at each x86-64 level, in turns in one process. The printed metric
// `of_copy` is the median over rounds of (time of memcpy / time of rounding): 1 is as fast as a copy.
#include "engine/dtype/formats.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kernels/kernels.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

namespace {

using namespace ulpscope;

struct Case
{
    const char* name;
    const char* format;
    Rounding rounding;
    bool counts = false;
};

/// Aligned to cache lines, as tensors are.
template <class T>
struct LineAllocator
{
    using value_type = T;
    T* allocate(std::size_t n) { return static_cast<T*>(operator new (n * sizeof(T), std::align_val_t{64})); }
    void deallocate(T* memory, std::size_t) { operator delete (memory, std::align_val_t{64}); }
    bool operator==(const LineAllocator&) const = default;
};
using Floats = std::vector<float, LineAllocator<float>>;

double secondsOf(const std::function<void()>& f)
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// N(0, 1) times powers of two from 2^-14 to 2^9: normals, subnormals and overflows of narrow formats.
/// Of formats without sign only magnitudes.
Floats mixedValues(Index n, bool isSigned)
{
    Floats values(static_cast<std::size_t>(n));
    const RandomKey key{.seed = 7, .use = RandomUse::Dataset};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = i < 65536
            ? static_cast<float>(std::ldexp(randomNormal(key, i), static_cast<int>(i % 24) - 14))
            : values[i % 65536];
    if (!isSigned)
        for (float& value : values)
            value = std::fabs(value);
    return values;
}

void roundAgainstCopy(benchmark::State& state, const Case& what, const std::string& level, Index n)
{
    const Result<Kernels> kernels = Kernels::load(level);
    if (!kernels) {
        state.SkipWithError("this level cannot be loaded");
        return;
    }
    const Floats in = mixedValues(n, findFormat(what.format)->isSigned);
    // Half a page apart from the input: loads that lie a multiple of 4 KiB behind stores would wait for them.
    constexpr std::size_t kHalfPage = 512;
    Floats outStorage(in.size() + kHalfPage);
    Floats copyStorage(in.size() + kHalfPage);
    float* out = outStorage.data() + kHalfPage;
    float* copy = copyStorage.data() + kHalfPage;
    const RandomKey key{.seed = 1, .use = RandomUse::Rounding};
    const Grid<float> grid = makeGrid<float>(*findFormat(what.format), what.rounding, key);
    const Index repeats = std::max<Index>(1, (Index{1} << 22) / n);
    RoundingCounts counts;
    std::vector<double> ratios;
    for (auto _ : state) {
        const double copyTime = secondsOf([&] {
            for (Index i = 0; i < repeats; ++i) {
                std::memcpy(copy, in.data(), in.size() * sizeof(float));
                benchmark::DoNotOptimize(copy);
                benchmark::ClobberMemory();
            }
        });
        const double roundTime = secondsOf([&] {
            for (Index i = 0; i < repeats; ++i)
                kernels->table().f32.round(in.data(), out, n, grid, what.counts ? &counts : nullptr);
        });
        ratios.push_back(copyTime / roundTime);
        state.SetIterationTime(roundTime / static_cast<double>(repeats));
    }
    std::nth_element(
        ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    state.counters["of_copy"] = ratios[ratios.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const auto stochastic
        = [](int bits) { return Rounding{.mode = RoundingMode::Stochastic, .randomBits = bits}; };
    const std::vector<Case> cases{{"float16", "float16", {}}, {"bfloat16", "bfloat16", {}},
        {"tf32", "tf32", {}}, {"float8_e4m3fn", "float8_e4m3fn", {}}, {"float8_e5m2", "float8_e5m2", {}},
        {"float8_e4m3fnuz", "float8_e4m3fnuz", {}}, {"float8_e8m0fnu", "float8_e8m0fnu", {}},
        {"float4_e2m1fn", "float4_e2m1fn", {}}, {"int8", "int8", {}}, {"user_e4m5", "float10_e4m5", {}},
        {"user_e8m7b128", "float16_e8m7b128", {}}, {"binary8p3se", "binary8p3se", {}},
        {"float16_counting", "float16", {}, true}, {"float8_e4m3fn_counting", "float8_e4m3fn", {}, true},
        {"float8_e4m3fn_saturating", "float8_e4m3fn", {.overflow = findOverflowRule("te")}},
        {"float16_toward_zero", "float16", {.mode = RoundingMode::TowardZero}},
        {"float16_to_odd", "float16", {.mode = RoundingMode::ToOdd}},
        {"float8_e4m3fn_stochastic_4", "float8_e4m3fn", stochastic(4)},
        {"float8_e4m3fn_stochastic_8", "float8_e4m3fn", stochastic(8)},
        {"float8_e4m3fn_stochastic_16", "float8_e4m3fn", stochastic(16)},
        {"float8_e4m3fn_stochastic_full", "float8_e4m3fn", stochastic(kAllRandomBits)},
        {"bfloat16_stochastic_8", "bfloat16", stochastic(8)},
        {"bfloat16_stochastic_16", "bfloat16", stochastic(16)},
        {"bfloat16_stochastic_full", "bfloat16", stochastic(kAllRandomBits)},
        {"bfloat16_stochastic_fastest_8", "bfloat16",
            {.mode = RoundingMode::StochasticFastest, .randomBits = 8}}};
    for (const std::string& level : Kernels::availableLevels())
        for (const auto& [size, n] : {std::pair{"16M", Index{1} << 24}, std::pair{"64K", Index{1} << 16}})
            for (const Case& what : cases)
                benchmark::RegisterBenchmark(("round/" + level + "/" + size + "/" + what.name).c_str(),
                    [what, level, count = n](
                        benchmark::State& state) { roundAgainstCopy(state, what, level, count); })
                    ->UseManualTime()
                    ->Iterations(size[0] == '1' ? 9 : 41)
                    ->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
