// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_runner.h"

#include "app/judge/runs/verdicts.h"
#include "tests/session/circle_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <bit>
#include <map>

using namespace ulpscope;

namespace {

using State = SessionRunner::State;

/// Two seconds are promised; a machine that builds beside gets more. What is not stopped goes on for minutes.
constexpr int kSoonMs = 10'000;
constexpr std::int64_t kEndless = 100'000'000;

/// Bit for bit, so that NaN equals itself and 0 does not equal -0.
bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool isSame(const StepRecord& a, const StepRecord& b)
{
    return a.step == b.step && isSame(a.loss, b.loss) && isSame(*a.referenceLoss, *b.referenceLoss)
        && a.lossScale == b.lossScale && a.skipped == b.skipped && a.counts == b.counts
        && isSame(*a.errorVsFloat64, *b.errorVsFloat64) && isSame(a.gradientAmax, b.gradientAmax);
}

bool isSame(const RunHistory& a, const RunHistory& b)
{
    return std::equal(a.records().begin(), a.records().end(), b.records().begin(), b.records().end(),
        [](const StepRecord& x, const StepRecord& y) { return isSame(x, y); });
}

} // namespace

class TestSessionRunner : public CircleTest
{
    Q_OBJECT
private slots:
    void initTestCase() { loadCircle(); }
    void runsToTheEndWithASummary();
    void startWithoutStepsOnlyLoads();
    void stopKeepsWhatWasComputedAndAnswersSoon();
    void itsThreadsGiveWayToTheWindows();
    void resumedRunEqualsAnUninterruptedOne();
    void trainsOnAfterTheEnd();
    void aRunStaysUntilTheNextIsLoaded();
    void tensorsAreThoseOfTheLoadedRun();
    void evaluationsAreThoseOfTheLoadedRunAndCostItNothing();
    void anEarlierStepIsLookedAtAndLeft();
    void anAnswerToAnEarlierQuestionIsNotTheLast();
    void aRunThatIsStartedWhenAnotherFailsIsFetched();
    void startingAgainAndAgainKeepsOnlyTheLast();
    void aSessionThatCannotRunFailsOnce();
    void missingDataNamesItsPackage();
    void workerWaitsForItsReader();
    void busyWindowGetsOneBatch();
    void destructionWhileRunningIsQuick();
    void destructionWhileLoadingIsQuick();
    void goesBackAndComesToTheSameNumbers();
    void pausesWhereAConditionIsMet();
    void watchesAreThoseOfTheSessionNow();
    void pausesWhereItDivergesIfWanted();
    void aFinishedRunGoesOnAsALongerOne();
    void accuracyIsMeasuredNowAndThen();
    void circleIsRepairedByTheActionOfItsVerdict();
};

void TestSessionRunner::runsToTheEndWithASummary()
{
    SessionRunner runner(m_kernels, 2);
    QCOMPARE(runner.state(), State::Empty);
    QVERIFY(runner.history() == nullptr);
    QList<State> states;
    connect(&runner, &SessionRunner::stateChanged, &runner, [&](State state) { states.append(state); });
    runner.start(session(200));
    QVERIFY(runner.history() == nullptr); // until it is loaded
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(states, QList<State>({State::Loading, State::Running, State::Finished}));
    QCOMPARE(runner.history()->records().size(), std::size_t{200});
    for (std::size_t i = 0; i < 200; ++i)
        QCOMPARE(runner.history()->records()[i].step, static_cast<std::int64_t>(i));
    QVERIFY(!runner.history()->paths().empty());
    QVERIFY(runner.history()->summary.has_value());
    QCOMPARE(runner.history()->summary->totals.steps, 200);
    QCOMPARE(runner.history()->stepsDone(), 200);
    QVERIFY(runner.history()->stepsPerSecond > 0);
    QVERIFY(!runner.history()->tensors().empty());
}

void TestSessionRunner::startWithoutStepsOnlyLoads()
{
    SessionRunner runner(m_kernels, 1);
    runner.start(session(100), 0);
    QTRY_COMPARE(runner.state(), State::Paused);
    QVERIFY(runner.history()->records().empty());
    runner.resume(1);
    QTRY_COMPARE(runner.state(), State::Paused);
    QTRY_COMPARE(runner.history()->records().size(), std::size_t{1});
    QVERIFY(!runner.history()->summary.has_value());
}

