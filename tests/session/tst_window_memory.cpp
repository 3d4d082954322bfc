// SPDX-License-Identifier: GPL-3.0-or-later
// What a window keeps makes room for what it is about to train, starred runs last, and what went is said.
#include "app/desktop/window_memory.h"

#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"
#include "app/session/sweep.h"
#include "engine/kernels/kernels.h"
#include "engine/policy/dtype_policy.h"
#include "tests/engine/small_sessions.h"

#include <QSignalSpy>
#include <QTest>

using namespace ulpscope;

namespace {

constexpr int kTrainingMs = 120'000;

std::shared_ptr<const RunHistory> longRun(std::size_t steps)
{
    const auto run = std::make_shared<RunHistory>(
        std::make_shared<const SessionSpec>(circle("mixed_float16")), std::vector<std::string>{});
    std::vector<StepRecord> records(steps);
    for (std::size_t i = 0; i < steps; ++i)
        records[i].step = std::int64_t(i);
    RunTotals totals;
    totals.steps = std::int64_t(steps);
    run->append(std::move(records), totals);
    return run;
}

} // namespace

class TestWindowMemory : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void aRunThatDoesNotFitIsRefused();
    void keptRunsMakeRoomForARun();
    void starredRunsMakeRoomLast();
    void runsInTheBackgroundKeepNoStates();

private:
    void start(std::int64_t units)
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = 2;
        session.model.layers[1].config.set("units", units);
        session.model.layers[2].config.set("units", units);
        m_runner->start(std::make_shared<const SessionSpec>(session));
    }

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<KeptRuns> m_kept;
    std::unique_ptr<WindowMemory> m_memory;
};

void TestWindowMemory::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestWindowMemory::init()
{
    m_memory.reset();
    m_kept.reset();
    m_shown.reset();
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_kept = std::make_unique<KeptRuns>(*m_shown);
    m_memory = std::make_unique<WindowMemory>(*m_kept);
    m_runner->shareMemory({m_memory->budget(), MemoryUse::Run});
}

void TestWindowMemory::aRunThatDoesNotFitIsRefused()
{
    m_memory->setLimit(std::uint64_t{8} << 20);
    QSignalSpy failed(m_runner.get(), &SessionRunner::failed);
    start(2000); // 4 million weights
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kTrainingMs);
    QVERIFY2(failed[0][0].toString().contains(QStringLiteral("the memory budget of 8 MiB")),
        qPrintable(failed[0][0].toString()));
    start(16);
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
}

void TestWindowMemory::keptRunsMakeRoomForARun()
{
    for (int i = 0; i < 40; ++i)
        m_kept->add(longRun(2000), QString::number(i));
    const std::size_t before = m_kept->allBytes();
    m_memory->setLimit(before + (std::uint64_t{8} << 20));
    QSignalSpy thinned(m_kept.get(), &KeptRuns::thinnedOut);
    start(400); // takes more than 8 MiB
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QVERIFY(m_kept->allBytes() < before);
    QVERIFY(thinned.count() > 0);
    QVERIFY(thinned[0][0].toStringList().contains(QStringLiteral("0")));
    QTRY_VERIFY(m_memory->budget()->used() <= m_memory->budget()->limit()); // the run has become a kept one
}

void TestWindowMemory::starredRunsMakeRoomLast()
{
    std::vector<KeptRunId> runs;
    for (const char* name : {"starred", "a", "b", "new", "newest"})
        runs.push_back(m_kept->add(longRun(2000), QString::fromLatin1(name)));
    m_kept->setStarred({runs[0]}, true);
    const auto pointsOf = [&](KeptRunId id) { return m_kept->find(id)->run->mostPoints(); };
    QSignalSpy thinned(m_kept.get(), &KeptRuns::thinnedOut);
    QSignalSpy dropped(m_kept.get(), &KeptRuns::dropped);
    const std::size_t one = m_kept->find(runs[0])->run->bytes();
    m_kept->makeRoom(one);
    QCOMPARE(pointsOf(runs[0]), std::size_t{2000});
    QVERIFY(pointsOf(runs[1]) < 2000);
    QCOMPARE(dropped.count(), 0);
    m_kept->makeRoom(2 * one);
    QCOMPARE(dropped.count(), 1);
    QCOMPARE(dropped[0][0].toStringList(), QStringLiteral("a b").split(QLatin1Char(' ')));
    QVERIFY(pointsOf(runs[0]) < 2000);
    QCOMPARE(thinned.last()[0].toStringList(), QStringList(QStringLiteral("starred"))); // and it is said
    QCOMPARE(pointsOf(runs[4]), std::size_t{2000});
}

void TestWindowMemory::runsInTheBackgroundKeepNoStates()
{
    start(16);
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QVERIFY(!m_runner->keptSteps().empty());
    m_runner->shareMemory({m_memory->budget(), MemoryUse::Background});
    start(17);
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QVERIFY(m_runner->keptSteps().empty());
    QCOMPARE(m_memory->budget()->uses()[std::size_t(MemoryUse::States)], std::uint64_t{0});
}

QTEST_GUILESS_MAIN(TestWindowMemory)
#include "tst_window_memory.moc"
