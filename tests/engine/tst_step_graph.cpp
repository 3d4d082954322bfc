// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a step: which waits for which, and which do not, so that lanes and phases run side by side.
#include "engine/base/check.h"
#include "engine/data/dataset_catalog.h"
#include "engine/train/step_graph.h"
#include "tests/engine/small_sessions.h"

#include <QTest>
#include <algorithm>

using namespace ulpscope;

namespace {

/// Whether `later` begins after `earlier` has ended, whatever else there is.
bool isAfter(const StepGraph& graph, std::size_t later, std::size_t earlier)
{
    return std::ranges::any_of(graph.tasks()[later].after,
        [&](std::size_t needed) { return needed == earlier || isAfter(graph, needed, earlier); });
}

bool has(const StepGraph& graph, TaskName name)
{
    return std::ranges::find(graph.names(), name) != graph.names().end();
}

bool isAfter(const StepGraph& graph, TaskName later, TaskName earlier)
{
    const auto place = [&](TaskName name) {
        const auto found = std::ranges::find(graph.names(), name);
        return static_cast<std::size_t>(found - graph.names().begin());
    };
    return has(graph, later) && has(graph, earlier) && isAfter(graph, place(later), place(earlier));
}

std::unique_ptr<RunLanes> lanesOf(WatchMode watch)
{
    std::vector<CheckedSession> checked;
    for (const char* policy : {"mixed_float16", "mixed_bfloat16"}) {
        SessionSpec session = circle(policy);
        session.probes.watch = watch;
        checked.push_back(*resolveSession(session));
    }
    return std::make_unique<RunLanes>(
        checked, *loadDataset(checked[0].session.data, 1), *Kernels::load(), std::stop_token{});
}

bool movesWeights(const TaskName& name)
{
    return name.task == StepTask::Update;
}

bool comesAfterAnUpdate(const TaskName& name)
{
    return name.task == StepTask::CountLostUpdates || name.task == StepTask::MeasureKept
        || name.task == StepTask::MeasureChanges;
}

} // namespace

class TestStepGraph : public QObject
{
    Q_OBJECT

private slots:
    void allStepsWaitForWhatTheyNeed_data() { addSteps(); }
    void allStepsWaitForWhatTheyNeed()
    {
        QFETCH(WatchMode, watch);
        QFETCH(bool, isSampled);
        QFETCH(bool, isInterruptible);
        const std::unique_ptr<RunLanes> run = lanesOf(watch);
        const StepGraph graph = graphOfStep(*run, isSampled, isInterruptible);
        const Lane* reference = run->reference.get();
        QCOMPARE(reference != nullptr, watch == WatchMode::Reference);
        for (const auto& candidate : run->candidates) {
            const Lane* own = &candidate->lane;
            const auto waits
                = [&](TaskName later, TaskName earlier) { return isAfter(graph, later, earlier); };
            QVERIFY(waits({StepTask::CompareStep, own}, {StepTask::Gradients, own}));
            QVERIFY(waits({StepTask::Update, own}, {StepTask::Gradients, own}));
            if (reference != nullptr) {
                QVERIFY(waits({StepTask::CompareStep, own}, {StepTask::Gradients, reference}));
                QVERIFY(waits({StepTask::Update, reference}, {StepTask::Gradients, reference}));
                QVERIFY(waits({StepTask::Update, reference}, {StepTask::KeepWeights, reference}));
                QVERIFY(waits({StepTask::CountLostUpdates, own}, {StepTask::Update, reference}));
            }
            QVERIFY(waits({StepTask::CountLostUpdates, own}, {StepTask::Update, own}));
            QCOMPARE(has(graph, {StepTask::RedoBegin, own}), isSampled);
            QCOMPARE(has(graph, {StepTask::MeasureChanges, own}), isSampled);
            if (!isSampled)
                continue;
            QVERIFY(waits({StepTask::RedoEnd, own}, {StepTask::RedoBegin, own}));
            QVERIFY(waits({StepTask::Update, own}, {StepTask::RedoBegin, own})); // which keeps the weights
            const TaskName float64 = reference != nullptr ? TaskName{StepTask::Gradients, reference}
                                                          : TaskName{StepTask::RedoBegin, own};
            QVERIFY(waits({StepTask::ComparePasses, own}, float64));
            for (const StepTask metrics : {StepTask::MeasureKept, StepTask::MeasureChanges}) {
                QVERIFY(waits({metrics, own}, {StepTask::Update, own}));
                QCOMPARE(waits({metrics, own}, {StepTask::Update, reference}), reference != nullptr);
            }
            QVERIFY(waits({StepTask::MeasureChanges, own}, {StepTask::CountLostUpdates, own}));
        }
    }

