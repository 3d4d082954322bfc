// SPDX-License-Identifier: GPL-3.0-or-later
// What lessons are measured by keeps a run's metrics for who asks again, and never more of them than it may.
#include "app/lesson/measured_runs.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

using namespace ulpscope;

namespace {

const Kernels& kernels()
{
    static const Kernels all = *Kernels::load();
    return all;
}

SessionSpec session(std::int64_t steps, std::uint64_t seed = 1)
{
    SessionSpec made = circle("mixed_float16");
    made.training.steps = steps;
    made.training.seed = seed;
    return made;
}

} // namespace

class TestMeasuredRuns : public QObject
{
    Q_OBJECT
private slots:
    void aRunIsTrainedOnce()
    {
        MeasuredRuns runs(kernels());
        const auto first = runs.of(session(20));
        QVERIFY(first.ok());
        QCOMPARE((*first)->records.size(), std::size_t(20));
        const auto again = runs.of(session(20));
        QVERIFY(again.ok());
        QCOMPARE(again->get(), first->get());
        QCOMPARE(runs.trained(), std::size_t(1));
        QVERIFY(runs.bytes() >= 20 * sizeof(StepRecord));
        runs.clear();
        QCOMPARE(runs.bytes(), std::size_t(0));
    }

    /// 8 KiB for each tensor of a sampled step, which no number of a lesson is read from.
    void exponentsAreNotKept()
    {
        MeasuredRuns runs(kernels());
        const auto run = runs.of(session(20));
        QVERIFY(run.ok());
        QVERIFY(!(*run)->records.front().tensors.empty());
        for (const StepRecord& record : (*run)->records)
            QVERIFY(record.exponents.empty());
    }

    void aRunThatDoesNotFitSaysSo()
    {
        MeasuredRuns runs(kernels(), {}, std::size_t{1} << 20);
        const auto run = runs.of(session(1'000'000'000));
        QVERIFY(!run.ok());
        QCOMPARE(run.error().place, std::string("training.steps"));
        QCOMPARE(runs.bytes(), std::size_t(0));
        QVERIFY(runs.of(session(20)).ok()); // it goes on with one that fits
    }

    /// Runs of other seeds make room; who still holds one keeps it.
    void allThatAreKeptFit()
    {
        MeasuredRuns one(kernels());
        QVERIFY(one.of(session(200, 1)).ok());
        const std::size_t most = 3 * one.bytes();
        MeasuredRuns runs(kernels(), {}, most);
        const auto first = runs.of(session(200, 1));
        QVERIFY(first.ok());
        for (std::uint64_t seed = 2; seed <= 12; ++seed) {
            QVERIFY(runs.of(session(200, seed)).ok());
            QVERIFY(runs.bytes() <= most);
        }
        QCOMPARE(runs.trained(), std::size_t(12));
        QCOMPARE((*first)->records.size(), std::size_t(200));
        QVERIFY(runs.of(session(200, 1)).ok());
        QCOMPARE(runs.trained(), std::size_t(13)); // it was forgotten
    }
};

QTEST_GUILESS_MAIN(TestMeasuredRuns)
#include "tst_measured_runs.moc"