void TestSessionRunner::stopKeepsWhatWasComputedAndAnswersSoon()
{
    SessionRunner runner(m_kernels, 2);
    QSignalSpy grew(&runner, &SessionRunner::historyGrew);
    runner.start(session(kEndless));
    QTRY_VERIFY(grew.count() >= 2);
    QElapsedTimer timer;
    timer.start();
    runner.stop();
    QTRY_COMPARE(runner.state(), State::Paused);
    // 100 ms are the aim; a machine that also builds and runs other tests gets more.
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    const std::size_t kept = runner.history()->records().size();
    QVERIFY(kept > 0);
    // The run's thread answers in order: after this nothing is under way.
    QSignalSpy ready(&runner, &SessionRunner::tensorReady);
    runner.askForTensor(runner.history().get(), runner.history()->tensors().back());
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(runner.history()->records().size(), kept);
    runner.resume();
    QCOMPARE(runner.state(), State::Running);
    QTRY_VERIFY(runner.history()->records().size() > kept);
}

#if defined(Q_OS_LINUX)
void TestSessionRunner::itsThreadsGiveWayToTheWindows()
{
    const auto niceness = [] {
        std::map<QString, int> byThread;
        for (const QString& thread :
            QDir(QStringLiteral("/proc/self/task")).entryList(QDir::AllDirs | QDir::NoDotAndDotDot)) {
            QFile file(QStringLiteral("/proc/self/task/%1/stat").arg(thread));
            if (file.open(QIODevice::ReadOnly)) // proc(5): the 19th field, the 17th behind the name
                byThread[thread] = QString::fromUtf8(file.readAll())
                                       .section(QStringLiteral(") "), -1)
                                       .split(QLatin1Char(' '))[16]
                                       .toInt();
        }
        return byThread;
    };
    const std::map<QString, int> before = niceness();
    SessionRunner runner(m_kernels, 2);
    QSignalSpy grew(&runner, &SessionRunner::historyGrew);
    runner.start(session(kEndless));
    QTRY_VERIFY(grew.count() >= 2);
    const int own = before.at(QString::number(QCoreApplication::applicationPid()));
    int ofRun = 0;
    for (const auto& [thread, nice] : niceness()) {
        if (before.contains(thread)) {
            QCOMPARE(nice, before.at(thread));
            continue;
        }
        ++ofRun;
        QVERIFY(nice > own || own == 19);
    }
    QVERIFY(ofRun >= 1);
}
#else
void TestSessionRunner::itsThreadsGiveWayToTheWindows() { }
#endif

void TestSessionRunner::resumedRunEqualsAnUninterruptedOne()
{
    SessionRunner whole(m_kernels, 2);
    whole.start(session(300));
    SessionRunner parts(m_kernels, 1);
    parts.start(session(300), 100);
    QTRY_COMPARE(parts.state(), State::Paused);
    QCOMPARE(parts.history()->records().size(), std::size_t{100});
    parts.resume(33);
    QTRY_COMPARE(parts.state(), State::Paused);
    QCOMPARE(parts.history()->records().size(), std::size_t{133});
    parts.resume();
    QTRY_COMPARE(parts.state(), State::Finished);
    QTRY_COMPARE(whole.state(), State::Finished);
    QVERIFY(isSame(*whole.history(), *parts.history()));
    QVERIFY(isSame(whole.history()->summary->last.loss, parts.history()->summary->last.loss));
    QCOMPARE(whole.history()->summary->testAccuracy, parts.history()->summary->testAccuracy);
    for (std::size_t i = 0; i < whole.history()->paths().size(); ++i) {
        const PathId path(i);
        const Series* a = whole.history()->series(path, TensorRole::Weight, Metric::AccumulatedError);
        const Series* b = parts.history()->series(path, TensorRole::Weight, Metric::AccumulatedError);
        QCOMPARE(a == nullptr, b == nullptr);
        if (a != nullptr)
            QCOMPARE(a->values, b->values);
    }
}