    void noWeightMovesBeforeAllThatAStopCouldCutShort_data() { addSteps(); }
    void noWeightMovesBeforeAllThatAStopCouldCutShort()
    {
        QFETCH(WatchMode, watch);
        QFETCH(bool, isSampled);
        QFETCH(bool, isInterruptible);
        const std::unique_ptr<RunLanes> run = lanesOf(watch);
        const StepGraph graph = graphOfStep(*run, isSampled, isInterruptible);
        bool waitsForAll = true;
        for (const TaskName& update : graph.names())
            for (const TaskName& other : graph.names())
                if (movesWeights(update) && !movesWeights(other) && !comesAfterAnUpdate(other))
                    waitsForAll = waitsForAll && isAfter(graph, update, other);
        QCOMPARE(waitsForAll, isInterruptible);
    }

    void lanesThatAreNotStoppedDoNotWaitForEachOther_data()
    {
        QTest::addColumn<WatchMode>("watch");
        QTest::addColumn<bool>("isSampled");
        for (const bool isSampled : {false, true}) {
            QTest::addRow("twin, %s", isSampled ? "sampled" : "any") << WatchMode::Reference << isSampled;
            QTest::addRow("step, %s", isSampled ? "sampled" : "any") << WatchMode::Step << isSampled;
        }
    }
    void lanesThatAreNotStoppedDoNotWaitForEachOther()
    {
        QFETCH(WatchMode, watch);
        QFETCH(bool, isSampled);
        const std::unique_ptr<RunLanes> run = lanesOf(watch);
        const StepGraph graph = graphOfStep(*run, isSampled, false);
        const Lane* first = &run->candidates[0]->lane;
        const Lane* second = &run->candidates[1]->lane;
        for (const TaskName& name : graph.names())
            for (const TaskName& other : graph.names()) {
                if (name.lane == first)
                    QVERIFY(!isAfter(graph, name, {other.task, second}));
                if (name.lane == second)
                    QVERIFY(!isAfter(graph, name, {other.task, first}));
            }
        // Neither the reference nor a comparison holds up an update, and what the redo still has to do does not either.
        for (const Lane* own : {first, second})
            for (const TaskName& other : graph.names())
                if (other.lane == run->reference.get() || other.task == StepTask::ComparePasses
                    || other.task == StepTask::CompareStep || other.task == StepTask::RedoEnd)
                    QVERIFY(!isAfter(graph, {StepTask::Update, own}, other));
    }

    void aTaskThatIsAddedTooLateToBeWaitedForIsRefused()
    {
        const std::unique_ptr<RunLanes> run = lanesOf(WatchMode::Reference);
        const Lane* lane = run->reference.get();
        StepGraph graph;
        graph.add({StepTask::Update, lane}, 0, {{StepTask::Gradients, lane}}, [] {});
        QVERIFY_EXCEPTION_THROWN(graph.add({StepTask::Gradients, lane}, 0, {}, [] {}), ContractError);
        graph.add({StepTask::Gradients, &run->candidates[0]->lane}, 0, {}, [] {}); // another lane's
        QVERIFY(graph.tasks().back().after.empty());
    }

private:
    void addSteps()
    {
        QTest::addColumn<WatchMode>("watch");
        QTest::addColumn<bool>("isSampled");
        QTest::addColumn<bool>("isInterruptible");
        for (const WatchMode watch : {WatchMode::Reference, WatchMode::Step})
            for (const bool isSampled : {false, true})
                for (const bool isInterruptible : {false, true})
                    QTest::addRow("%s, %s, %s", watch == WatchMode::Reference ? "twin" : "step",
                        isSampled ? "sampled" : "any",
                        isInterruptible ? "interruptible" : "not interruptible")
                        << watch << isSampled << isInterruptible;
    }
};

QTEST_GUILESS_MAIN(TestStepGraph)
#include "tst_step_graph.moc"
