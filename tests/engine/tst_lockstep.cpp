// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks of a step: each once, after those that it needs, however many threads there are.
#include "engine/base/philox.h"
#include "engine/train/lockstep.h"

#include <QTest>
#include <chrono>
#include <stdexcept>

using namespace ulpscope;

namespace {

constexpr int kRuns = 200; // enough that threads have started

/// As long as a step for which threads are started.
void workFor(std::chrono::microseconds time)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) { }
}

} // namespace

class TestLockstep : public QObject
{
    Q_OBJECT

private slots:
    void eachTaskRunsOnceAfterThoseThatItNeeds_data()
    {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 4})
            QTest::addRow("%d threads", threads) << threads;
    }
    void eachTaskRunsOnceAfterThoseThatItNeeds()
    {
        QFETCH(int, threads);
        constexpr std::size_t kTasks = 24;
        std::array<std::atomic<int>, kTasks> done{};
        std::atomic<int> early = 0;
        std::vector<Lockstep::Task> tasks;
        const RandomKey key{1, RandomUse::Dataset, 0, 0};
        for (std::size_t i = 0; i < kTasks; ++i) {
            std::vector<std::size_t> after;
            for (std::size_t j = 0; j < i; ++j)
                if (randomBits(key, i * kTasks + j) % 5 == 0)
                    after.push_back(j);
            tasks.push_back({[i, after, &done, &early] {
                                 for (const std::size_t other : after)
                                     early += done[other] == done[i] + 1 ? 0 : 1;
                                 workFor(std::chrono::microseconds(20));
                                 ++done[i];
                             },
                after, i % 3});
        }
        Lockstep lockstep(threads);
        const std::atomic<bool> isAborted = false;
        for (int run = 1; run <= kRuns; ++run) {
            lockstep.run(tasks, isAborted);
            for (const std::atomic<int>& count : done)
                QCOMPARE(count.load(), run);
        }
        QCOMPARE(early.load(), 0);
    }

    void nothingBeginsOnceARunIsAborted()
    {
        std::atomic<bool> isAborted = false;
        std::atomic<int> begun = 0;
        std::atomic<int> after = 0;
        bool stops = false;
        const auto first = [&] {
            workFor(std::chrono::microseconds(150));
            ++begun;
            if (stops)
                isAborted = true;
        };
        const std::vector<Lockstep::Task> tasks{
            {first, {}, 0}, {first, {}, 1}, {[&] { ++after; }, {0, 1}, 0}, {[&] { ++after; }, {0, 1}, 1}};
        Lockstep lockstep(2);
        for (int run = 0; run < kRuns; ++run) {
            begun = after = 0;
            stops = run % 2 == 1;
            isAborted = false;
            lockstep.run(tasks, isAborted);
            QCOMPARE(after.load(), stops ? 0 : 2);
            QVERIFY(begun > 0);
        }
    }

    void anExceptionOfATaskComesOutAndTheNextRunIsWhole()
    {
        const std::atomic<bool> isAborted = false;
        std::atomic<int> after = 0;
        bool fails = false;
        const auto first = [&] {
            workFor(std::chrono::microseconds(150));
            if (fails)
                throw std::runtime_error("of a task");
        };
        const std::vector<Lockstep::Task> tasks{
            {first, {}, 0}, {first, {}, 1}, {[&] { ++after; }, {0, 1}, 1}};
        Lockstep lockstep(2);
        for (int run = 0; run < kRuns; ++run) {
            after = 0;
            fails = run % 3 == 2;
            if (fails)
                QVERIFY_THROWS_EXCEPTION(std::runtime_error, lockstep.run(tasks, isAborted));
            else
                lockstep.run(tasks, isAborted);
            QCOMPARE(after.load(), fails ? 0 : 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestLockstep)
#include "tst_lockstep.moc"
