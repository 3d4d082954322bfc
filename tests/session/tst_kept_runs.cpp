// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that stay: all that took a step, by names that tell them apart, within a budget, with what was said of them.
#include "app/session/kept/kept_runs.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "engine/policy/dtype_policy.h"
#include "tests/engine/small_sessions.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace ulpscope;

namespace {

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

std::shared_ptr<const RunHistory> longRun(std::int64_t steps, std::uint64_t seed = 0)
{
    SessionSpec session = circle("float32");
    session.training.seed = seed;
    auto run = std::make_shared<RunHistory>(std::make_shared<const SessionSpec>(std::move(session)),
        std::vector<std::string>{"sequential/dense_1"});
    std::vector<StepRecord> records;
    RunTotals totals;
    for (std::int64_t i = 0; i < steps; ++i) {
        StepRecord record;
        record.step = i;
        record.loss = i == steps / 3 ? 1e30 : 1;
        record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, i == steps / 2 ? 1e9 : 2}};
        totals.add(record);
        records.push_back(std::move(record));
    }
    run->append(std::move(records), totals);
    return run;
}

} // namespace

class TestKeptRuns : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void keepsEveryRunWithSteps();
    void dropsRunsWithoutSteps();
    void theSameSessionTakesItsOwnPlaceAgain();
    void aChosenGhostStaysOne();
    void aKeptRunIsShownUntilTheNextOne();
    void theOneOnTheScreenIsNotDeleted();
    void deletedRunsComeBack();
    void aDeletedRunThatIsTrainedAgainIsOne();
    void thinningKeepsSpikesAndTotals();
    void oldRunsMakeRoomButForStarredOnes();
    void aSweepIsKeptAsOneRun();
    void noTwoRunsHaveOneName();
    void runsThatAreDrawnTogetherLookDifferent();
    void runsThatAreDrawnTogetherDifferInColour();
    void aSweepKeepsItsPoints();
    void anotherTaskIsSetAside();

private:
    void train(const SessionSpec& session);

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<KeptRuns> m_kept;
};

void TestKeptRuns::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestKeptRuns::init()
{
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_kept = std::make_unique<KeptRuns>(*m_shown);
}

void TestKeptRuns::cleanup()
{
    m_kept.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestKeptRuns::train(const SessionSpec& session)
{
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
}

void TestKeptRuns::keepsEveryRunWithSteps()
{
    SessionSpec session = circle("mixed_float16");
    session.title = "Circle";
    session.training.steps = 20;
    train(session);
    session.policies.global = *getPolicy("mixed_bfloat16");
    train(session);
    session.training.seed = 5;
    train(session);
    session.title = "Another";
    session.training.seed = 6;
    train(session);
    QStringList names;
    for (const KeptRun& run : m_kept->runs()) {
        names += run.name();
        QCOMPARE(run.run->stepsDone(), std::int64_t{20});
    }
    QCOMPARE(names.join(QLatin1Char(';')), QStringLiteral("Circle;mixed_bfloat16;seed 5;Another"));
    // No two neighbours look alike.
    for (std::size_t i = 1; i < m_kept->runs().size(); ++i)
        QVERIFY(m_kept->runs()[i].look != m_kept->runs()[i - 1].look);
    const KeptRunId second = m_kept->runs()[1].id;
    QSignalSpy changed(m_kept.get(), &KeptRuns::runsChanged);
    m_kept->rename(second, QStringLiteral(" mine "));
    QCOMPARE(m_kept->find(second)->name(), QStringLiteral("mine"));
    m_kept->rename(second, {});
    QCOMPARE(m_kept->find(second)->name(), QStringLiteral("mixed_bfloat16"));
    QCOMPARE(changed.count(), 2);
}

void TestKeptRuns::dropsRunsWithoutSteps()
{
    SessionSpec session = circle("float32");
    session.training.steps = 10;
    m_runner->start(std::make_shared<const SessionSpec>(session), 0);
    QTRY_VERIFY(m_shown->run());
    QCOMPARE(m_kept->runs().size(), std::size_t{1}); // it is on the screen
    session.training.seed = 2;
    train(session);
    QCOMPARE(m_kept->runs().size(), std::size_t{1});
    QCOMPARE(m_kept->runs()[0].run, m_shown->run());
}

void TestKeptRuns::theSameSessionTakesItsOwnPlaceAgain()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 20;
    train(session);
    const KeptRunId first = m_kept->runs()[0].id;
    m_kept->rename(first, QStringLiteral("mine"));
    m_kept->setStarred({first}, true);
    m_kept->setNote(first, QStringLiteral("a note"));
    m_kept->toggleGhost(first);
    SessionSpec other = session;
    other.training.seed = 7;
    train(other);
    session.title = "The same with another title";
    m_runner->start(std::make_shared<const SessionSpec>(session), 5); // not as far as the first
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Paused);
    QTRY_COMPARE(m_shown->run(), m_runner->history());
    QCOMPARE(m_kept->runs().size(), std::size_t{3});
    m_kept->setNote(m_kept->runs().back().id, QStringLiteral("of the new one"));
    m_kept->add(longRun(10), QStringLiteral("a point of a sweep")); // in between
    m_runner->resume();
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QCOMPARE(m_kept->runs().size(), std::size_t{3});
    QVERIFY(!m_kept->find(first));
    const KeptRun& again = m_kept->runs()[1];
    QCOMPARE(again.run, m_shown->run());
    QCOMPARE(again.name(), QStringLiteral("mine"));
    QCOMPARE(again.note, QStringLiteral("of the new one")); // what was said last stays
    QVERIFY(m_kept->isGhost(again));
    QVERIFY(again.isStarred);
}

