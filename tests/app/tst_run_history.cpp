// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_history.h"

#include <QTest>
#include <algorithm>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

StepRecord step(std::int64_t index)
{
    StepRecord record;
    record.step = index;
    return record;
}

RunHistory emptyHistory()
{
    return {std::make_shared<const SessionSpec>(), {"sequential/dense", "sequential/dense/kernel"}};
}

} // namespace

class TestRunHistory : public QObject
{
    Q_OBJECT
private slots:
    void nonFiniteValuesAreKept();
    void tensorFiguresBecomeSeriesInStepOrder();
    void totalsAreOverAllSteps();
    void specialValuesAreCountedOverAllSteps();
    void goingBackLeavesNothingOfWhatCameAfter();
    void recordsOfALongRunKeepWhatMattersWithinABudget();
    void seriesKeepTheirSpikesWithinABudget();
    void skipsAreRecentForAWhile();
    void divergenceIsWhereTheLossFirstBroke();
    void divergenceOfAWeightComesFromTheSummary();
};

void TestRunHistory::nonFiniteValuesAreKept()
{
    RunHistory history = emptyHistory();
    StepRecord record = step(0);
    record.loss = kNan;
    record.referenceLoss = -kInfinity;
    record.errorVsFloat64 = kInfinity;
    for (const double value : {kNan, kInfinity, -kInfinity, -0.0})
        record.tensors.push_back({PathId(1), TensorRole::Weight, Metric::Amax, value});
    history.append({{record}, 0});

    QVERIFY(std::isnan(history.records()[0].loss));
    QCOMPARE(*history.records()[0].referenceLoss, -kInfinity);
    QCOMPARE(*history.records()[0].errorVsFloat64, kInfinity);
    const Series* series = history.series(PathId(1), TensorRole::Weight, Metric::Amax);
    QVERIFY(series != nullptr);
    QCOMPARE(series->values.size(), std::size_t{4});
    QVERIFY(std::isnan(series->values[0]));
    QCOMPARE(series->values[1], kInfinity);
    QCOMPARE(series->values[2], -kInfinity);
    QVERIFY(std::signbit(series->values[3]));
}

