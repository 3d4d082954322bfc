// SPDX-License-Identifier: GPL-3.0-or-later
// Strict sums against Eigen's float32 product at the same x86-64 level, in turns in one process; 128 x 256 x 784. Ratios are
// medians over rounds of (strict / Eigen). times_scalar: against a plain scalar loop with the same rounding, whose bits
// the result must have. Processor time, so that a shared machine disturbs less.
#include "engine/dtype/formats.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <bit>
#include <cmath>
#include <ctime>
#include <functional>

namespace {

using namespace ulpscope;

constexpr Index kM = 128;
constexpr Index kN = 256;
constexpr Index kK = 784;
constexpr double kFlops = 2.0 * kM * kN * kK;

double secondsOf(const std::function<void()>& f)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double begin = now();
    f();
    return now() - begin;
}

Tensor normal(const Format& format, const Shape& shape, std::uint64_t seed)
{
    Tensor tensor(shape, format);
    const RandomKey key{seed, RandomUse::Dataset, 0, 0};
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, roundToFormat(format, randomNormal(key, static_cast<std::uint64_t>(i))));
    return tensor;
}

/// The textbook loop: float32 arithmetic, each result rounded.
template <class Round>
std::vector<float> scalarProduct(const std::vector<float>& a, const std::vector<float>& b, Round round)
{
    std::vector<float> out(kM * kN);
    for (std::size_t i = 0; i < kM; ++i)
        for (std::size_t j = 0; j < kN; ++j) {
            float sum = 0;
            for (std::size_t p = 0; p < kK; ++p)
                sum = round(sum + round(a[i * kK + p] * b[p * kN + j]));
            out[i * kN + j] = sum;
        }
    return out;
}

/// One value rounded as by MagicRounder in engine/kernels/per_level/rounding/rounders.h; right for the normal numbers here.
struct PlainRound
{
    explicit PlainRound(const Format& format)
        : mantissaBits(format.mantissaBits)
        , minExponent(format.minExponent())
        , largest(static_cast<float>(format.maxFinite()))
        , beyond(format.hasInfinity() ? INFINITY
                  : format.hasNan()   ? NAN
                                      : largest)
    {
    }
    float operator()(float x) const
    {
        const float size = std::fabs(x);
        const int exponent
            = std::max(static_cast<int>(std::bit_cast<std::uint32_t>(size) >> 23) - 127, minExponent);
        const auto power = static_cast<std::uint32_t>(exponent + 23 - mantissaBits + 127) << 23;
        const float magic = std::bit_cast<float>(power);
        const float rounded = (size + magic) - magic;
        return std::copysign(rounded > largest ? beyond : rounded, x);
    }
    int mantissaBits;
    int minExponent;
    float largest;
    float beyond;
};

template <class T>
std::vector<T> valuesOf(const Tensor& tensor)
{
    std::vector<T> values;
    for (Index i = 0; i < tensor.size(); ++i)
        values.push_back(static_cast<T>(tensor.at(i)));
    return values;
}

double median(std::vector<double>& values)
{
    std::nth_element(
        values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

void strictAgainstEigen(benchmark::State& state, const std::string& format, const std::string& name,
    const std::string& level, bool scalar)
{
    const Result<Kernels> kernels = Kernels::load(level);
    const Result<Accumulator> accumulator = accumulatorByName(name);
    if (!kernels || !accumulator) {
        state.SkipWithError("this level or accumulator does not exist");
        return;
    }
    Arithmetic arithmetic(*kernels);
    const Format& row = *findFormat(format);
    const Tensor a = normal(row, {kM, kK}, 1);
    const Tensor b = normal(row, {kK, kN}, 2);
    const Tensor plainA = normal(float32Format(), {kM, kK}, 1);
    const Tensor plainB = normal(float32Format(), {kK, kN}, 2);
    Tensor plain;
    Tensor strict;
    std::vector<double> ratios;
    std::vector<double> seconds;
    std::vector<double> plainSeconds;
    for (auto _ : state) {
        plainSeconds.push_back(
            secondsOf([&] { matmul(arithmetic, plainA, plainB, Transpose::None, plain); }));
        seconds.push_back(secondsOf(
            [&] { matmul(arithmetic, a, b, Transpose::None, *accumulator, float64Format(), strict); }));
        ratios.push_back(seconds.back() / plainSeconds.back());
        state.SetIterationTime(seconds.back());
    }
    const double strictSeconds = median(seconds);
    state.counters["ratio_to_eigen"] = median(ratios);
    state.counters["GFLOPs"] = kFlops / strictSeconds * 1e-9;
    state.counters["eigen_GFLOPs"] = kFlops / median(plainSeconds) * 1e-9;
    if (!scalar)
        return;
    std::vector<float> expected;
    const std::vector<float> left = valuesOf<float>(a);
    const std::vector<float> right = valuesOf<float>(b);
    const double scalarSeconds = secondsOf([&] { expected = scalarProduct(left, right, PlainRound(row)); });
    state.counters["times_scalar"] = scalarSeconds / strictSeconds;
    const std::vector<float> actual = valuesOf<float>(strict);
    for (std::size_t i = 0; i < actual.size(); ++i)
        if (actual[i] != expected[i] && !(std::isnan(actual[i]) && std::isnan(expected[i]))) {
            state.SkipWithError("the result is not that of the scalar loop");
            return;
        }
}

} // namespace

int main(int argc, char** argv)
{
    struct Case
    {
        const char* format;
        const char* accumulator;
        int rounds;
        bool scalar; ///< compare with the scalar loop too
    };
    constexpr Case cases[]{{"float16", "sequential", 15, true}, {"bfloat16", "sequential", 15, true},
        {"float8_e4m3fn", "sequential", 15, true}, {"float8_e5m2", "sequential", 15, true},
        {"float8_e4m3fnuz", "sequential", 15, true}, {"float6_e3m2fn", "sequential", 15, true},
        {"float4_e2m1fn", "sequential", 15, true}, {"int8", "sequential", 15, false},
        {"dlfloat16", "sequential", 15, true}, {"float8_e4m3fn", "sequential:float16", 15, false},
        {"tf32", "sequential", 15, false}, {"float32", "sequential", 15, false},
        {"float16", "chunked:64", 15, false}, {"float8_e4m3fn", "hopper-fp8", 15, false},
        {"float8_e4m3fn", "hopper-fp8:promote:128", 15, false}, {"float16", "hopper-fp16", 15, false},
        {"float16", "volta-fp16", 9, false}, {"float8_e4m3fnuz", "cdna3-fp8", 9, false},
        {"float16", "pairwise", 5, false}, {"float16", "kahan", 5, false},
        {"float16", "fma-sequential", 3, false}, {"float16", "sequential:toward-zero", 3, false},
        {"float16", "stochastic:8", 3, false}, {"float16", "exact", 3, false}, {"int8", "int32", 15, false}};
    for (const std::string& level : ulpscope::Kernels::availableLevels())
        for (const Case& row : cases)
            benchmark::RegisterBenchmark(
                (std::string(row.accumulator) + "/" + row.format + "/" + level).c_str(),
                [row, level](benchmark::State& state) {
                    strictAgainstEigen(state, row.format, row.accumulator, level, row.scalar);
                })
                ->UseManualTime()
                ->Iterations(row.rounds)
                ->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
