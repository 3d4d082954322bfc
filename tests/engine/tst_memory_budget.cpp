// SPDX-License-Identifier: GPL-3.0-or-later
// One limit for several shares: what they take adds up, and what does not fit waits or is refused.
#include "engine/base/memory_budget.h"

#include "engine/base/machine_memory.h"
#include "engine/kernels/kernels.h"
#include "engine/train/training_run.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <atomic>
#include <optional>
#include <thread>

using namespace ulpscope;

namespace {

using Share = MemoryBudget::Share;

std::uint64_t usedFor(const MemoryBudget& budget, MemoryUse use)
{
    return budget.uses()[static_cast<std::size_t>(use)];
}

/// A share that is taken on a thread of its own.
struct Taking
{
    Taking(const std::shared_ptr<MemoryBudget>& budget, MemoryUse use, std::uint64_t bytes)
        : share(budget, use)
        , thread([this, bytes](const std::stop_token& stop) { taken = share.take(bytes, stop) ? 1 : 0; })
    {
    }
    bool isWaiting() const { return taken < 0; }
    bool ends(int wanted)
    {
        return QTest::qWaitFor([this] { return !isWaiting(); }, 60'000) && taken == wanted;
    }

    Share share;
    std::atomic<int> taken = -1;
    std::jthread thread;
};

} // namespace

class TestMemoryBudget : public QObject
{
    Q_OBJECT
private slots:
    void sharesAddUpAndAreGivenBack();
    void takingWaitsForRoom();
    void refusingAndStoppingEndTheWait();
    void runsOfASearchWaitForEachOther();
    void aRunTakesItsShare();
    void aRunBeyondTheBudgetIsRefused();
    void theMachineHasMoreThanIsFree();
};

void TestMemoryBudget::sharesAddUpAndAreGivenBack()
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    {
        Share run(budget, MemoryUse::Run);
        Share kept(budget, MemoryUse::KeptRuns);
        QVERIFY(run.take(60));
        kept.set(70);
        QCOMPARE(budget->used(), std::uint64_t{130});
        QCOMPARE(budget->missing(), std::uint64_t{30});
        kept.set(10);
        const Share moved = std::move(run);
        QCOMPARE(usedFor(*budget, MemoryUse::Run), std::uint64_t{60});
        QCOMPARE(budget->missing(), std::uint64_t{0});
    }
    QCOMPARE(budget->used(), std::uint64_t{0});
    Share none;
    QVERIFY(none.take(1000));
}

void TestMemoryBudget::takingWaitsForRoom()
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    Share kept(budget, MemoryUse::KeptRuns);
    kept.set(80);
    Taking run(budget, MemoryUse::Run, 50);
    QVERIFY(QTest::qWaitFor([&] { return budget->missing() == 30; }, 60'000));
    QVERIFY(run.isWaiting());
    kept.set(50);
    QVERIFY(run.ends(1));
    QCOMPARE(budget->used(), std::uint64_t{100});
}

void TestMemoryBudget::refusingAndStoppingEndTheWait()
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    Taking refused(budget, MemoryUse::Run, 101);
    QVERIFY(QTest::qWaitFor([&] { return budget->missing() == 1; }, 60'000));
    budget->refuse();
    QVERIFY(refused.ends(0));
    QCOMPARE(budget->used(), std::uint64_t{0});
    Taking stopped(budget, MemoryUse::Background, 102);
    QVERIFY(QTest::qWaitFor([&] { return budget->missing() == 2; }, 60'000));
    stopped.thread.request_stop();
    QVERIFY(stopped.ends(0));
}

void TestMemoryBudget::runsOfASearchWaitForEachOther()
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    std::optional<Share> first(std::in_place, budget, MemoryUse::Search);
    QVERIFY(first->take(70));
    Taking second(budget, MemoryUse::Search, 70);
    QVERIFY(QTest::qWaitFor([&] { return budget->missing() == 40; }, 60'000));
    budget->refuse();
    QTest::qWait(50);
    QVERIFY(second.isWaiting());
    first.reset();
    QVERIFY(second.ends(1));
}

void TestMemoryBudget::aRunTakesItsShare()
{
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    const auto budget = std::make_shared<MemoryBudget>(std::uint64_t{64} << 20);
    {
        Result<TrainingRun> run = TrainingRun::create(
            circle("mixed_float16"), *kernels, {.budget = budget, .use = MemoryUse::Run});
        QVERIFY(run.ok());
        QVERIFY(usedFor(*budget, MemoryUse::Run) > 0);
        QCOMPARE(usedFor(*budget, MemoryUse::States), std::uint64_t{0});
        run->keepStates(1 << 20);
        run->step();
        QVERIFY(usedFor(*budget, MemoryUse::States) > 0);
    }
    QCOMPARE(budget->used(), std::uint64_t{0});
}

void TestMemoryBudget::aRunBeyondTheBudgetIsRefused()
{
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    const auto budget = std::make_shared<MemoryBudget>(1024);
    std::jthread owner([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            budget->refuse();
            std::this_thread::yield();
        }
    });
    const Result<TrainingRun> run
        = TrainingRun::create(circle("mixed_float16"), *kernels, {.budget = budget, .use = MemoryUse::Run});
    QVERIFY(!run.ok());
    QVERIFY2(run.error().text().find("expected no more than the memory budget of") != std::string::npos,
        run.error().text().c_str());
}

void TestMemoryBudget::theMachineHasMoreThanIsFree()
{
    QVERIFY(totalMemory() >= availableMemory());
    QVERIFY(totalMemory() > (std::uint64_t{64} << 20));
}

QTEST_GUILESS_MAIN(TestMemoryBudget)
#include "tst_memory_budget.moc"
