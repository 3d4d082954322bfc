// SPDX-License-Identifier: GPL-3.0-or-later
// Grids as data: each cell is the worst of what was recorded, whether the run grew or was there at once; runs over layers are the
// tree's numbers, tensors over formats the command line's.
#include "app/io/tensors/stored_values.h"
#include "app/io/tensors/tensor_file.h"
#include "app/session/kept/kept_runs.h"
#include "tests/ui/grid_test.h"
#include "ui/picture/models/format_grid.h"
#include "ui/picture/models/grid_ramp.h"
#include "ui/picture/models/run_grid.h"
#include "ui/picture/models/runs_grid.h"
#include "ui/tree/models/layer_health.h"

#include <QColor>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <cmath>
#include <limits>
#include <map>

using namespace ulpscope;
using namespace ulpscope::ui;

Q_DECLARE_METATYPE(ulpscope::ui::GridMetric)

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isOf(const std::string& path, const std::string& layer)
{
    return path == layer || path.starts_with(layer + "/");
}

/// What a cell is to be, from the records alone.
GridCell expectedCell(const TrainedSteps& steps, const std::string& layer, const StepRange& range,
    Metric metric, const std::vector<TensorRole>& roles)
{
    GridCell cell;
    for (const StepRecord& record : steps.records) {
        if (record.step < range.first || record.step > range.last)
            continue;
        std::map<std::pair<std::size_t, TensorRole>, bool> nans;
        for (const TensorPoint& point : record.tensors)
            if (point.metric == Metric::Nan)
                nans[{point.path.index(), point.role}] = point.value > 0;
        for (const TensorPoint& point : record.tensors) {
            if (!isOf(steps.paths[point.path.index()], layer))
                continue;
            const bool isCount = point.metric == Metric::NonFinite && point.role != TensorRole::Input
                && point.role != TensorRole::OptimizerState && point.value > 0;
            if (isCount)
                cell.state = std::max(cell.state,
                    nans[{point.path.index(), point.role}] ? CellState::NotANumber : CellState::Infinite);
            if (point.metric == metric && std::ranges::find(roles, point.role) != roles.end()) {
                cell.state = std::max(cell.state,
                    std::isnan(point.value)       ? CellState::NotANumber
                        : std::isinf(point.value) ? CellState::Infinite
                                                  : CellState::Finite);
                if (std::isfinite(point.value))
                    cell.value = std::max(cell.value, point.value);
            }
        }
    }
    return cell;
}

} // namespace

class TestGridData : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyCellIsTheWorstOfItsSteps_data();
    void everyCellIsTheWorstOfItsSteps();
    void aGridThatGrewIsTheOneMadeAtOnce_data();
    void aGridThatGrewIsTheOneMadeAtOnce();
    void nanAndInfinityAreStates();
    void amaxIsToldInThoseOfTheFormat();
    void offersOnlyWhatTheRunHas();
    void theFirstNaNHasItsPlace();
    void runsOverLayersAreTheTreesNumbers();
    void formatsOverTensorsAreTheCommandLines();
    void whatIsNotFiniteComesFirst();
    void colorsHaveEvenSteps_data();
    void colorsHaveEvenSteps();
    void growsCheaply_data();
    void growsCheaply();

private:
    std::shared_ptr<const Kernels> m_kernels;
    TrainedSteps m_steps; ///< of a run that flushes and loses
};

void TestGridData::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
    // A loss scale that float16 cannot hold at first, so that steps are skipped and have infinities.
    SessionSpec session = circle("float16");
    session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p24}}};
    m_steps = trained(session, *m_kernels, 800, 3);
    QCOMPARE(m_steps.records.size(), std::size_t(800));
}