void TestSessionRunner::trainsOnAfterTheEnd()
{
    SessionRunner runner(m_kernels, 1);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    runner.resume(); // to an end that is reached already
    QCOMPARE(runner.state(), State::Finished);
    runner.resume(5);
    QCOMPARE(runner.state(), State::Running);
    QVERIFY(!runner.history()->summary.has_value());
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(runner.history()->records().size(), std::size_t{25});
    QCOMPARE(runner.history()->summary->totals.steps, 25);
}

void TestSessionRunner::aRunStaysUntilTheNextIsLoaded()
{
    SessionRunner runner(m_kernels, 1);
    QSignalSpy replaced(&runner, &SessionRunner::historyReplaced);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(replaced.count(), 1);
    const std::shared_ptr<const RunHistory> first = runner.history();
    runner.start(session(30));
    QCOMPARE(runner.state(), State::Loading);
    QCOMPARE(runner.session()->training.steps, 30);
    QCOMPARE(runner.history(), first);
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(replaced.count(), 2);
    QCOMPARE(runner.history()->records().size(), std::size_t{30});
    // Who holds a run has all of it, whatever the runner does.
    QCOMPARE(first->records().size(), std::size_t{20});
    QVERIFY(first->summary.has_value());
}

void TestSessionRunner::tensorsAreThoseOfTheLoadedRun()
{
    SessionRunner runner(m_kernels, 1);
    QSignalSpy ready(&runner, &SessionRunner::tensorReady);
    QVERIFY(!runner.hasTensorsOf(nullptr));
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> first = runner.history();
    QVERIFY(runner.hasTensorsOf(first.get()));
    // A question whose run goes before it is answered, one about a run that is gone, and one for a tensor that there is not.
    runner.askForTensor(first.get(), first->tensors().front());
    SessionSpec renamed = m_circle;
    renamed.model.layers[1].name = "first";
    renamed.training.steps = 20;
    runner.start(std::make_shared<const SessionSpec>(renamed));
    QVERIFY(!runner.hasTensorsOf(first.get()));
    runner.askForTensor(first.get(), first->tensors().back());
    QTRY_COMPARE(runner.state(), State::Finished);
    runner.askForTensor(first.get(), first->tensors().back());
    const std::shared_ptr<const RunHistory> second = runner.history();
    runner.askForTensor(second.get(), {"sequential/dense_1", "kernel", TensorRole::Weight});
    // Answers come in order: this one is the first.
    runner.askForTensor(second.get(), {"sequential/first", "kernel", TensorRole::Weight});
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(ready[0][0].value<std::shared_ptr<const TensorSnapshot>>()->name.layer, "sequential/first");
    // A run that cannot be loaded takes the tensors away, the metrics stay.
    SessionSpec broken = m_circle;
    broken.model.layers[1].config.set("units", std::int64_t{0});
    runner.start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE(runner.state(), State::Empty);
    QVERIFY(!runner.hasTensorsOf(second.get()));
    QCOMPARE(runner.history(), second);
}