void TestKeptRuns::aChosenGhostStaysOne()
{
    SessionSpec session = circle("float32");
    session.training.steps = 10;
    train(session);
    const KeptRun first = m_kept->runs()[0];
    m_kept->toggleGhost(first.id);
    QVERIFY(!m_shown->ghost()); // of itself it is none
    for (const unsigned seed : {2U, 3U}) {
        session.training.seed = seed;
        train(session);
        QCOMPARE(m_shown->ghost(), first.run);
        QCOMPARE(m_shown->ghostName(), first.name());
    }
    m_kept->rename(first.id, QStringLiteral("the first"));
    QCOMPARE(m_shown->ghostName(), QStringLiteral("the first"));
    m_kept->toggleGhost(first.id);
    QVERIFY(m_shown->ghost() && m_shown->ghost() != first.run); // the run before
    m_kept->toggleGhost(first.id);
    m_kept->remove({first.id});
    QVERIFY(m_shown->ghost() != first.run);
}

void TestKeptRuns::aKeptRunIsShownUntilTheNextOne()
{
    SessionSpec session = circle("float32");
    session.training.steps = 10;
    train(session);
    const std::shared_ptr<const RunHistory> first = m_shown->run();
    session.training.seed = 2;
    train(session);
    m_kept->show(m_kept->runs()[0].id);
    QCOMPARE(m_shown->run(), first);
    QCOMPARE(m_kept->runs().size(), std::size_t{2}); // it is the same one
    m_runner->resume(1);
    QTRY_COMPARE(m_shown->run(), m_runner->history());
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Finished);
    QCOMPARE(m_kept->runs().size(), std::size_t{2});
}

void TestKeptRuns::theOneOnTheScreenIsNotDeleted()
{
    SessionSpec session = circle("float32");
    session.training.steps = 10;
    for (const unsigned seed : {1U, 2U, 3U}) {
        session.training.seed = seed;
        train(session);
    }
    const KeptRunId first = m_kept->runs()[0].id;
    const KeptRunId last = m_kept->runs()[2].id;
    m_kept->remove({last});
    QCOMPARE(m_kept->runs().size(), std::size_t{3});
    m_kept->setStarred({first}, true);
    m_kept->remove(m_kept->others());
    QCOMPARE(m_kept->runs().size(), std::size_t{2});
    QVERIFY(m_kept->find(first) && m_kept->find(last));
    m_kept->remove({first});
    m_kept->remove({first}); // again: nothing
    QCOMPARE(m_kept->runs().size(), std::size_t{1});
}