void TestGridData::everyCellIsTheWorstOfItsSteps_data()
{
    QTest::addColumn<GridMetric>("metric");
    QTest::addColumn<Metric>("recorded");
    QTest::addColumn<std::vector<TensorRole>>("roles");
    const std::vector gradients{TensorRole::OutputGradient, TensorRole::WeightGradient};
    const std::vector output{TensorRole::Output};
    std::vector<TensorRole> all;
    for (int role = 0; role <= int(TensorRole::OptimizerState); ++role)
        all.push_back(TensorRole(role));
    QTest::newRow("flushed") << GridMetric::Flushed << Metric::FlushedPercent << gradients;
    QTest::newRow("lost") << GridMetric::Lost << Metric::LostPercent << all;
    QTest::newRow("error") << GridMetric::Error << Metric::AccumulatedError << output;
    QTest::newRow("local error") << GridMetric::LocalError << Metric::LocalError << output;
    QTest::newRow("saturated") << GridMetric::Saturated << Metric::SaturatedPercent
                               << std::vector{TensorRole::Output, TensorRole::OutputGradient,
                                      TensorRole::WeightGradient};
    QTest::newRow("overflows") << GridMetric::Overflows << Metric::Overflow << all;
}

void TestGridData::everyCellIsTheWorstOfItsSteps()
{
    QFETCH(GridMetric, metric);
    QFETCH(Metric, recorded);
    QFETCH(std::vector<TensorRole>, roles);
    const auto run = m_steps.history();
    m_steps.append(*run, 0, m_steps.records.size());
    const RunGrid grid(run, metric);
    const GridData& data = *grid.data();
    QVERIFY(data.rows.size() >= 3);
    QCOMPARE(data.stepsPerColumn, 6); // 3 would be 267 columns
    QCOMPARE(data.columns.size(), std::size_t(134));
    QCOMPARE(data.columns.back().steps, (StepRange{798, 799}));
    bool hasFinite = false;
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        QVERIFY(row == 0
            || std::ranges::find(m_steps.paths, data.rows[row - 1].id)
                < std::ranges::find(m_steps.paths, data.rows[row].id)); // in model order
        for (std::size_t column = 0; column < data.columns.size(); ++column) {
            const GridCell& cell = data.at({row, column});
            const GridCell expected
                = expectedCell(m_steps, data.rows[row].id, data.columns[column].steps, recorded, roles);
            const QByteArray where = data.cellText({row, column}).toUtf8();
            QVERIFY2(cell.state == expected.state, where.constData());
            QVERIFY2(sameBits(cell.value, expected.value), where.constData());
            if (cell.state == CellState::Unknown)
                continue;
            hasFinite = hasFinite || cell.isFinite();
            // It has its number at the step that it names.
            const GridCell there
                = expectedCell(m_steps, data.rows[row].id, {cell.step, cell.step}, recorded, roles);
            QVERIFY2(there.state == cell.state, where.constData());
            if (cell.isFinite())
                QVERIFY2(sameBits(there.value, cell.value), where.constData());
        }
    }
    QVERIFY(hasFinite);
}

void TestGridData::aGridThatGrewIsTheOneMadeAtOnce_data()
{
    QTest::addColumn<GridMetric>("metric");
    for (int metric = 0; metric <= int(GridMetric::AmaxShare); ++metric)
        QTest::newRow(qPrintable(QString::number(metric))) << GridMetric(metric);
}

void TestGridData::aGridThatGrewIsTheOneMadeAtOnce()
{
    QFETCH(GridMetric, metric);
    const auto run = m_steps.history();
    m_steps.append(*run, 0, 1);
    RunGrid grown(run, metric);
    std::mt19937 random(3);
    for (std::size_t done = 1; done < m_steps.records.size();) {
        const std::size_t count = std::min<std::size_t>(1 + random() % 40, m_steps.records.size() - done);
        m_steps.append(*run, done, count);
        done += count;
        const std::vector<GridCell> before = grown.data()->cells;
        const std::int64_t width = grown.data()->stepsPerColumn;
        const std::size_t first = grown.grow();
        // What it says has not changed has not.
        if (grown.data()->stepsPerColumn == width && first > 0)
            for (std::size_t i = 0; i < first * grown.data()->rows.size(); ++i)
                QVERIFY(grown.data()->cells[i] == before[i]);
    }
    const RunGrid made(run, metric);
    QCOMPARE(grown.data()->rows.size(), made.data()->rows.size());
    QCOMPARE(grown.data()->columns.size(), made.data()->columns.size());
    QVERIFY(grown.data()->scale == made.data()->scale);
    QVERIFY(grown.data()->cells == made.data()->cells);
    QVERIFY(metric == GridMetric::Clipped || !made.data()->isEmpty());
}