void TestSessionRunner::anEarlierStepIsLookedAtAndLeft()
{
    const TensorName kernel{"sequential/dense_2", "kernel", TensorRole::Weight};
    const TensorName gradient{"sequential/dense_2", "kernel gradient", TensorRole::WeightGradient};
    const auto ask = [](SessionRunner& runner, const TensorName& name, std::optional<std::int64_t> step) {
        QSignalSpy ready(&runner, &SessionRunner::tensorReady);
        runner.askForTensor(runner.history().get(), name, step);
        return ready.count() > 0 || ready.wait() ? ready[0][0].value<std::shared_ptr<const TensorSnapshot>>()
                                                 : nullptr;
    };
    SessionRunner whole(m_kernels, 2);
    whole.start(session(300), 200);
    QTRY_COMPARE(whole.state(), State::Paused);
    SessionRunner there(m_kernels, 1);
    there.start(session(300), 78);
    QTRY_COMPARE(there.state(), State::Paused);
    for (const TensorName& name : {kernel, gradient}) {
        const auto asked = ask(whole, name, 77);
        const auto found = ask(there, name, {});
        QVERIFY(asked && found);
        QCOMPARE(asked->step, 77);
        QVERIFY(!asked->values.empty());
        QCOMPARE(asked->values, found->values);
        QCOMPARE(asked->reference, found->reference);
        QCOMPARE(ask(whole, name, {})->step, 199); // it is back
        QCOMPARE(ask(whole, name, 5000)->step, 199); // which it has not
    }
    QSignalSpy evaluated(&whole, &SessionRunner::evaluationReady);
    whole.askForEvaluation(whole.history().get(), {whole.history()->sample().test}, 77);
    QTRY_COMPARE(evaluated.count(), 1);
    QCOMPARE(evaluated[0][0].value<std::shared_ptr<const Evaluation>>()->stepsDone, 78);
    // And goes on as if nobody had asked.
    whole.resume();
    QTRY_COMPARE(whole.state(), State::Finished);
    (void)ask(whole, kernel, 3);
    SessionRunner left(m_kernels, 2);
    left.start(session(300));
    QTRY_COMPARE(left.state(), State::Finished);
    QVERIFY(isSame(*whole.history(), *left.history()));
    QCOMPARE(ask(whole, kernel, {})->values, ask(left, kernel, {})->values);
}

void TestSessionRunner::evaluationsAreThoseOfTheLoadedRunAndCostItNothing()
{
    SessionRunner asked(m_kernels, 2);
    QSignalSpy ready(&asked, &SessionRunner::evaluationReady);
    asked.start(session(300), 100);
    QTRY_COMPARE(asked.state(), State::Paused);
    const std::shared_ptr<const RunHistory> first = asked.history();
    QCOMPARE(first->sample().trainCount, 512);
    QCOMPARE(first->sample().train->count, 512);
    asked.askForEvaluation(first.get(), {first->sample().test});
    QTRY_COMPARE(ready.count(), 1);
    const auto answer = [&](int i) { return ready[i][0].value<std::shared_ptr<const Evaluation>>(); };
    QCOMPARE(answer(0)->examples, first->sample().test);
    QCOMPARE(answer(0)->stepsDone, 100);
    QCOMPARE(answer(0)->candidate.losses.size(), std::size_t{512});
    asked.resume();
    while (asked.state() != State::Finished) { // as often as it can be asked
        const auto count = ready.count();
        asked.askForEvaluation(first.get(), {first->sample().train});
        QTRY_VERIFY(ready.count() > count);
    }
    SessionRunner left(m_kernels, 2);
    left.start(session(300));
    QTRY_COMPARE(left.state(), State::Finished);
    QVERIFY(isSame(*asked.history(), *left.history()));
    // Both kinds of questions are answered, and one about a run that goes is dropped.
    QSignalSpy tensors(&asked, &SessionRunner::tensorReady);
    const auto count = ready.count();
    asked.askForTensor(first.get(), first->tensors().front());
    asked.askForEvaluation(first.get(), {first->sample().test});
    QTRY_COMPARE(tensors.count(), 1);
    QTRY_COMPARE(ready.count(), count + 1);
    SessionRunner paused(m_kernels, 1); // a pause may cut an answer short, but it is given
    QSignalSpy given(&paused, &SessionRunner::evaluationReady);
    paused.start(session(kEndless));
    QTRY_VERIFY(paused.history() && !paused.history()->records().empty());
    for (int i = 0; i < 30; ++i) {
        paused.askForEvaluation(paused.history().get(), {paused.history()->sample().train});
        QTest::qSleep(i % 4);
        paused.stop();
        QTRY_COMPARE(paused.state(), State::Paused);
        QTRY_COMPARE(given.count(), i + 1);
        paused.resume();
    }
    paused.stop();
    asked.start(session(20));
    asked.askForEvaluation(first.get(), {first->sample().test});
    QTRY_COMPARE(asked.state(), State::Finished);
    asked.askForEvaluation(first.get(), {first->sample().test});
    asked.askForEvaluation(asked.history().get(), {asked.history()->sample().train});
    QTRY_COMPARE(ready.count(), count + 2);
    QCOMPARE(answer(int(ready.count()) - 1)->stepsDone, 20);
}

