// SPDX-License-Identifier: GPL-3.0-or-later
// Twelve noisy curves in one plot of 1200 x 500, antialiased: Trace beside QCPGraph on the same samples in turn, so that the
// ratio holds whatever else the machine does. The same curves as they grow, thirty times a second. In the whole window what a move of
// the cursor costs, a step that is pinned, a key while a run trains, the first picture, and ten scenes; and grids of many layers.
#include "app/desktop/settings.h"
#include "engine/base/philox.h"
#include "engine/kernels/kernels.h"
#include "ui/look/trace.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/models/run_grid.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
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

/// Milliseconds until the widget is painted, with all that comes before.
class Painted : public QObject
{
public:
    explicit Painted(QWidget& widget)
        : m_widget(widget)
    {
        m_widget.installEventFilter(this);
    }
    void wait()
    {
        m_isDue = true;
        while (m_isDue)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            m_isDue = false;
        return false;
    }

private:
    QWidget& m_widget;
    bool m_isDue = false;
};

/// The window as it opens, with the scene circle in as many layers.
struct SceneWindow
{
    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    Settings settings{store};
    MainWindow window{std::make_shared<const Kernels>(*Kernels::load()), settings};

    explicit SceneWindow(std::size_t layers = 4)
    {
        window.resize(1280, 900);
        window.show();
        open("circle");
        if (layers <= 4)
            return;
        edit([layers](SessionSpec& session) {
            std::vector<LayerSpec>& all = session.model.layers;
            while (all.size() < layers) {
                all.insert(all.end() - 1, all[1]);
                all[all.size() - 2].name = "more_" + std::to_string(all.size());
            }
        });
        wait();
    }
    void wait() const
    {
        while (!window.isIdle())
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    }
    void open(const char* scene)
    {
        window.openScene(
            QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/%1.ulps").arg(QLatin1String(scene)));
        wait();
    }
    /// And trains it, without waiting.
    void edit(const std::function<void(SessionSpec&)>& change)
    {
        if (!window.document().edit({}, change).ok())
            std::abort();
        if (window.isIdle())
            window.findChild<QAction*>(QStringLiteral("train"))->trigger();
    }
    void showPlots() { window.findChild<QAction*>(QStringLiteral("showPlots"))->trigger(); }
    template <class Widget>
    Widget& child(const char* name) const
    {
        return *window.findChild<Widget*>(QString::fromLatin1(name));
    }
};

/// The pointer over the plots, from side to side: every reading is told and drawn.
void moveCursor(benchmark::State& state)
{
    SceneWindow trained;
    trained.showPlots();
    auto& canvas = trained.child<QWidget>("trainingPlotsCanvas");
    int x = canvas.width() / 4;
    for (auto _ : state) {
        x = x < canvas.width() * 3 / 4 ? x + 3 : canvas.width() / 4;
        const QPointF at(x, canvas.height() / 2);
        QMouseEvent move(
            QEvent::MouseMove, at, canvas.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&canvas, &move);
        QCoreApplication::processEvents();
    }
}
BENCHMARK(moveCursor)->Unit(benchmark::kMillisecond);

/// The slider goes through the run's 1500 steps, and every picture in sight follows. Arguments: layers; whether all numbers and plots are
/// shown, or the pictures.
void pinStep(benchmark::State& state)
{
    SceneWindow trained(std::size_t(state.range(0)));
    if (state.range(1) != 0)
        trained.showPlots();
    QCoreApplication::processEvents();
    std::int64_t step = 0;
    double most = 0;
    for (auto _ : state) {
        step = (step + 7) % 1500;
        QElapsedTimer clock;
        clock.start();
        trained.window.shownRun().step().pin(step);
        QCoreApplication::processEvents();
        most = std::max(most, double(clock.nsecsElapsed()) / 1e6);
    }
    state.counters["slowest ms"] = most;
}
BENCHMARK(pinStep)->Args({4, 0})->Args({16, 0})->Args({16, 1})->Unit(benchmark::kMillisecond);

/// A key while a long run trains: another layer is chosen in the picture, which is painted with it.
void keyWhileTraining(benchmark::State& state)
{
    SceneWindow trained(std::size_t(state.range(0)));
    trained.edit([](SessionSpec& session) { session.training.steps = 1'000'000; });
    auto& picture = trained.child<QAbstractScrollArea>("modelPicture");
    picture.setFocus();
    Painted painted(*picture.viewport());
    bool isRight = true;
    double most = 0;
    for (auto _ : state) {
        QElapsedTimer clock;
        clock.start();
        const int key = isRight ? Qt::Key_Right : Qt::Key_Left;
        QCoreApplication::postEvent(&picture, new QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier));
        painted.wait();
        most = std::max(most, double(clock.nsecsElapsed()) / 1e6);
        isRight = !isRight;
    }
    state.counters["slowest ms"] = most;
    trained.child<QAction>("train").trigger();
    trained.wait();
}
BENCHMARK(keyWhileTraining)->Arg(4)->Arg(16)->Iterations(100)->Unit(benchmark::kMillisecond);