void TestGridData::nanAndInfinityAreStates()
{
    const std::vector<std::string> paths{"sequential/a", "sequential/b"};
    auto run = std::make_shared<RunHistory>(std::make_shared<const SessionSpec>(), paths);
    RunTotals totals;
    std::vector<StepRecord> records;
    for (std::int64_t step = 0; step < 40; step += 1) {
        StepRecord record;
        record.step = step;
        const auto add = [&](std::size_t path, TensorRole role, Metric metric, double value) {
            record.tensors.push_back({PathId(path), role, metric, value});
        };
        if (step % 8 == 0) {
            add(0, TensorRole::Output, Metric::NonFinite, step == 16 || step == 24 ? 3 : 0);
            add(0, TensorRole::Output, Metric::Nan, step == 24 ? 1 : 0);
            add(0, TensorRole::Output, Metric::AccumulatedError, 0.25);
            add(1, TensorRole::Output, Metric::NonFinite, 0);
            if (step != 8) // was skipped
                add(1, TensorRole::Output, Metric::AccumulatedError,
                    step == 16       ? kNan
                        : step == 24 ? kInfinity
                                     : 0.5);
        }
        totals.add(record);
        records.push_back(record);
    }
    run->append(records, totals);
    const RunGrid grid(run, GridMetric::Error);
    QCOMPARE(grid.data()->columns.size(), std::size_t(5));
    const auto stateOf = [&](std::size_t row, std::size_t column) {
        return grid.data()->at({row, column}).state;
    };
    const std::vector expected{
        CellState::Finite, CellState::Finite, CellState::Infinite, CellState::NotANumber, CellState::Finite};
    for (std::size_t column = 0; column < 5; ++column)
        QVERIFY(stateOf(0, column) == expected[column]);
    QVERIFY(stateOf(1, 0) == CellState::Finite);
    QVERIFY(stateOf(1, 1) == CellState::Unknown);
    QVERIFY(stateOf(1, 2) == CellState::NotANumber);
    QVERIFY(stateOf(1, 3) == CellState::Infinite);
    QCOMPARE(grid.data()->at({0, 2}).value, 0.25); // the number that there is stays beside it
    QCOMPARE(grid.data()->cellText({0, 3}), QStringLiteral("a, steps 24–31: NaN (output at step 24)"));
    QCOMPARE(grid.data()->cellText({1, 1}), QStringLiteral("b, steps 8–15: not recorded"));
    const std::optional<GridPlace> gravest = grid.data()->gravest();
    QVERIFY(gravest == (GridPlace{1, 2}));
    const PlotTable table = grid.data()->table();
    QCOMPARE(table.rows[0].join(QLatin1Char(' ')), QStringLiteral("a 0.25 0.25 inf nan 0.25"));
    QCOMPARE(table.rows[1].join(QLatin1Char(' ')), QStringLiteral("b 0.5  nan inf 0.5"));
    QCOMPARE(table.columns.join(QLatin1Char(' ')),
        QStringLiteral("layer steps 0-7 steps 8-15 steps 16-23 steps 24-31 steps 32-39"));
}

void TestGridData::amaxIsToldInThoseOfTheFormat()
{
    const auto run = m_steps.history();
    m_steps.append(*run, 0, m_steps.records.size());
    const RunGrid grid(run, GridMetric::AmaxShare);
    const GridData& data = *grid.data();
    const std::optional<std::size_t> row = data.rowOf("sequential/dense_2");
    QVERIFY(row);
    constexpr double kLargestFloat16 = 65504;
    for (std::size_t column = 0; column < data.columns.size(); ++column) {
        double expected = 0;
        for (const StepRecord& record : m_steps.records)
            if (record.step >= data.columns[column].steps.first
                && record.step <= data.columns[column].steps.last)
                for (const TensorPoint& point : record.tensors) {
                    const bool isGradientOfIt = isCountedGradient(point.role);
                    if (point.metric == Metric::Amax
                        && isOf(m_steps.paths[point.path.index()], data.rows[*row].id)
                        && (isGradientOfIt || point.role == TensorRole::Output))
                        expected = std::max(expected,
                            point.value * (isGradientOfIt ? record.lossScale.value_or(1) : 1)
                                / kLargestFloat16);
                }
        QCOMPARE(data.at({*row, column}).value, expected);
    }
    QVERIFY(data.scale.isLog);
}