void TestSessionRunner::anAnswerToAnEarlierQuestionIsNotTheLast()
{
    SessionRunner runner(m_kernels, 2);
    QSignalSpy ready(&runner, &SessionRunner::evaluationReady);
    runner.start(session(20));
    QTRY_COMPARE(runner.state(), State::Finished);
    const RunHistory* run = runner.history().get();
    const std::shared_ptr<const Examples> few = run->sample().test;
    auto many = std::make_shared<Examples>(); // which take longer than reports lie there
    for (int i = 0; i < 1000; ++i) {
        many->features.insert(many->features.end(), few->features.begin(), few->features.end());
        many->targets.insert(many->targets.end(), few->targets.begin(), few->targets.end());
        many->count += few->count;
    }
    runner.askForEvaluation(run, {few});
    QTest::qSleep(100); // answered, but this thread has not looked
    runner.askForEvaluation(run, {many});
    QTRY_COMPARE(ready.count(), 2);
    QCOMPARE(ready[1][0].value<std::shared_ptr<const Evaluation>>()->examples, many);
}

void TestSessionRunner::aRunThatIsStartedWhenAnotherFailsIsFetched()
{
    SessionRunner runner(m_kernels, 1);
    connect(&runner, &SessionRunner::stateChanged, &runner, [&](State state) {
        if (state == State::Empty)
            runner.start(session(20));
    });
    SessionSpec broken = m_circle;
    broken.model.layers[1].config.set("units", std::int64_t{0});
    runner.start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE(runner.state(), State::Finished);
}

void TestSessionRunner::startingAgainAndAgainKeepsOnlyTheLast()
{
    SessionRunner runner(m_kernels, 2);
    runner.start(session(kEndless));
    QTRY_VERIFY(runner.history() && !runner.history()->records().empty());
    for (int i = 0; i < 20; ++i)
        runner.start(session(40 + i));
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(runner.history()->session().training.steps, 59);
    QCOMPARE(runner.history()->records().size(), std::size_t{59});
}

void TestSessionRunner::aSessionThatCannotRunFailsOnce()
{
    SessionSpec broken = m_circle;
    broken.model.layers[1].config.set("units", std::int64_t{0});
    SessionRunner runner(m_kernels, 1);
    QSignalSpy failed(&runner, &SessionRunner::failed);
    runner.start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE(failed.count(), 1);
    QTest::qWait(50);
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().startsWith(QStringLiteral("layers[1].units: ")));
    QVERIFY(failed[0][1].toString().isEmpty());
    QCOMPARE(runner.state(), State::Empty);
    runner.resume();
    runner.stop();
    QCOMPARE(runner.state(), State::Empty);
    runner.start(session(10));
    QTRY_COMPARE(runner.state(), State::Finished);
}

void TestSessionRunner::missingDataNamesItsPackage()
{
    SessionSpec clothes = m_circle;
    clothes.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{28, 28}}}, {}, {}},
        {"flatten", "Flatten", {}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{10}}}, {}, {}},
    };
    clothes.data = {"fashion_mnist", {{"folder", std::string("/nonexistent")}}};
    clothes.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    SessionRunner runner(m_kernels, 1);
    QSignalSpy failed(&runner, &SessionRunner::failed);
    runner.start(std::make_shared<const SessionSpec>(clothes));
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY2(!failed[0][0].toString().isEmpty(), "says what is missing");
    QCOMPARE(failed[0][1].toString(), QStringLiteral("dataset-fashion-mnist"));
}

void TestSessionRunner::workerWaitsForItsReader()
{
    RunWorker worker(session(kEndless), m_kernels, 2, {}, nullptr);
    worker.train({});
    std::int64_t next = 0;
    for (int round = 0; round < 3; ++round) {
        QThread::msleep(500);
        std::size_t records = 0;
        for (const RunReport& report : worker.takeReports()) {
            if (const auto* batch = std::get_if<RunBatch>(&report)) {
                for (const StepRecord& record : batch->records)
                    QCOMPARE(record.step, next++);
                records += batch->records.size();
            }
        }
        QVERIFY(records > 0);
        QVERIFY(records <= RunWorker::kMaxUnreadRecords);
    }
}

