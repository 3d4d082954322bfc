// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run_history.h"

#include <QTest>
#include <algorithm>

#include <cmath>
#include <limits>
#include <utility>

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

/// A run's steps with what the engine adds them up to.
class Recorded
{
public:
    void add(const StepRecord& record)
    {
        m_unread.push_back(record);
        m_totals.add(record);
    }
    /// What was added since the last call.
    void moveTo(RunHistory& history) { history.append(std::exchange(m_unread, {}), m_totals); }
    RunTotals& totals() { return m_totals; }

private:
    std::vector<StepRecord> m_unread;
    RunTotals m_totals;
};

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
    void tensorMetricsBecomeSeriesInStepOrder();
    void pointsAreInStepOrderWhateverTheirOrderInAStep();
    void totalsAreThoseOfTheLastBatch();
    void goingBackLeavesNothingOfWhatCameAfter();
    void recordsOfALongRunKeepWhatMattersWithinABudget();
    void seriesKeepTheirSpikesWithinABudget();
    void seriesKeepTheirNewestPoint();
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
    Recorded recorded;
    recorded.add(record);
    recorded.moveTo(history);

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

void TestRunHistory::tensorMetricsBecomeSeriesInStepOrder()
{
    RunHistory history = emptyHistory();
    Recorded recorded;
    for (std::int64_t batch = 0; batch < 2; ++batch) {
        for (std::int64_t i = 0; i < 3; ++i) {
            StepRecord record = step(batch * 3 + i);
            const auto value = static_cast<double>(record.step);
            record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, value},
                {PathId(1), TensorRole::Output, Metric::Amax, -value}};
            recorded.add(record);
        }
        recorded.moveTo(history);
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

void TestRunHistory::pointsAreInStepOrderWhateverTheirOrderInAStep()
{
    RunHistory history = emptyHistory();
    Recorded recorded;
    std::vector<double> sampled;
    for (std::int64_t i = 0; i < 60; ++i) {
        StepRecord record = step(i);
        record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, double(i)},
            {PathId(1), TensorRole::Output, Metric::Amax, double(-i)}};
        if (i % 7 == 3)
            std::ranges::reverse(record.tensors);
        if (i % 11 == 5)
            record.tensors.clear(); // a step that was not sampled
        else
            sampled.push_back(double(i));
        recorded.add(record);
    }
    recorded.moveTo(history);
    for (const PathId path : {PathId(0), PathId(1)}) {
        const Series& series = *history.series(path, TensorRole::Output, Metric::Amax);
        QCOMPARE(series.steps, sampled);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            QCOMPARE(series.values[i], path == PathId(0) ? sampled[i] : -sampled[i]);
    }
}

void TestRunHistory::totalsAreThoseOfTheLastBatch()
{
    RunHistory history = emptyHistory();
    QCOMPARE(history.stepsDone(), 0);
    Recorded recorded;
    for (std::int64_t i = 0; i < 4; ++i) {
        StepRecord record = step(i);
        record.lossScale = 1024.0 / static_cast<double>(i + 1);
        record.errorVsFloat64 = static_cast<double>(i) / 8;
        record.counts.overflows = i;
        recorded.add(record);
    }
    QVERIFY(!history.last().lossScale);
    recorded.moveTo(history);
    QCOMPARE(history.stepsDone(), 4);
    QCOMPARE(history.totals().counts.overflows, 6);
    QCOMPARE(history.last().lossScale, std::optional<double>(256));
    QCOMPARE(*history.last().errorVsFloat64, 0.375);
}