void TestGridData::offersOnlyWhatTheRunHas()
{
    const auto idsOf = [](const RunHistory& run) {
        QStringList ids;
        for (const GridMetricRow& row : gridMetrics(run))
            ids += row.id;
        return ids.join(QLatin1Char(' '));
    };
    const auto run = m_steps.history();
    QCOMPARE(idsOf(*run), QString());
    m_steps.append(*run, 0, 1); // which was skipped: no update to lose
    QCOMPARE(idsOf(*run), QStringLiteral("flushed error local_error saturated overflows amax_share"));
    m_steps.append(*run, 1, 600);
    QCOMPARE(idsOf(*run), QStringLiteral("flushed lost error local_error saturated overflows amax_share"));
    const RunGrid none(run, GridMetric::Clipped);
    QVERIFY(none.data()->isEmpty());
    SessionSpec float8 = circle("float8_from_mixed_bfloat16");
    const TrainedSteps steps = trained(float8, *m_kernels, 20, 4);
    const auto other = steps.history();
    steps.append(*other, 0, 20);
    QVERIFY(idsOf(*other).contains(QStringLiteral("clipped")));
    const RunGrid clipped(other, GridMetric::Clipped);
    QCOMPARE(clipped.data()->columns.size(), std::size_t(20)); // of every step
}

void TestGridData::theFirstNaNHasItsPlace()
{
    const auto run = m_steps.history();
    m_steps.append(*run, 0, m_steps.records.size());
    const std::shared_ptr<const Birthplace>& birth = run->totals().gravest();
    QVERIFY(birth);
    const RunGrid grid(run, GridMetric::Flushed);
    QVERIFY(grid.data()->birth);
    QCOMPARE(grid.data()->birth->step, birth->step);
    QCOMPARE(grid.data()->rows[grid.data()->birth->row].id, birth->layer);
}

void TestGridData::runsOverLayersAreTheTreesNumbers()
{
    std::vector<KeptRun> kept;
    for (const char* policy : {"float16", "mixed_bfloat16", "float32"}) {
        const TrainedSteps steps = trained(circle(policy), *m_kernels, 120, 8);
        const auto run = steps.history();
        steps.append(*run, 0, 120);
        KeptRun one;
        one.id = KeptRunId(kept.size());
        one.run = run;
        one.madeName = QString::fromLatin1(policy);
        kept.push_back(std::move(one));
    }
    std::vector<const KeptRun*> runs;
    for (const KeptRun& run : kept)
        runs.push_back(&run);
    int known = 0;
    for (const GridMetric metric : {GridMetric::Flushed, GridMetric::Lost, GridMetric::Error}) {
        const GridData grid = gridOfRuns(runs, metric);
        QCOMPARE(grid.rows.size(), std::size_t(3));
        QCOMPARE(grid.rows[1].name, QStringLiteral("mixed_bfloat16"));
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < grid.columns.size(); ++column) {
                const LayerHealth health
                    = layerHealth(*kept[row].run, "sequential/" + grid.columns[column].name.toStdString());
                const std::optional<double> expected = metric == GridMetric::Flushed ? health.flushedPercent
                    : metric == GridMetric::Lost                                     ? health.lostPercent
                                                                                     : health.error;
                const GridCell& cell = grid.at({row, column});
                QVERIFY2(cell.isFinite() == expected.has_value(), qPrintable(grid.cellText({row, column})));
                if (expected) {
                    QVERIFY(sameBits(cell.value, *expected));
                    ++known;
                }
            }
    }
    QVERIFY(known >= 27);
    // The largest of any step, where the tree has none.
    const GridData overflows = gridOfRuns(runs, GridMetric::AmaxShare);
    const RunGrid ofOne(kept[0].run, GridMetric::AmaxShare);
    double largest = 0;
    for (std::size_t column = 0; column < ofOne.data()->columns.size(); ++column)
        largest
            = std::max(largest, ofOne.data()->at({*ofOne.data()->rowOf("sequential/dense_1"), column}).value);
    const auto dense = std::ranges::find(overflows.columns, QStringLiteral("dense_1"), &GridColumn::name);
    QVERIFY(dense != overflows.columns.end());
    QCOMPARE(overflows.at({0, std::size_t(dense - overflows.columns.begin())}).value, largest);
}