/// From nothing to the first picture of the window, without the start of the process and of Qt.
void openWindow(benchmark::State& state)
{
    for (auto _ : state) {
        QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        Settings settings(store);
        MainWindow window(std::make_shared<const Kernels>(*Kernels::load()), settings);
        window.resize(1280, 900);
        Painted painted(*window.findChild<QAbstractScrollArea*>(QStringLiteral("modelPicture"))->viewport());
        window.show();
        painted.wait();
    }
}
BENCHMARK(openWindow)->Iterations(5)->Unit(benchmark::kMillisecond);

/// Resident memory, in MiB.
double residentMiB()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray all = status.readAll();
    return all.mid(all.indexOf("VmRSS:") + 6).trimmed().split(' ').front().toDouble() / 1024;
}

/// Ten scenes one after the other, each trained.
void tenScenes(benchmark::State& state)
{
    for (auto _ : state) {
        const double before = residentMiB();
        SceneWindow trained;
        for (const char* scene : {"lost-updates", "loss-scale", "accumulator", "adam-bfloat16", "float8-amax",
                 "float8-float16", "layer-normalization", "attention-overflow", "characters"})
            trained.open(scene);
        state.counters["MiB before"] = before;
        state.counters["MiB"] = residentMiB();
    }
}
BENCHMARK(tenScenes)->Iterations(1)->Unit(benchmark::kMillisecond);

/// Layers over steps: all of it anew, and with another step marked. Argument: layers.
void paintGrid(benchmark::State& state)
{
    auto grid = std::make_shared<GridData>();
    grid->isOverSteps = true;
    grid->scale = {false, 0, 100};
    grid->reading = [](double value) { return QString::number(value); };
    for (int layer = 0; layer < state.range(0); ++layer)
        grid->rows.push_back({"layer_" + std::to_string(layer), QStringLiteral("layer_%1").arg(layer)});
    grid->columns.resize(RunGrid::kMaxColumns);
    grid->cells.resize(grid->rows.size() * grid->columns.size());
    const RandomKey key{3, RandomUse::Dataset, 0, 0};
    for (std::size_t column = 0; column < grid->columns.size(); ++column) {
        grid->columns[column].steps = {std::int64_t(column), std::int64_t(column)};
        for (std::size_t row = 0; row < grid->rows.size(); ++row)
            grid->at({row, column}) = {.value = 100 * randomUniform(key, column * grid->rows.size() + row),
                .step = std::int64_t(column),
                .state = CellState::Finite};
    }
    GridView view;
    view.resize(700, 300);
    view.show();
    view.setGrid(grid);
    QCoreApplication::processEvents();
    QElapsedTimer clock;
    double whole = 0;
    std::int64_t step = 0;
    for (auto _ : state) {
        clock.start();
        view.refresh(0);
        view.repaint();
        whole += double(clock.nsecsElapsed()) / 1e6;
        view.setStep(step = (step + 7) % std::int64_t(grid->columns.size()));
        clock.start();
        view.repaint();
        state.SetIterationTime(double(clock.nsecsElapsed()) / 1e9);
    }
    state.counters["anew ms"] = whole / double(state.iterations());
}
BENCHMARK(paintGrid)->Arg(16)->Arg(1'000)->UseManualTime()->Iterations(200)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