void TestRunHistory::goingBackLeavesNothingOfWhatCameAfter()
{
    RunHistory history = emptyHistory();
    RunHistory shorter = emptyHistory();
    Recorded recorded;
    for (std::int64_t i = 0; i < 10; ++i) {
        StepRecord record = step(i);
        record.skipped = i == 7;
        record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, static_cast<double>(i)}};
        record.counts.overflows = i;
        recorded.add(record);
        if (i == 6) {
            Birthplace birthplace;
            birthplace.sentence = "here";
            recorded.totals().birthplace = std::make_shared<const Birthplace>(birthplace);
        }
        if (i < 6)
            shorter.append({record}, recorded.totals());
        recorded.moveTo(history);
    }
    QVERIFY(history.totals().birthplace != nullptr);
    RunTotals later;
    later.steps = 12;
    history.goBackTo(later, step(11)); // it never was that long
    QCOMPARE(history.records().size(), std::size_t{10});
    history.summary.emplace();
    history.goBackTo(shorter.totals(), step(5));
    QVERIFY(!history.summary);
    QCOMPARE(history.stepsDone(), 6);
    QCOMPARE(history.records().size(), std::size_t{6});
    QCOMPARE(history.records().back().step, 5);
    QCOMPARE(history.totals().counts.overflows, 15);
    QCOMPARE(history.totals().skippedSteps, 0);
    QCOMPARE(history.series(PathId(0), TensorRole::Output, Metric::Amax)->steps,
        shorter.series(PathId(0), TensorRole::Output, Metric::Amax)->steps);
    QVERIFY(history.totals().birthplace == nullptr);
    history.goBackTo({}, {});
    QVERIFY(history.records().empty());
}

void TestRunHistory::recordsOfALongRunKeepWhatMattersWithinABudget()
{
    RunHistory history = emptyHistory();
    constexpr std::int64_t kSteps = 400'000;
    constexpr std::int64_t kSpike = 123'456;
    constexpr std::int64_t kNan = 34'567;
    std::size_t most = 0;
    std::int64_t skips = 0;
    Recorded recorded;
    RunTotals half;
    for (std::int64_t i = 0; i < kSteps; ++i) {
        StepRecord record = step(i);
        record.loss = i == kSpike ? 9 : i == kNan ? std::nan("") : 1 + 0.1 * std::sin(static_cast<double>(i));
        record.skipped = i % 2003 == 77;
        skips += record.skipped ? 1 : 0;
        recorded.add(record);
        if ((i + 1) % 1000 == 0) {
            recorded.moveTo(history);
            most = std::max(most, history.records().size());
        }
        if (i + 1 == kSteps / 2)
            half = recorded.totals();
    }
    QVERIFY(most <= RunHistory::kMaxSettled + 3 * RunHistory::kExactRecords);
    QVERIFY(history.thinnings() > 0);
    QCOMPARE(history.stepsDone(), kSteps);

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

    QVERIFY(std::none_of(records.begin(), records.end(),
        [](const StepRecord& r) { return r.step == kSteps / 2 - 1; })); // and yet it is there again
    history.goBackTo(half, step(kSteps / 2 - 1));
    QCOMPARE(history.stepsDone(), kSteps / 2);
    QCOMPARE(history.records().back().step, kSteps / 2 - 1);
    recorded.totals() = half;
    recorded.add(step(kSteps / 2));
    recorded.moveTo(history);
    QCOMPARE(history.records().back().step, kSteps / 2);
}

void TestRunHistory::seriesKeepTheirSpikesWithinABudget()
{
    Series series;
    for (int i = 0; i < 1'000'000; ++i)
        series.append(i, i == 123'457 ? 1e9 : i == 700'001 ? -1e9 : i == 500'003 ? kNan : std::sin(0.01 * i));
    QVERIFY(series.steps.size() <= Series::kMaxPoints);
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

void TestRunHistory::seriesKeepTheirNewestPoint()
{
    Series series;
    for (int i = 0; i < 100'000; ++i) {
        // Few are the smallest or the largest of their group.
        const double value = i % 8 == 1 ? 9 : i % 8 == 2 ? -9 : std::sin(i);
        series.append(i, value);
        QCOMPARE(series.steps.back(), double(i));
        QCOMPARE(series.values.back(), value);
        QVERIFY(series.steps.size() <= Series::kMaxPoints + 2);
    }
    QVERIFY(std::is_sorted(series.steps.begin(), series.steps.end()));
    series.truncate(99'990);
    QVERIFY(series.steps.back() < 99'990);
    const std::size_t kept = series.steps.size();
    series.append(99'990, 0.5);
    QCOMPARE(series.steps.size(), kept + 1); // what was the last one stays
}

QTEST_GUILESS_MAIN(TestRunHistory)
#include "tst_run_history.moc"