void TestRunHistory::tensorFiguresBecomeSeriesInStepOrder()
{
    RunHistory history = emptyHistory();
    for (std::int64_t batch = 0; batch < 2; ++batch) {
        RunBatch grown;
        for (std::int64_t i = 0; i < 3; ++i) {
            StepRecord record = step(batch * 3 + i);
            const auto value = static_cast<double>(record.step);
            record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, value},
                {PathId(1), TensorRole::Output, Metric::Amax, -value}};
            grown.records.push_back(record);
        }
        history.append(grown);
    }
    const Series* series = history.series(PathId(0), TensorRole::Output, Metric::Amax);
    QVERIFY(series != nullptr);
    QCOMPARE(series->steps, (std::vector<double>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(series->values, series->steps);
    QCOMPARE(history.series(PathId(1), TensorRole::Output, Metric::Amax)->values.back(), -5.0);
    QVERIFY(history.series(PathId(0), TensorRole::Weight, Metric::Amax) == nullptr);
    QVERIFY(history.series(PathId(0), TensorRole::Output, Metric::LocalError) == nullptr);
    QVERIFY(history.series(PathId(7), TensorRole::Output, Metric::Amax) == nullptr);
    QVERIFY(history.records()[0].tensors.capacity() == 0 && history.records()[0].exponents.capacity() == 0);
}

void TestRunHistory::totalsAreOverAllSteps()
{
    RunHistory history = emptyHistory();
    QVERIFY(!history.gradientsFlushedPercent());
    RunBatch batch;
    batch.stepsPerSecond = 5000;
    for (std::int64_t i = 0; i < 4; ++i) {
        StepRecord record = step(i);
        record.gradientsFlushedPercent = 20 * static_cast<double>(i);
        record.updatesLostPercent = static_cast<double>(i);
        record.overflows = i;
        record.skipped = i == 2;
        record.lossScale = 1024.0 / static_cast<double>(i + 1);
        record.gradientAmax = i == 1 ? 8 : 2;
        record.errorVsFloat64 = static_cast<double>(i) / 8;
        batch.records.push_back(record);
    }
    history.append(batch);
    QCOMPARE(*history.gradientsFlushedPercent(), 30.0);
    QCOMPARE(history.updatesLostPercent(), 1.5);
    QCOMPARE(history.overflows(), 6);
    QCOMPARE(history.skippedSteps(), 1);
    QCOMPARE(history.stepsPerSecond, 5000.0);
    const HealthFigures figures = history.healthFigures();
    QCOMPARE(figures.steps, 4);
    QCOMPARE(*figures.gradientsFlushedPercent, 30.0);
    QCOMPARE(figures.gradientAmax, 8.0);
    QCOMPARE(figures.lossScale, std::optional<double>(256));
    QCOMPARE(*figures.errorVsFloat64, 0.375);
    QVERIFY(!figures.diverged);
}

void TestRunHistory::specialValuesAreCountedOverAllSteps()
{
    // So long that most records are thinned out.
    constexpr std::int64_t kSteps = 300'000;
    RunHistory history = emptyHistory();
    RunBatch batch;
    std::int64_t zeros = 0;
    std::int64_t zerosBefore = 0; // the step that is gone back to
    constexpr std::int64_t kBack = 299'000;
    for (std::int64_t i = 0; i < kSteps; ++i) {
        StepRecord record = step(i);
        record.loss = i % 100 == 0 ? kNan : i % 100 == 1 ? -kInfinity : i % 100 == 2 ? -1 : 1;
        record.errorVsFloat64 = i % 2 == 0 ? std::optional<double>(kInfinity) : std::nullopt;
        record.gradientAmax = i % 3 == 0 ? 1 : i % 3 == 1 ? 0 : -0.0;
        zeros += i % 3 == 0 ? 0 : 1;
        zerosBefore = i == kBack - 1 ? zeros : zerosBefore;
        batch.records.push_back(record);
        if (batch.records.size() == 1000) {
            history.append(batch);
            batch.records.clear();
        }
    }
    QVERIFY(history.records().size() < std::size_t{kSteps / 2});
    QCOMPARE(history.specialCounts(StepFigure::GradientAmax).zero, std::uint32_t(zeros));
    const SpecialCounts losses = history.specialCounts(StepFigure::Loss);
    QVERIFY((losses == SpecialCounts{3000, 3000, 0, 0, 3000}));
    QCOMPARE(history.specialCounts(StepFigure::ErrorVsFloat64).plusInfinity, 150'000U);
    QCOMPARE(history.specialCounts(StepFigure::ReferenceLoss), SpecialCounts{}); // there was none
    history.truncate(kBack);
    QCOMPARE(history.specialCounts(StepFigure::GradientAmax).zero, std::uint32_t(zerosBefore));
}

void TestRunHistory::goingBackLeavesNothingOfWhatCameAfter()
{
    RunHistory history = emptyHistory();
    RunHistory shorter = emptyHistory();
    for (std::int64_t i = 0; i < 10; ++i) {
        StepRecord record = step(i);
        record.overflows = i;
        record.updatesLostPercent = static_cast<double>(i);
        record.gradientsFlushedPercent = i % 2 == 0 ? std::optional<double>(i) : std::nullopt;
        record.skipped = i == 7;
        record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, static_cast<double>(i)}};
        RunBatch batch{{record}, 0};
        if (i == 6) {
            batch.birthplace.emplace();
            batch.birthplace->step = 6;
            batch.birthplace->sentence = "here";
        }
        history.append(batch);
        if (i < 6)
            shorter.append(batch);
    }
    QCOMPARE(QString::fromStdString(history.healthFigures().firstNonFinite), QStringLiteral("here"));
    history.truncate(12); // it never was that long
    QCOMPARE(history.records().size(), std::size_t{10});
    history.truncate(6);
    QCOMPARE(history.records().size(), std::size_t{6});
    QCOMPARE(history.overflows(), shorter.overflows());
    QCOMPARE(history.skippedSteps(), std::int64_t{0});
    QCOMPARE(history.updatesLostPercent(), shorter.updatesLostPercent());
    QCOMPARE(*history.gradientsFlushedPercent(), *shorter.gradientsFlushedPercent());
    QCOMPARE(history.series(PathId(0), TensorRole::Output, Metric::Amax)->steps,
        shorter.series(PathId(0), TensorRole::Output, Metric::Amax)->steps);
    QVERIFY(!history.birthplace && history.healthFigures().firstNonFinite.empty());
}

