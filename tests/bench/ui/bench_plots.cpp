// SPDX-License-Identifier: GPL-3.0-or-later
// Twelve noisy curves in one plot of 1200 x 500, antialiased: Trace beside QCPGraph on the same samples in turn, so that the
// ratio holds whatever else the machine does.
#include "engine/base/philox.h"
#include "ui/look/trace.h"

#include <QApplication>
#include <QElapsedTimer>

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

namespace {

using namespace ulpscope;
using namespace ulpscope::ui;

constexpr int kCurves = 12;

struct Curves
{
    explicit Curves(int samples)
    {
        const RandomKey key{1, RandomUse::Dataset, 0, 0};
        for (int c = 0; c < kCurves; ++c) {
            data.push_back(std::make_unique<TraceData>());
            for (int i = 0; i < samples; ++i)
                data.back()->append(
                    i, c + randomNormal(key, std::uint64_t(c) * 1'000'000 + std::uint64_t(i)));
        }
    }
    std::vector<std::unique_ptr<TraceData>> data;
};

QPen penOf(int curve, bool isDashed)
{
    // Wider than a pixel where dashed, as the plots' are.
    return {
        QColor::fromHsv(curve * 30, 255, 200), isDashed ? 1.2 : 1.0, isDashed ? Qt::DashLine : Qt::SolidLine};
}

void setUp(QCustomPlot& plot, int samples)
{
    plot.resize(1200, 500);
    plot.setPlottingHint(QCP::phFastPolylines, true);
    plot.setAntialiasedElement(QCP::aePlottables, true);
    plot.xAxis->setRange(0, samples);
    plot.yAxis->setRange(-5, kCurves + 4);
    plot.show();
    plot.replot();
}

/// Arguments: samples a curve, whether they are dashed (one curve then: QCPGraph takes seconds).
void replotNoise(benchmark::State& state)
{
    const int samples = static_cast<int>(state.range(0));
    const bool isDashed = state.range(1) != 0;
    const Curves curves(samples);
    QCustomPlot ours;
    QCustomPlot theirs;
    for (int c = 0; c < (isDashed ? 1 : kCurves); ++c) {
        const TraceData& data = *curves.data[std::size_t(c)];
        (new Trace(*ours.xAxis, *ours.yAxis, data))->setPen(penOf(c, isDashed));
        QCPGraph* graph = theirs.addGraph();
        graph->setData(data.steps(), data.values(), true);
        graph->setPen(penOf(c, isDashed));
    }
    setUp(ours, samples);
    setUp(theirs, samples);
    double ratio = 0;
    qint64 spent = 0;
    for (auto _ : state) {
        QElapsedTimer clock;
        clock.start();
        ours.replot();
        spent += clock.nsecsElapsed();
        const auto own = double(clock.nsecsElapsed());
        clock.restart();
        theirs.replot();
        ratio += own / double(clock.nsecsElapsed());
    }
    const auto turns = double(state.iterations());
    state.counters["ms"] = double(spent) / 1e6 / turns;
    state.counters["of QCPGraph"] = ratio / turns;
}
BENCHMARK(replotNoise)
    ->Args({1'500, 0})
    ->Args({60'000, 0})
    ->Args({1'000'000, 0})
    ->Args({60'000, 1})
    ->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
