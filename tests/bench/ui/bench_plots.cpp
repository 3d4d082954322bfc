// SPDX-License-Identifier: GPL-3.0-or-later
// Twelve noisy curves in one plot of 1200 x 500, antialiased: Trace beside QCPGraph on the same samples in turn, so that the
// ratio holds whatever else the machine does. The same curves as they grow, thirty times a second; and in the whole window what a move
// of the cursor costs, and a step that is pinned, with all that follows it.
#include "app/desktop/settings.h"
#include "engine/base/philox.h"
#include "engine/kernels/kernels.h"
#include "ui/look/trace.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <cmath>
#include <ctime>
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

QPen penOf(int curve, double width, Qt::PenStyle style = Qt::SolidLine)
{
    return {QColor::fromHsv(curve * 30, 255, 200), width, style};
}

/// Milliseconds that this thread has computed, whatever else the machine does.
double processorMs()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) * 1e3 + double(spent.tv_nsec) / 1e6;
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

/// Arguments: samples a curve, tenths of a pixel of the pen's width, whether they are dashed. One curve of a wide pen: QCPGraph takes
/// seconds.
void replotNoise(benchmark::State& state)
{
    const int samples = static_cast<int>(state.range(0));
    const double width = double(state.range(1)) / 10;
    const Qt::PenStyle style = state.range(2) != 0 ? Qt::DashLine : Qt::SolidLine;
    const Curves curves(samples);
    QCustomPlot ours;
    QCustomPlot theirs;
    for (int c = 0; c < (width > 1 ? 1 : kCurves); ++c) {
        const TraceData& data = *curves.data[std::size_t(c)];
        (new Trace(*ours.xAxis, *ours.yAxis, data))->setPen(penOf(c, width, style));
        QCPGraph* graph = theirs.addGraph();
        graph->setData(data.steps(), data.values(), true);
        graph->setPen(penOf(c, width, style));
    }
    setUp(ours, samples);
    setUp(theirs, samples);
    double ratio = 0;
    qint64 spent = 0;
    double computed = 0;
    for (auto _ : state) {
        QElapsedTimer clock;
        const double before = processorMs();
        clock.start();
        ours.replot();
        spent += clock.nsecsElapsed();
        const double between = processorMs();
        computed += between - before;
        theirs.replot();
        ratio += (between - before) / (processorMs() - between);
    }
    const auto turns = double(state.iterations());
    state.counters["ms"] = double(spent) / 1e6 / turns;
    state.counters["processor ms"] = computed / turns;
    state.counters["of QCPGraph"] = ratio / turns;
}
BENCHMARK(replotNoise)
    ->Args({1'500, 10, 0})
    ->Args({60'000, 10, 0})
    ->Args({1'000'000, 10, 0})
    ->Args({1'500, 14, 0})
    ->Args({60'000, 12, 1})
    ->Unit(benchmark::kMillisecond);

/// Argument: samples a curve. Each turn adds those of a thirtieth of a second of a fast run, and draws.
void appendLive(benchmark::State& state)
{
    constexpr int kStepsATurn = 100;
    const int samples = static_cast<int>(state.range(0));
    const Curves curves(samples);
    QCustomPlot plot;
    for (int c = 0; c < kCurves; ++c)
        (new Trace(*plot.xAxis, *plot.yAxis, *curves.data[std::size_t(c)]))->setPen(penOf(c, 1));
    setUp(plot, samples);
    int next = samples;
    qint64 appending = 0;
    for (auto _ : state) {
        QElapsedTimer clock;
        clock.start();
        for (const auto& data : curves.data)
            for (int i = 0; i < kStepsATurn; ++i)
                data->append(next + i, data->values()[(next + i) % samples]);
        appending += clock.nsecsElapsed();
        next += kStepsATurn;
        plot.xAxis->setRange(0, next);
        plot.replot();
    }
    state.counters["appending ms"] = double(appending) / 1e6 / double(state.iterations());
}
BENCHMARK(appendLive)->Arg(100'000)->Iterations(200)->Unit(benchmark::kMillisecond);

std::vector<StepRecord> noisyRecords(std::int64_t first, int count, RunTotals& totals)
{
    const RandomKey key{2, RandomUse::Dataset, 0, 0};
    std::vector<StepRecord> records;
    for (int i = 0; i < count; ++i) {
        const auto noise = [&](std::uint64_t which) {
            return std::exp(randomNormal(key, std::uint64_t(first + i) * 4 + which));
        };
        StepRecord& record = records.emplace_back();
        record.step = first + i;
        record.loss = noise(0);
        record.referenceLoss = noise(1);
        record.lossScale = 1024;
        record.errorVsFloat64 = noise(2);
        record.gradientAmax = noise(3);
        totals.add(record);
    }
    return records;
}

/// The training plots of a run that grows by 100 steps a turn, with all that a window does for it: legends, fits, descriptions, and the
/// painting. Argument: steps at the beginning.
void growPlots(benchmark::State& state)
{
    constexpr int kStepsATurn = 100;
    auto session = std::make_shared<SessionSpec>();
    session->training.steps = state.range(0) * 2;
    const auto run = std::make_shared<RunHistory>(session, std::vector<std::string>());
    RunTotals totals;
    run->append(noisyRecords(0, int(state.range(0)), totals), totals);
    ShownStep step;
    StackedPlot plots(QStringLiteral("growing"), QStringLiteral("growing"), step);
    plots.resize(1200, 500);
    plots.show();
    plots.setPlots(plotCatalog(), {{run}});
    QCoreApplication::processEvents();
    for (auto _ : state) {
        state.PauseTiming();
        std::vector<StepRecord> records = noisyRecords(totals.steps, kStepsATurn, totals);
        state.ResumeTiming();
        run->append(std::move(records), totals);
        plots.grow();
        QCoreApplication::processEvents();
    }
}
BENCHMARK(growPlots)->Arg(1'000)->Arg(12'000)->Iterations(30)->Unit(benchmark::kMillisecond);

/// The window with a scene that is trained, and its training plots.
struct TrainedWindow
{
    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    Settings settings{store};
    MainWindow window{std::make_shared<const Kernels>(*Kernels::load()), settings};
    StackedPlot* plots = nullptr;

    TrainedWindow()
    {
        window.resize(1280, 800);
        window.show();
        window.openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps"));
        while (!window.isIdle())
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        plots = window.findChild<StackedPlot*>(QStringLiteral("trainingPlots"));
        plots->setFocus();
    }
};

/// The pointer over the plots, from side to side: every reading is told and drawn.
void moveCursor(benchmark::State& state)
{
    const TrainedWindow trained;
    auto* canvas = trained.plots->findChild<QWidget*>(QStringLiteral("trainingPlotsCanvas"));
    int x = canvas->width() / 4;
    for (auto _ : state) {
        x = x < canvas->width() * 3 / 4 ? x + 3 : canvas->width() / 4;
        const QPointF at(x, canvas->height() / 2);
        QMouseEvent move(
            QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(canvas, &move);
        QCoreApplication::processEvents();
    }
}
BENCHMARK(moveCursor)->Unit(benchmark::kMillisecond);

/// Tiles, tree, tensors and all that is in sight are of another step. Argument: the tab that is shown.
void pinStep(benchmark::State& state)
{
    const TrainedWindow trained;
    trained.window.findChild<QTabWidget*>(QStringLiteral("tabs"))->setCurrentIndex(int(state.range(0)));
    std::int64_t step = 0;
    for (auto _ : state) {
        step = (step + 97) % 1500;
        trained.plots->setCursorStep(step);
        QCoreApplication::processEvents();
    }
}
BENCHMARK(pinStep)->Arg(0)->Arg(4)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