void TestRunHistory::recordsOfALongRunKeepWhatMattersWithinABudget()
{
    RunHistory history = emptyHistory();
    constexpr std::int64_t kSteps = 400'000;
    constexpr std::int64_t kSpike = 123'456;
    constexpr std::int64_t kNan = 34'567;
    std::size_t most = 0;
    std::int64_t skips = 0;
    RunBatch batch;
    for (std::int64_t i = 0; i < kSteps; ++i) {
        StepRecord record = step(i);
        record.loss = i == kSpike ? 9 : i == kNan ? std::nan("") : 1 + 0.1 * std::sin(static_cast<double>(i));
        record.skipped = i % 2003 == 77;
        record.updatesLostPercent = static_cast<double>(i % 5);
        skips += record.skipped ? 1 : 0;
        batch.records.push_back(record);
        if (batch.records.size() == 1000) {
            history.append(batch);
            batch.records.clear();
            most = std::max(most, history.records().size());
        }
    }
    QVERIFY(most <= RunHistory::kMostSettled + 3 * RunHistory::kExactRecords);
    QVERIFY(history.thinnings() > 0);
    QCOMPARE(history.stepsDone(), kSteps);
    QCOMPARE(history.skippedSteps(), skips);
    QCOMPARE(history.updatesLostPercent(), 2.0);
    QCOMPARE(history.healthFigures().divergedAt, kNan);

    const std::vector<StepRecord>& records = history.records();
    QVERIFY(std::is_sorted(records.begin(), records.end(),
        [](const StepRecord& a, const StepRecord& b) { return a.step <= b.step; }));
    for (std::size_t i = 0; i < RunHistory::kExactRecords; ++i)
        QCOMPARE(records[records.size() - 1 - i].step, kSteps - 1 - static_cast<std::int64_t>(i));
    const std::int64_t kept
        = std::count_if(records.begin(), records.end(), [](const StepRecord& r) { return r.skipped; });
    QCOMPARE(kept, skips); // the groups are shorter than what lies between two of them
    QCOMPARE(history.recordAt(kSpike)->loss, 9.0);
    QVERIFY(std::isnan(history.recordAt(kNan)->loss));
    std::int64_t widest = 0;
    for (std::size_t i = 1; i < records.size(); ++i)
        widest = std::max(widest, records[i].step - records[i - 1].step);
    QVERIFY(widest <= 64); // equally dense all over

    history.truncate(200'000);
    QCOMPARE(history.stepsDone(), std::int64_t{200'000});
    QVERIFY(history.records().back().step < 200'000);
    QVERIFY(std::fabs(static_cast<double>(history.skippedSteps()) - 200'000.0 / 2003) < 2);
    batch.records = {step(200'000)};
    history.append(batch);
    QCOMPARE(history.records().back().step, std::int64_t{200'000});
}

void TestRunHistory::seriesKeepTheirSpikesWithinABudget()
{
    Series series;
    for (int i = 0; i < 1'000'000; ++i)
        series.append(i, i == 123'457 ? 1e9 : i == 700'001 ? -1e9 : i == 500'003 ? kNan : std::sin(0.01 * i));
    QVERIFY(series.steps.size() <= Series::kMostPoints);
    QCOMPARE(series.values.size(), series.steps.size());
    QVERIFY(std::is_sorted(series.steps.begin(), series.steps.end()));
    const auto valueAt = [&](double step) {
        const auto found = std::find(series.steps.begin(), series.steps.end(), step);
        return found == series.steps.end()
            ? 0.0
            : series.values[static_cast<std::size_t>(found - series.steps.begin())];
    };
    QCOMPARE(valueAt(123'457), 1e9);
    QCOMPARE(valueAt(700'001), -1e9);
    QVERIFY(std::isnan(valueAt(500'003)));
}

void TestRunHistory::skipsAreRecentForAWhile()
{
    RunHistory history = emptyHistory();
    RunBatch batch;
    for (std::int64_t i = 0; i < 10; ++i) {
        batch.records.push_back(step(i));
        batch.records.back().skipped = true;
    }
    history.append(batch);
    QCOMPARE(history.healthFigures().recentSteps, 10);
    QCOMPARE(history.healthFigures().recentSkippedSteps, 10);
    batch.records.clear();
    for (std::int64_t i = 0; i < kRecentSteps - 1; ++i)
        batch.records.push_back(step(10 + i));
    history.append(batch);
    QCOMPARE(history.healthFigures().recentSteps, kRecentSteps);
    QCOMPARE(history.healthFigures().recentSkippedSteps, 1);
    QCOMPARE(history.healthFigures().skippedSteps, 10);
}

void TestRunHistory::divergenceIsWhereTheLossFirstBroke()
{
    RunHistory history = emptyHistory();
    RunBatch batch{{step(0), step(1), step(2), step(3)}, 0};
    batch.records[2].loss = kInfinity;
    batch.records[3].loss = kNan;
    history.append(batch);
    QVERIFY(history.healthFigures().diverged);
    QCOMPARE(history.healthFigures().divergedAt, 2);
}

void TestRunHistory::divergenceOfAWeightComesFromTheSummary()
{
    RunHistory history = emptyHistory();
    RunBatch batch{{step(0), step(1), step(2)}, 0};
    batch.records[2].loss = kNan;
    history.append(batch);
    history.summary = RunSummary{};
    history.summary->divergedAt = 1;
    QCOMPARE(history.healthFigures().divergedAt, 1);
}

QTEST_GUILESS_MAIN(TestRunHistory)
#include "tst_run_history.moc"