void TestKeptRuns::deletedRunsComeBack()
{
    const auto names = [this] {
        QStringList all;
        for (const KeptRun& run : m_kept->runs())
            all += run.name();
        return all.join(QLatin1Char(';'));
    };
    m_kept->setHomeWithoutFile(QStringLiteral("swap"));
    m_kept->setHome(QStringLiteral("swap"));
    std::vector<KeptRunId> ids;
    for (int i = 0; i < 5; ++i)
        ids.push_back(m_kept->add(longRun(10, std::uint64_t(i)), QString::number(i),
            i == 1 || i == 3 ? QStringLiteral("sweep") : QString()));
    m_kept->setStarred({ids[3]}, true);
    m_kept->setNote(ids[3], QStringLiteral("seen"));
    m_kept->toggleGhost(ids[3]);
    std::shared_ptr<const RemovedRuns> removed = m_kept->remove({ids[3], ids[1], ids[0]});
    QCOMPARE(removed->size(), std::size_t{3});
    QCOMPARE(names(), QStringLiteral("2;4"));
    QVERIFY(m_shown->chosenGhost() == nullptr);
    // Meanwhile their session is saved, another sweep is made, and a run comes.
    m_kept->moveHome(QStringLiteral("swap"), QStringLiteral("a.ulpsruns"));
    QCOMPARE(m_kept->freeSweepName(QStringLiteral("sweep")), QStringLiteral("sweep (2)"));
    m_kept->add(longRun(10, 5), QStringLiteral("0"));
    m_kept->putBack(*removed);
    QCOMPARE(names(), QStringLiteral("0 (2);1;2;3;4;0"));
    const KeptRun* back = m_kept->find(ids[3]);
    QVERIFY(back && back->isStarred && back->note == QStringLiteral("seen"));
    QVERIFY(m_kept->isGhost(*back));
    QCOMPARE(back->home, QStringLiteral("a.ulpsruns"));
    QCOMPARE(m_kept->ofSweep(QStringLiteral("sweep")), (std::vector{ids[1], ids[3]}));
    removed.reset();
    m_kept->remove({ids[1], ids[3]}); // for good
    QCOMPARE(m_kept->freeSweepName(QStringLiteral("sweep")), QStringLiteral("sweep"));
}

void TestKeptRuns::aDeletedRunThatIsTrainedAgainIsOne()
{
    SessionSpec session = circle("float32");
    session.training.steps = 10;
    train(session);
    const KeptRunId first = m_kept->runs()[0].id;
    m_kept->rename(first, QStringLiteral("mine"));
    session.training.seed = 2;
    train(session);
    const std::shared_ptr<const RemovedRuns> removed = m_kept->remove({first});
    session.training.seed = circle("float32").training.seed;
    train(session);
    const KeptRunId again = m_kept->runs().back().id;
    m_kept->putBack(*removed);
    QCOMPARE(m_kept->runs().size(), std::size_t{2});
    QCOMPARE(m_kept->find(again)->name(), QStringLiteral("mine"));
}

void TestKeptRuns::thinningKeepsSpikesAndTotals()
{
    constexpr std::int64_t kSteps = 9000;
    constexpr std::size_t kPoints = 256;
    const std::shared_ptr<const RunHistory> whole = longRun(kSteps);
    const std::shared_ptr<const RunHistory> thin = whole->thinned(kPoints);
    QVERIFY(thin->mostPoints() <= kPoints + 1); // and the newest
    QVERIFY(thin->bytes() < whole->bytes() / 10);
    QCOMPARE(thin->stepsDone(), kSteps);
    QCOMPARE(thin->last().step, kSteps - 1);
    const auto hasSpike = [](const auto& values, double spike) {
        return std::find(values.begin(), values.end(), spike) != values.end();
    };
    std::vector<double> losses;
    for (const StepRecord& record : thin->records())
        losses.push_back(record.loss);
    QVERIFY(hasSpike(losses, 1e30));
    QVERIFY(std::is_sorted(thin->records().begin(), thin->records().end(),
        [](const StepRecord& a, const StepRecord& b) { return a.step < b.step; }));
    const Series* amax = thin->series(PathId(0), TensorRole::Output, Metric::Amax);
    QVERIFY(amax && amax->steps.back() == double(kSteps - 1)); // the newest point is always there
    QVERIFY(amax && hasSpike(amax->values, 1e9));
    QCOMPARE(thin->metrics().size(), std::size_t{1});
}

