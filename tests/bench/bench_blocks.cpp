// SPDX-License-Identifier: GPL-3.0-or-later
// Quantizing and dequantizing 16 M floats by blocks against copying them, in turns in one process, at every x86-64 level.
// copy_ratio is the median over rounds of (time of the copy / time of the format): 1 is as fast as memory.
#include "engine/tensor/block_ops.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <functional>
#include <vector>

namespace {

using namespace ulpscope;

constexpr Index kRows = 4096;
constexpr Index kColumns = 4096;

double secondsOf(const std::function<void()>& f)
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Many binades, and no cost of a normal draw for each.
Tensor someValues()
{
    Tensor tensor(Shape{kRows, kColumns}, float32Format());
    std::vector<float> row(kColumns);
    for (Index r = 0; r < kRows; ++r) {
        const RandomKey key{static_cast<std::uint64_t>(r), RandomUse::Dataset, 0, 0};
        if (r < 16)
            for (std::size_t c = 0; c < row.size(); ++c)
                row[c] = static_cast<float>(randomNormal(key, c));
        tensor.copyFrom(row, r * kColumns);
    }
    return tensor;
}

struct Run
{
    const char* format;
    int axis;
    RoundingMode mode;
};

void blocksAgainstCopy(benchmark::State& state, const Run& run, const std::string& level)
{
    const Result<Kernels> kernels = Kernels::load(level);
    const Result<BlockFormat> format = blockFormatByName(run.format);
    Arithmetic arithmetic(*kernels);
    static const Tensor in = someValues();
    Tensor copy(in.shape(), float32Format());
    Tensor out(in.shape(), float32Format());
    Tensor scales;
    const BlockOptions options{run.mode, 8, {1, RandomUse::Rounding, 2, 3}};
    quantizeBlocks(arithmetic, in, *format, run.axis, out, scales, options);
    std::vector<double> ratios;
    for (auto _ : state) {
        const double copying = secondsOf([&] { copy.assign(in); });
        const double quantizing
            = secondsOf([&] { quantizeBlocks(arithmetic, in, *format, run.axis, out, scales, options); });
        ratios.push_back(copying / quantizing);
        state.SetIterationTime(quantizing);
    }
    std::nth_element(
        ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    state.counters["copy_ratio"] = ratios[ratios.size() / 2];
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * in.size() * 8);
}

} // namespace

int main(int argc, char** argv)
{
    constexpr auto kNearest = ulpscope::RoundingMode::NearestEven;
    constexpr auto kStochastic = ulpscope::RoundingMode::StochasticFastest;
    static const std::vector<Run> runs{{"mxfp8_e4m3", -1, kNearest}, {"mxfp8_e4m3", 0, kNearest},
        {"mxfp8_e4m3:rceil", -1, kNearest}, {"mxfp4_e2m1:even", -1, kNearest}, {"mxint8", -1, kNearest},
        {"nvfp4", -1, kNearest}, {"nvfp4", 0, kNearest}, {"nvfp4:16x16", -1, kNearest},
        {"nvfp4", -1, kStochastic}, {"block1x128_e4m3", -1, kNearest}, {"block128x128_e4m3", -1, kNearest},
        {"float8_e4m3fn_scaled", -1, kNearest}};
    for (const std::string& level : ulpscope::Kernels::availableLevels())
        for (const Run& run : runs) {
            const std::string name = std::string(run.format) + (run.axis == 0 ? "/first_axis" : "")
                + (run.mode == kStochastic ? "/stochastic" : "") + "/" + level;
            benchmark::RegisterBenchmark(name.c_str(),
                [&run, level](benchmark::State& state) { blocksAgainstCopy(state, run, level); })
                ->UseManualTime()
                ->Iterations(run.mode == kStochastic ? 3 : 9)
                ->Unit(benchmark::kMillisecond);
        }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
