// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_graph.h"

#include "engine/base/check.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::size_t kTwinPlace = 0; // in step watch the first candidate's

/// One that is trained.
struct PlacedCandidate
{
    Candidate& candidate;
    const Lane* lane; ///< its own
    std::size_t place;
};

std::vector<PlacedCandidate> placedCandidates(RunLanes& run)
{
    std::vector<PlacedCandidate> placed;
    for (std::size_t i = 0; i < run.candidates.size(); ++i)
        if (!run.candidates[i]->isLeftOut)
            placed.push_back({*run.candidates[i], &run.candidates[i]->lane, i + (run.twin ? 1 : 0)});
    return placed;
}

void addGradients(StepGraph& graph, RunLanes& run)
{
    if (Lane* twin = run.twin.get())
        graph.add({StepTask::Gradients, twin}, kTwinPlace, {}, [&run, twin] {
            run.step.stopUnless(
                twin->computeGradients(run.data, *run.step.batch, run.step.index, run.step.stop));
        });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::Gradients, own}, place, {},
            [&run, &c = c] { run.step.stopUnless(c.computeGradients(run.data, run.step)); });
}

void addRedo(StepGraph& graph, RunLanes& run)
{
    for (const auto& [c, own, place] : placedCandidates(run)) {
        graph.add({StepTask::RedoForward, own}, place, {{StepTask::Gradients, own}},
            [&run, &c = c] { run.step.stopUnless(c.redo.runForward(c.lane, run.data, run.step)); });
        graph.add({StepTask::RedoBackward, own}, place, {{StepTask::RedoForward, own}},
            [&run, &c = c] { run.step.stopUnless(c.redo.runBackward(c.lane, run.step)); });
    }
}

void addCompare(StepGraph& graph, RunLanes& run, bool isSampled)
{
    for (const auto& [c, own, place] : placedCandidates(run)) {
        const TaskName float64
            = run.twin ? TaskName{StepTask::Gradients, run.twin.get()} : TaskName{StepTask::RedoForward, own};
        if (isSampled)
            graph.add({StepTask::ComparePasses, own}, kTwinPlace, {{StepTask::Gradients, own}, float64},
                [&run, &c = c] {
                    if (run.step.isStopped())
                        run.step.wasStopped = true;
                    else
                        c.passes.measurePasses(c.lane, c.redo.float64For(run.twin.get(), run.step));
                });
        graph.add({StepTask::CompareStep, own}, place, {{StepTask::Gradients, own}, float64},
            [&run, &c = c] { c.compareStep(c.redo.float64For(run.twin.get(), run.step)); });
    }
}

void addUpdates(StepGraph& graph, RunLanes& run, bool isInterruptible)
{
    Lane* twin = run.twin.get();
    if (twin != nullptr)
        graph.add({StepTask::KeepWeights, twin}, kTwinPlace, {{StepTask::Gradients, twin}},
            [&run, twin] { keepWeights(*twin, run.twinWeightsBefore); });
    const std::vector<TaskName> all = isInterruptible ? graph.names() : std::vector<TaskName>{};
    const auto andAll = [&all](std::vector<TaskName> after) {
        after.insert(after.end(), all.begin(), all.end());
        return after;
    };
    if (twin != nullptr)
        graph.add({StepTask::Update, twin}, kTwinPlace,
            andAll({{StepTask::Gradients, twin}, {StepTask::KeepWeights, twin}}), [twin] { twin->update(); });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::Update, own}, place,
            andAll({{StepTask::Gradients, own}, {StepTask::RedoForward, own}}),
            [&run, &c = c] { c.update(run.step); });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::CountLostUpdates, own}, place,
            {{StepTask::Update, own}, {StepTask::Update, run.twin.get()}},
            [&run, &c = c] { c.countLostUpdates(run.twin.get(), run.twinWeightsBefore); });
}

void addFigures(StepGraph& graph, RunLanes& run)
{
    const TaskName twinUpdate{StepTask::Update, run.twin.get()};
    for (const auto& [c, own, place] : placedCandidates(run)) {
        graph.add({StepTask::MeasureKept, own}, place, {{StepTask::Update, own}, twinUpdate},
            [&run, &c = c] { c.kept.measureKept(c.lane, c.redo.float64For(run.twin.get(), run.step)); });
        // A layer of the redo that is in its backward pass may have lent its weights away.
        graph.add({StepTask::MeasureChanges, own}, kTwinPlace,
            {{StepTask::CountLostUpdates, own}, twinUpdate, {StepTask::RedoBackward, own}}, [&run, &c = c] {
                c.changes.measureUpdates(c.lane, c.redo.laneBefore(),
                    c.redo.float64For(run.twin.get(), run.step), run.twinWeightsBefore, c.lostUpdates);
            });
    }
}

} // namespace

RunLanes::RunLanes(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
    const std::stop_token& stop)
    : data(std::move(loaded))
    , probes(checked[0].session.probes)
{
    if (probes.watch == WatchMode::Twin)
        twin.reset(new Lane(referenceLane(checked[0], kernels, stop))); // in its place: lanes are not moved
    const bool areInputsFinite = data.train.haveFiniteFeatures();
    for (const CheckedSession& session : checked)
        if (!stop.stop_requested()) // else nobody wants what is made here
            candidates.push_back(std::make_unique<Candidate>(session, areInputsFinite, kernels, stop));
}

void StepGraph::add(
    TaskName name, std::size_t place, const std::vector<TaskName>& after, std::function<void()> work)
{
    check(std::ranges::find(m_missing, name) == m_missing.end(),
        "[StepGraph] a task was to run after one that is added later");
    std::vector<std::size_t> indexes;
    for (const TaskName& needed : after) {
        const auto found = std::ranges::find(m_names, needed);
        if (found == m_names.end())
            m_missing.push_back(needed);
        else
            indexes.push_back(static_cast<std::size_t>(found - m_names.begin()));
    }
    m_tasks.push_back({std::move(work), std::move(indexes), place});
    m_names.push_back(name);
}

StepGraph graphOfStep(RunLanes& run, bool isSampled, bool isInterruptible)
{
    StepGraph graph;
    addGradients(graph, run);
    if (isSampled)
        addRedo(graph, run);
    addCompare(graph, run, isSampled);
    addUpdates(graph, run, isInterruptible);
    if (isSampled)
        addFigures(graph, run);
    return graph;
}

} // namespace ulpscope