void TestKeptRuns::oldRunsMakeRoomButForStarredOnes()
{
    const std::shared_ptr<const RunHistory> run = longRun(KeptRuns::kMaxPoints * 4);
    const KeptRunId starred = m_kept->add(run, QStringLiteral("starred"));
    m_kept->setStarred({starred}, true);
    QSignalSpy dropped(m_kept.get(), &KeptRuns::dropped);
    for (std::size_t i = 0; i < KeptRuns::kMaxRuns + 5; ++i)
        m_kept->add(longRun(KeptRuns::kMaxPoints * 4), QString::number(i));
    QCOMPARE(m_kept->runs().size(), KeptRuns::kMaxRuns + 1);
    QCOMPARE(m_kept->runs()[0].id, starred);
    QCOMPARE(m_kept->runs()[1].name(), QStringLiteral("5")); // 0 to 4 are gone
    QStringList gone;
    for (const QList<QVariant>& each : dropped)
        gone += each.first().toStringList();
    QCOMPARE(gone.join(QLatin1Char(' ')), QStringLiteral("0 1 2 3 4")); // and it is told
    QCOMPARE(m_kept->wouldDrop(0), std::size_t{0});
    QCOMPARE(m_kept->wouldDrop(3), std::size_t{3});
    QVERIFY(m_kept->bytes() <= KeptRuns::kMaxBytes);
    for (const KeptRun& kept : m_kept->runs())
        QVERIFY(kept.run->mostPoints() <= KeptRuns::kMaxPoints + 1);
}

void TestKeptRuns::aSweepIsKeptAsOneRun()
{
    const auto addOwn = [this](std::size_t from, std::size_t count) {
        for (std::size_t i = from; i < from + count; ++i)
            m_kept->add(longRun(10), QStringLiteral("own %1").arg(i));
    };
    const auto has = [this](const char* name) {
        return std::ranges::any_of(
            m_kept->runs(), [&](const KeptRun& run) { return run.name() == QLatin1String(name); });
    };
    QSignalSpy dropped(m_kept.get(), &KeptRuns::dropped);
    addOwn(0, KeptRuns::kMaxRuns - 1);
    QCOMPARE(m_kept->wouldDrop(1), std::size_t{0});
    const QString sweep = m_kept->freeSweepName(QStringLiteral("scale"));
    for (int i = 0; i < 19; ++i)
        m_kept->add(longRun(10), QStringLiteral("scale 2^%1").arg(i), sweep);
    QCOMPARE(dropped.count(), 0);
    QCOMPARE(m_kept->ofSweep(sweep).size(), std::size_t{19});
    QCOMPARE(m_kept->freeSweepName(QStringLiteral("scale")), QStringLiteral("scale (2)"));
    m_kept->setStarred({m_kept->ofSweep(sweep)[3]}, true);
    addOwn(100, KeptRuns::kMaxRuns - 1); // own ones are older than the sweep, and go first
    QVERIFY(!has("own 48") && has("own 100"));
    QCOMPARE(m_kept->ofSweep(sweep).size(), std::size_t{19});
    QCOMPARE(m_kept->wouldDrop(1), std::size_t{18});
    addOwn(200, 1); // it goes whole, but for what is starred
    QCOMPARE(m_kept->ofSweep(sweep).size(), std::size_t{1});
    QVERIFY(has("scale 2^3") && has("own 100"));
    m_kept->renameSweep(sweep, QStringLiteral("mine"));
    QCOMPARE(m_kept->ofSweep(QStringLiteral("mine")).size(), std::size_t{1});
}