void TestSessionRunner::busyWindowGetsOneBatch()
{
    SessionRunner runner(m_kernels, 2);
    QSignalSpy grew(&runner, &SessionRunner::historyGrew);
    runner.start(session(kEndless));
    QTRY_VERIFY(grew.count() >= 1);
    const auto before = grew.count();
    const std::size_t records = runner.history()->records().size();
    QThread::msleep(500); // a window that is busy for as long
    QTRY_VERIFY(grew.count() > before);
    QCOMPARE(grew.count(), before + 1);
    QVERIFY(runner.history()->records().size() - records <= RunWorker::kMaxUnreadRecords);
}

void TestSessionRunner::destructionWhileRunningIsQuick()
{
    QElapsedTimer timer;
    {
        SessionRunner runner(m_kernels, 2);
        QSignalSpy grew(&runner, &SessionRunner::historyGrew);
        runner.start(session(kEndless));
        QTRY_VERIFY(grew.count() >= 1);
        timer.start();
    }
    QVERIFY2(timer.elapsed() < kSoonMs, qPrintable(QString::number(timer.elapsed())));
}

void TestSessionRunner::destructionWhileLoadingIsQuick()
{
    SessionSpec slow = m_circle; // orthogonal: minutes of Gram and Schmidt
    slow.model.layers[1].config.set("units", std::int64_t{4096});
    slow.model.layers[2].config.set("units", std::int64_t{4096});
    slow.model.layers[2].config.set("kernel_initializer", std::string("orthogonal"));
    QElapsedTimer timer;
    {
        SessionRunner runner(m_kernels, 2);
        QSignalSpy failed(&runner, &SessionRunner::failed);
        runner.start(std::make_shared<const SessionSpec>(slow));
        QTest::qWait(300);
        QCOMPARE(failed.count(), 0);
        QVERIFY(runner.state() == State::Loading);
        timer.start();
    }
    QVERIFY2(timer.elapsed() < kSoonMs, qPrintable(QString::number(timer.elapsed())));
}

