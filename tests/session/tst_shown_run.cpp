// SPDX-License-Identifier: GPL-3.0-or-later
// The run on the screen: all views see the same one at the same time, and none is taken away before there is another to see.
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "tests/session/circle_test.h"

#include <QSignalSpy>
#include <QTest>

using namespace ulpscope;

namespace {

using State = SessionRunner::State;

} // namespace

class TestShownRun : public CircleTest
{
    Q_OBJECT
private slots:
    void initTestCase() { loadCircle(); }
    void aRunIsShownFromItsFirstStepOn();
    void aRunThatCannotBeLoadedTakesNothingAway();
    void aRunWithoutStepsIsShownAndIsNoGhost();
    void aRunOfOtherDataIsNoGhost();
    void aRunThatIsTrainedAgainIsNoGhost();
    void whatBeginsAfreshHasNoGhost();
    void goingBackIsAnnounced();
    void growsInPlace();
    void startingAgainAndAgainShowsOnlyTheLast();
};

void TestShownRun::aRunIsShownFromItsFirstStepOn()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    QVERIFY(!shown.run() && !shown.ghost());
    // At each signal there is a run with steps, and it is the runner's.
    connect(&shown, &ShownRun::replaced, &shown, [&] {
        QCOMPARE(shown.run(), runner.history());
        QVERIFY(!shown.run()->records().empty());
    });
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> first = shown.run();
    QCOMPARE(first->records().size(), std::size_t{20});
    QVERIFY(!shown.ghost());
    QSignalSpy replaced(&shown, &ShownRun::replaced);
    runner.start(session(30));
    QCOMPARE(shown.run(), first);
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(shown.run()->records().size(), std::size_t{30});
    QCOMPARE(shown.ghost(), first);
}

void TestShownRun::aRunThatCannotBeLoadedTakesNothingAway()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> first = shown.run();
    QSignalSpy replaced(&shown, &ShownRun::replaced);
    SessionSpec broken = m_circle;
    broken.model.layers[1].config.set("units", std::int64_t{0});
    runner.start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE(runner.state(), State::Empty);
    QCOMPARE(replaced.count(), 0);
    QCOMPARE(shown.run(), first);
    QCOMPARE(shown.run()->records().size(), std::size_t{20});
}

void TestShownRun::aRunWithoutStepsIsShownAndIsNoGhost()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> first = shown.run();
    runner.start(session(30), 0);
    QTRY_COMPARE(runner.state(), State::Paused);
    QVERIFY(shown.run() != first && shown.run()->records().empty());
    QCOMPARE(shown.ghost(), first);
    runner.start(session(40));
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(shown.ghost(), first);
}

void TestShownRun::aRunOfOtherDataIsNoGhost()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    SessionSpec moons = m_circle;
    moons.data = {"moons", {}};
    moons.training.steps = 20;
    runner.start(std::make_shared<const SessionSpec>(moons));
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(shown.run()->session().data.className, std::string("moons"));
    QVERIFY(!shown.ghost());
}

/// It has the same numbers: the run before the last change stays to be compared with.
void TestShownRun::aRunThatIsTrainedAgainIsNoGhost()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    const auto train = [&](std::int64_t steps) {
        runner.start(session(steps));
        QTRY_COMPARE(runner.state(), State::Finished);
    };
    train(20);
    train(20);
    QVERIFY(!shown.ghost());
    const std::shared_ptr<const RunHistory> before = shown.run();
    train(30);
    QCOMPARE(shown.ghost(), before);
    train(30);
    QCOMPARE(shown.ghost(), before);
    runner.start(session(30), 0);
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(shown.ghost(), before);
}

void TestShownRun::whatBeginsAfreshHasNoGhost()
{
    SessionRunner runner(m_kernels, 1);
    ShownRun shown(runner);
    const auto train = [&](std::int64_t steps) {
        runner.start(session(steps));
        QTRY_COMPARE(runner.state(), State::Finished);
    };
    train(10);
    train(20);
    shown.setGhost(shown.ghost(), QStringLiteral("chosen"));
    QVERIFY(shown.ghost());
    shown.beginAfresh();
    QVERIFY(!shown.ghost());
    train(30);
    QVERIFY(!shown.ghost());
    const std::shared_ptr<const RunHistory> first = shown.run();
    train(40);
    QCOMPARE(shown.ghost(), first); // and later ones have theirs again
}

void TestShownRun::goingBackIsAnnounced()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    runner.start(session(40));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> run = shown.run();
    QSignalSpy replaced(&shown, &ShownRun::replaced);
    runner.goTo(10);
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(shown.run(), run);
    QCOMPARE(run->records().size(), std::size_t{10});
}

void TestShownRun::growsInPlace()
{
    SessionRunner runner(m_kernels, 1);
    const ShownRun shown(runner);
    runner.start(session(1000), 1);
    QTRY_COMPARE(runner.state(), State::Paused);
    const std::shared_ptr<const RunHistory> run = shown.run();
    QSignalSpy replaced(&shown, &ShownRun::replaced);
    QSignalSpy grew(&shown, &ShownRun::grew);
    runner.resume();
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(shown.run(), run);
    QCOMPARE(replaced.count(), 0);
    QVERIFY(grew.count() > 0);
}

void TestShownRun::startingAgainAndAgainShowsOnlyTheLast()
{
    SessionRunner runner(m_kernels, 2);
    const ShownRun shown(runner);
    runner.start(session(100'000'000));
    QTRY_VERIFY(shown.run());
    QSignalSpy replaced(&shown, &ShownRun::replaced);
    const std::weak_ptr<const RunHistory> endless = shown.run();
    for (int i = 0; i < 20; ++i)
        runner.start(session(40 + i));
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(shown.run()->session().training.steps, 59);
    QCOMPARE(shown.ghost(), endless.lock());
    // Nobody keeps a run that is neither shown nor compared with.
    for (int i = 0; i < 2; ++i) {
        runner.start(session(40 + i));
        QTRY_COMPARE(runner.state(), State::Finished);
    }
    QVERIFY(endless.expired());
}

QTEST_GUILESS_MAIN(TestShownRun)
#include "tst_shown_run.moc"