void TestKeptRuns::noTwoRunsHaveOneName()
{
    const KeptRunId first = m_kept->add(longRun(10), QStringLiteral("seed 5"));
    const KeptRunId second = m_kept->add(longRun(11), QStringLiteral("seed 5"));
    const KeptRunId third = m_kept->add(longRun(12), QStringLiteral("seed 6"));
    QCOMPARE(m_kept->find(second)->name(), QStringLiteral("seed 5 (2)"));
    m_kept->rename(third, QStringLiteral("seed 5"));
    QCOMPARE(m_kept->find(third)->name(), QStringLiteral("seed 5 (3)"));
    QCOMPARE(m_kept->find(third)->givenName, QStringLiteral("seed 5")); // what is saved
    m_kept->rename(first, QStringLiteral("first"));
    m_kept->rename(third, {});
    QCOMPARE(m_kept->find(third)->name(), QStringLiteral("seed 6"));
    QCOMPARE(m_kept->find(second)->name(), QStringLiteral("seed 5 (2)")); // what it was called so far
}

void TestKeptRuns::runsThatAreDrawnTogetherLookDifferent()
{
    std::vector<KeptRunId> drawn; // every second one: looks come twice
    for (int i = 0; i < 2 * KeptRuns::kLooks; ++i)
        if (const KeptRunId id = m_kept->add(longRun(10), QString::number(i)); i % 2 == 0)
            drawn.push_back(id);
    m_kept->setCompared(drawn, true);
    std::set<int> looks;
    for (const KeptRun* run : m_kept->compared())
        looks.insert(run->look);
    QCOMPARE(looks.size(), std::size_t{KeptRuns::kLooks});
}

/// Dashes vanish in noise: as long as there are colours, runs that are drawn together differ by them.
void TestKeptRuns::runsThatAreDrawnTogetherDifferInColour()
{
    std::vector<KeptRunId> ids;
    for (int i = 0; i < 3 * KeptRuns::kColors; ++i)
        ids.push_back(m_kept->add(longRun(10), QString::number(i)));
    std::set<int> colors;
    for (int i = 0; i < KeptRuns::kColors; ++i) // made one after the other they would have one colour
        m_kept->setCompared({ids[std::size_t(i % 3 * KeptRuns::kColors + i / 3)]}, true);
    for (const KeptRun* run : m_kept->compared())
        colors.insert(run->look % KeptRuns::kColors);
    QCOMPARE(colors.size(), std::size_t{KeptRuns::kColors});
}

/// Trained again beside a sweep of which it is a point.
void TestKeptRuns::aSweepKeepsItsPoints()
{
    const auto run = longRun(10);
    const KeptRunId point
        = m_kept->add(run, QStringLiteral("loss scale 1"), QStringLiteral("loss scale from 1 to 2"));
    QSignalSpy renamed(m_kept.get(), &KeptRuns::sweepRenamed);
    m_kept->renameSweep(QStringLiteral("loss scale from 1 to 2"), QStringLiteral("mine"));
    QCOMPARE(renamed.count(), 1);
    QCOMPARE(renamed.first()[1].toString(), QStringLiteral("mine"));
    std::vector<SavedRun> saved(1);
    saved[0].run = run->recorded();
    saved[0].label.madeName = "Circle";
    QCOMPARE(m_kept->addSaved(std::move(saved), {}), std::size_t{1});
    QCOMPARE(m_kept->find(point)->sweep, QStringLiteral("mine"));
    QCOMPARE(m_kept->find(point)->name(), QStringLiteral("loss scale 1"));
}

void TestKeptRuns::anotherTaskIsSetAside()
{
    const KeptRunId run = m_kept->add(longRun(10), QStringLiteral("circle"));
    m_kept->setCompared({run}, true);
    m_kept->setAsideOtherTasks(circle("float16"));
    QCOMPARE(m_kept->compared().size(), std::size_t{1});
    SessionSpec other = circle("float32");
    other.data = {"spiral", {}};
    m_kept->setAsideOtherTasks(other);
    QVERIFY(m_kept->compared().empty());
    QVERIFY(m_kept->find(run)->isCompared()); // as its file has it
    m_kept->setAsideOtherTasks(circle("float32"));
    QCOMPARE(m_kept->compared().size(), std::size_t{1});
    m_kept->setAsideOtherTasks(other);
    m_kept->setCompared({run}, true); // asked for
    QCOMPARE(m_kept->compared().size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestKeptRuns)
#include "tst_kept_runs.moc"