void TestSessionRunner::goesBackAndComesToTheSameNumbers()
{
    SessionRunner runner(m_kernels, 2);
    runner.start(session(60));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::vector<StepRecord> first = runner.history()->records();
    QVERIFY(!runner.keptSteps().empty());
    QCOMPARE(runner.keptSteps().front(), std::int64_t{0});
    runner.goTo(23);
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(runner.history()->records().size(), std::size_t{23});
    QSignalSpy tensor(&runner, &SessionRunner::tensorReady);
    runner.askForTensor(runner.history().get(), runner.history()->tensors().front());
    QTRY_COMPARE(tensor.count(), 1);
    QCOMPARE(tensor[0][0].value<std::shared_ptr<const TensorSnapshot>>()->step, std::int64_t{22});
    runner.resume();
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(runner.history()->records().size(), first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        QVERIFY(isSame(runner.history()->records()[i], first[i]));
    runner.goTo(0);
    QTRY_COMPARE(runner.state(), State::Paused);
    QVERIFY(runner.history()->records().empty());
}

void TestSessionRunner::pausesWhereAConditionIsMet()
{
    SessionSpec scaled = m_circle;
    scaled.training.steps = 5000;
    scaled.training.lossWeight = 1;
    scaled.training.optimizer.config.set("learning_rate", 0.1);
    scaled.training.lossScale
        = {"dynamic", {{"initial_scale", 0x1p10}, {"dynamic_growth_steps", std::int64_t{3}}}};
    SessionRunner runner(m_kernels, 1);
    QSignalSpy met(&runner, &SessionRunner::conditionMet);
    runner.start(std::make_shared<const SessionSpec>(scaled), -1, *stopRuleOf("first-skip"));
    QTRY_COMPARE(runner.state(), State::Paused);
    QTRY_COMPARE(met.count(), 1);
    const std::vector<StepRecord>& records = runner.history()->records();
    QVERIFY(records.back().skipped);
    QCOMPARE(std::count_if(records.begin(), records.end(), [](const StepRecord& r) { return r.skipped; }), 1);
    QVERIFY(runner.history()->totals().birthplace != nullptr);
    QCOMPARE(runner.history()->totals().birthplace->step, records.back().step);
}

void TestSessionRunner::watchesAreThoseOfTheSessionNow()
{
    const auto watching = [&](std::vector<WatchSpec> watches) {
        SessionSpec changed = *session(200);
        changed.watches = std::move(watches);
        return std::make_shared<const SessionSpec>(changed);
    };
    SessionRunner runner(m_kernels, 1);
    QSignalSpy met(&runner, &SessionRunner::conditionMet);
    runner.start(watching({{"step >= 3", true}}));
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(runner.history()->stepsDone(), 4);
    runner.replaceSession(watching({{"step >= 3", true}, {"step >= 50", true}}));
    runner.resume(); // the first goes on to be true
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(runner.history()->stepsDone(), 51);
    QCOMPARE(met.last().first().toString(), QStringLiteral("step >= 50"));
    runner.goTo(20);
    QTRY_COMPARE(runner.state(), State::Paused);
    runner.replaceSession(watching({{"step >= 50", false}, {"step >= 100", true}}));
    runner.resume();
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(runner.history()->stepsDone(), 101);
    runner.replaceSession(watching({}));
    runner.resume();
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(met.count(), 3);
    SessionSpec longer = *watching({{"step >= 250", true}});
    longer.training.steps = 300;
    runner.extend(std::make_shared<const SessionSpec>(longer));
    QTRY_COMPARE(runner.state(), State::Paused);
    QCOMPARE(runner.history()->stepsDone(), 251);
}

void TestSessionRunner::pausesWhereItDivergesIfWanted()
{
    SessionSpec large = m_circle;
    large.training.steps = 50;
    large.training.lossScale = {"fixed", {{"scale", 0x1p40}}};
    const auto session = std::make_shared<const SessionSpec>(large);
    SessionRunner runner(m_kernels, 1);
    runner.start(session);
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::optional<std::int64_t> step = runner.history()->totals().divergedAt;
    QVERIFY(step.has_value() && *step < 49);
    QSignalSpy met(&runner, &SessionRunner::conditionMet);
    runner.setPausesAtDivergence(true);
    runner.start(session);
    QTRY_COMPARE(runner.state(), State::Paused);
    QTRY_COMPARE(met.count(), 1);
    QCOMPARE(runner.history()->stepsDone(), *step + 1);
    runner.resume(); // once: it has diverged
    QTRY_COMPARE(runner.state(), State::Finished);
    QCOMPARE(runner.history()->stepsDone(), 50);
    QCOMPARE(met.count(), 1);
    QVERIFY(!runner.history()->accuracy()->candidate.has_value());
}

void TestSessionRunner::aFinishedRunGoesOnAsALongerOne()
{
    SessionRunner whole(m_kernels, 1);
    whole.start(session(300));
    SessionRunner runner(m_kernels, 1);
    runner.start(session(200));
    QTRY_COMPARE(runner.state(), State::Finished);
    const std::shared_ptr<const RunHistory> shorter = runner.history();
    const RunSummary before = *shorter->summary;
    runner.extend(session(300));
    QCOMPARE(runner.state(), State::Running);
    QVERIFY(runner.history() != shorter);
    QVERIFY(!runner.history()->summary.has_value());
    QCOMPARE(runner.history()->accuracy()->steps, 200); // until there is a newer one
    QTRY_COMPARE(runner.state(), State::Finished);
    QTRY_COMPARE(whole.state(), State::Finished);
    QVERIFY(isSame(*whole.history(), *runner.history()));
    QCOMPARE(runner.session()->training.steps, 300);
    QCOMPARE(runner.history()->session().training.steps, 300);
    const RunSummary& summary = *runner.history()->summary;
    QCOMPARE(summary.totals.steps, 300);
    QVERIFY(summary.totals.counts == whole.history()->summary->totals.counts);
    QVERIFY(summary.testMetrics == whole.history()->summary->testMetrics);
    // What was there is as it was.
    QCOMPARE(shorter->stepsDone(), 200);
    QCOMPARE(shorter->session().training.steps, 200);
    QVERIFY(shorter->summary->testMetrics == before.testMetrics);
    // And it is a run like any other.
    runner.goTo(250);
    QTRY_COMPARE(runner.state(), State::Paused);
    runner.resume();
    QTRY_COMPARE(runner.state(), State::Finished);
    QVERIFY(isSame(*whole.history(), *runner.history()));
}

void TestSessionRunner::accuracyIsMeasuredNowAndThen()
{
    SessionRunner runner(m_kernels, 1);
    QElapsedTimer timer;
    timer.start();
    runner.start(session(kEndless));
    QTRY_VERIFY_WITH_TIMEOUT(runner.history() && runner.history()->accuracy().has_value(), kSoonMs);
    QVERIFY(double(timer.elapsed()) >= 1000 * RunWorker::kAccuracySeconds);
    const RunAccuracy accuracy = *runner.history()->accuracy();
    runner.stop();
    QTRY_COMPARE(runner.state(), State::Paused);
    QVERIFY(accuracy.steps > 0 && accuracy.steps <= runner.history()->stepsDone());
    QVERIFY(*accuracy.candidate > 0.5 && *accuracy.candidate <= 1);
    QVERIFY(*accuracy.reference > 0.5);
    // The same as at the end of a run that is as long: its sample holds all of its few test examples.
    SessionRunner other(m_kernels, 1);
    other.start(session(accuracy.steps));
    QTRY_COMPARE_WITH_TIMEOUT(other.state(), State::Finished, 10 * kSoonMs);
    QCOMPARE(other.history()->accuracy()->candidate, accuracy.candidate);
    QCOMPARE(other.history()->accuracy()->reference, accuracy.reference);
    // Where it went back to was before it.
    runner.goTo(0);
    QTRY_VERIFY(!runner.history()->accuracy().has_value());
}

void TestSessionRunner::circleIsRepairedByTheActionOfItsVerdict()
{
    SessionRunner runner(m_kernels, 2);
    runner.start(std::make_shared<const SessionSpec>(m_circle));
    QTRY_COMPARE_WITH_TIMEOUT(runner.state(), State::Finished, 60'000);
    const std::shared_ptr<const RunHistory> before = runner.history();
    // The bands of flushed gradients that this scene is for; measured at seed 1: 87 % and 9 %.
    QVERIFY2(*before->totals().counts.gradientsFlushedPercent() >= 75
            && *before->totals().counts.gradientsFlushedPercent() <= 92,
        qPrintable(QString::number(*before->totals().counts.gradientsFlushedPercent())));
    const Verdict verdict = judge(m_circle, before->totals(), before->last());
    QCOMPARE(verdict.ruleId, std::string("gradients_flushed"));
    QCOMPARE(verdict.repairs.front().text.text(), std::string("Try loss scale 1024"));

    SessionSpec repaired = m_circle;
    verdict.repairs.front().edit(repaired);
    runner.start(std::make_shared<const SessionSpec>(repaired));
    QTRY_COMPARE_WITH_TIMEOUT(runner.state(), State::Finished, 60'000);
    const std::shared_ptr<const RunHistory> after = runner.history();
    QVERIFY2(*after->totals().counts.gradientsFlushedPercent() < 30,
        qPrintable(QString::number(*after->totals().counts.gradientsFlushedPercent())));
    const Verdict second = judge(repaired, after->totals(), after->last());
    QVERIFY2(second.ruleId != "gradients_flushed", second.sentence.text().c_str());
    qInfo("%.1f %% -> %.1f %%, %.0f steps/s: %s", *before->totals().counts.gradientsFlushedPercent(),
        *after->totals().counts.gradientsFlushedPercent(), runner.history()->stepsPerSecond,
        second.sentence.text().c_str());
}

QTEST_GUILESS_MAIN(TestSessionRunner)
#include "tst_session_runner.moc"