void TestGridData::formatsOverTensorsAreTheCommandLines()
{
    const std::string path = ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/model.keras";
    Result<std::unique_ptr<TensorFile>> file = openTensorFile(path);
    QVERIFY(file.ok());
    const std::vector<std::string>& formats = commonTrainingFormats();
    std::vector<TensorLosses> tensors;
    std::map<std::string, QJsonArray> said;
    for (std::size_t i = 0; i < (*file)->tensors().size() && tensors.size() < 4; ++i) {
        const Result<StoredTensor> stored = (*file)->read(i);
        if (!stored)
            continue;
        const std::string& name = (*file)->tensors()[i].name;
        const Result<TensorSnapshot> snapshot = snapshotOf(*stored, name);
        if (!snapshot)
            continue;
        QProcess program;
        program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/ulpscope-cli"),
            {QStringLiteral("open"), QString::fromStdString(path + "::" + name), QStringLiteral("--json")});
        QVERIFY(program.waitForFinished());
        const QJsonObject answer = QJsonDocument::fromJson(program.readAllStandardOutput()).object();
        QVERIFY(answer.contains(QLatin1String("would_lose")));
        said[name] = answer[QLatin1String("would_lose")].toArray();
        TensorLosses losses{.name = name, .losses = {}};
        for (const std::string& format : formats)
            if (const Result<WouldLose> loss = wouldLose(*snapshot, format, *m_kernels))
                losses.losses.push_back(*loss);
        tensors.push_back(std::move(losses));
    }
    QCOMPARE(tensors.size(), std::size_t(4));
    const auto check = [&](FormatFigure figure, const char* key) {
        const GridData grid = gridOfFormats(tensors, formats, figure);
        QCOMPARE(grid.rows.size(), std::size_t(4));
        QCOMPARE(grid.columns.size(), formats.size());
        int compared = 0;
        for (std::size_t row = 0; row < 4; ++row)
            for (const auto& value : said[grid.rows[row].id]) {
                const QJsonObject loss = value.toObject();
                const auto column = std::ranges::find(
                    grid.columns, loss[QLatin1String("format")].toString(), &GridColumn::name);
                QVERIFY(column != grid.columns.end());
                const GridCell& cell = grid.at({row, std::size_t(column - grid.columns.begin())});
                const bool isCompared = loss[QLatin1String("relative_error")].isDouble();
                if (!isCompared && figure == FormatFigure::RelativeError)
                    continue;
                QCOMPARE(cell.value, loss[QLatin1String(key)].toDouble());
                QCOMPARE(cell.state == CellState::Infinite,
                    loss[QLatin1String("overflow_percent")].toDouble() > 0);
                ++compared;
            }
        QVERIFY(compared > 10);
    };
    check(FormatFigure::Flushed, "flushed_percent");
    check(FormatFigure::Saturated, "saturated_percent");
    check(FormatFigure::RelativeError, "relative_error");
}

void TestGridData::whatIsNotFiniteComesFirst()
{
    const std::vector<std::string> formats{"float32", "float16"};
    const auto tensor
        = [](const char* name, double flushed, double overflows, std::int64_t nans, std::int64_t infinities) {
              return TensorLosses{name, nans, infinities,
                  {{.format = "float32"},
                      {.format = "float16", .flushedPercent = flushed, .overflowPercent = overflows}}};
          };
    const std::vector tensors{tensor("fine", 0, 0, 0, 0), tensor("flushed", 40, 0, 0, 0),
        tensor("overflows", 1, 2, 0, 0), tensor("infinite", 0, 0, 0, 1), tensor("nan", 0, 0, 5, 0),
        TensorLosses{"unread", 0, 0, {}}};
    const GridData grid = gridOfFormats(tensors, formats, FormatFigure::Flushed);
    QStringList order;
    for (const GridRow& row : grid.rows)
        order += row.name;
    QCOMPARE(order.join(QLatin1Char(' ')), QStringLiteral("nan infinite overflows flushed fine unread"));
    QVERIFY(grid.at({0, 0}).state == CellState::NotANumber);
    QVERIFY(grid.at({1, 0}).state == CellState::Infinite);
    QVERIFY(grid.at({2, 0}).state == CellState::Finite);
    QVERIFY(grid.at({2, 1}).state == CellState::Infinite);
    QVERIFY(grid.at({5, 0}).state == CellState::Unknown);
}

void TestGridData::colorsHaveEvenSteps_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// CIE L*, which is how light a colour seems, without hue: it rises or falls by as much in each tenth.
void TestGridData::colorsHaveEvenSteps()
{
    QFETCH(bool, isDark);
    const auto lightness = [](QRgb rgb) {
        const auto linear
            = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        const QColor color(rgb);
        const double y = 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
            + 0.0722 * linear(color.blueF());
        return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : 24389.0 / 27 * y;
    };
    const GridRamp ramp(isDark);
    const double whole = lightness(ramp.at(1)) - lightness(ramp.at(0));
    QCOMPARE(whole > 0, isDark);
    QVERIFY(std::abs(whole) > 50);
    for (int i = 0; i < 10; ++i) {
        const double part = lightness(ramp.at((i + 1) / 10.0)) - lightness(ramp.at(i / 10.0));
        // 8 bits a channel are 0.4 of L* at most, and the ramp has 256 colours.
        QVERIFY2(std::abs(part - whole / 10) < 1, qPrintable(QString::number(part)));
    }
    constexpr GridScale kShare;
    QVERIFY(kShare.placeOf(0) == 0);
    QVERIFY(kShare.placeOf(0.001) > 0.05); // is seen to be more than nothing
    QVERIFY(kShare.placeOf(100) == 1);
    constexpr GridScale kLog{true, 1e-8, 1};
    QCOMPARE(kLog.placeOf(1e-4), 0.5);
    QCOMPARE(kLog.placeOf(0), 0.0);
    QCOMPARE(kLog.placeOf(7), 1.0);
}

void TestGridData::growsCheaply_data()
{
    QTest::addColumn<int>("layers");
    QTest::newRow("16 layers") << 16;
    QTest::newRow("1000 layers") << 1000;
}

/// Prints how long it takes, and asserts nothing of it.
void TestGridData::growsCheaply()
{
    QFETCH(int, layers);
    MadeUpRun made(std::size_t(layers), 1);
    made.addSteps(1);
    QElapsedTimer timer;
    timer.start();
    RunGrid grid(made.run(), GridMetric::Flushed);
    const double begun = double(timer.nsecsElapsed()) / 1e6;
    double worst = 0;
    double sum = 0;
    int updates = 0;
    for (; made.run()->stepsDone() < 1500; ++updates) {
        made.addSteps(5);
        timer.restart();
        grid.grow();
        const double ms = double(timer.nsecsElapsed()) / 1e6;
        worst = std::max(worst, ms);
        sum += ms;
    }
    timer.restart();
    const RunGrid again(made.run(), GridMetric::Flushed);
    const double atOnce = double(timer.nsecsElapsed()) / 1e6;
    qInfo("begun %.2f ms; grows by 5 steps in %.3f ms, at worst %.3f ms; made at once %.2f ms", begun,
        sum / updates, worst, atOnce);
    QVERIFY(again.data()->cells == grid.data()->cells);
    QCOMPARE(grid.data()->rows.size(), std::size_t(layers));
}

QTEST_GUILESS_MAIN(TestGridData)
#include "tst_grid_data.moc"
