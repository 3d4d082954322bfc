// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_graph.h"

#include "engine/base/check.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::size_t kReferencePlace = 0; // in step watch the first candidate's

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
            placed.push_back({*run.candidates[i], &run.candidates[i]->lane, i + (run.reference ? 1 : 0)});
    return placed;
}

void addGradients(StepGraph& graph, RunLanes& run)
{
    if (Lane* reference = run.reference.get())
        graph.add({StepTask::Gradients, reference}, kReferencePlace, {}, [&run, reference] {
            run.step.stopUnless(
                reference->computeGradients(run.data, *run.step.batch, run.step.index, run.step.stop));
        });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::Gradients, own}, place, {},
            [&run, &c = c] { run.step.stopUnless(c.computeGradients(run.data, run.step)); });
}

void addRedo(StepGraph& graph, RunLanes& run)
{
    for (const auto& [c, own, place] : placedCandidates(run)) {
        graph.add({StepTask::RedoBegin, own}, place, {{StepTask::Gradients, own}},
            [&run, &c = c] { run.step.stopUnless(c.beginRedo(run.data, run.step)); });
        graph.add({StepTask::RedoEnd, own}, place, {{StepTask::RedoBegin, own}},
            [&run, &c = c] { run.step.stopUnless(c.endRedo(run.step)); });
    }
}

void addCompare(StepGraph& graph, RunLanes& run, bool isSampled)
{
    for (const auto& [c, own, place] : placedCandidates(run)) {
        const TaskName float64 = run.reference ? TaskName{StepTask::Gradients, run.reference.get()}
                                               : TaskName{StepTask::RedoBegin, own};
        if (isSampled)
            graph.add({StepTask::ComparePasses, own}, kReferencePlace, {{StepTask::Gradients, own}, float64},
                [&run, &c = c] {
                    if (run.step.isStopped())
                        run.step.wasStopped = true;
                    else
                        c.passes.measurePasses(c.lane, c.redo.float64For(run.reference.get(), run.step));
                });
        graph.add({StepTask::CompareStep, own}, place, {{StepTask::Gradients, own}, float64},
            [&run, &c = c] { c.compareStep(c.redo.float64For(run.reference.get(), run.step)); });
    }
}

void addUpdates(StepGraph& graph, RunLanes& run, bool isInterruptible)
{
    Lane* reference = run.reference.get();
    if (reference != nullptr)
        graph.add({StepTask::KeepWeights, reference}, kReferencePlace, {{StepTask::Gradients, reference}},
            [&run, reference] { keepWeights(*reference, run.referenceWeightsBefore); });
    const std::vector<TaskName> all = isInterruptible ? graph.names() : std::vector<TaskName>{};
    const auto andAll = [&all](std::vector<TaskName> after) {
        after.insert(after.end(), all.begin(), all.end());
        return after;
    };
    if (reference != nullptr)
        graph.add({StepTask::Update, reference}, kReferencePlace,
            andAll({{StepTask::Gradients, reference}, {StepTask::KeepWeights, reference}}),
            [reference] { reference->update(); });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::Update, own}, place,
            andAll({{StepTask::Gradients, own}, {StepTask::RedoBegin, own}}),
            [&run, &c = c] { c.update(run.step); });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::CountLostUpdates, own}, place,
            {{StepTask::Update, own}, {StepTask::Update, run.reference.get()}},
            [&run, &c = c] { c.countLostUpdates(run.reference.get(), run.referenceWeightsBefore); });
}

void addMetrics(StepGraph& graph, RunLanes& run)
{
    const TaskName referenceUpdate{StepTask::Update, run.reference.get()};
    for (const auto& [c, own, place] : placedCandidates(run)) {
        graph.add({StepTask::MeasureKept, own}, place, {{StepTask::Update, own}, referenceUpdate},
            [&run, &c = c] { c.kept.measureKept(c.lane, c.redo.float64For(run.reference.get(), run.step)); });
        graph.add({StepTask::MeasureChanges, own}, kReferencePlace,
            {{StepTask::CountLostUpdates, own}, referenceUpdate}, [&run, &c = c] {
                c.changes.measureUpdates(c.lane, c.redo.float64For(run.reference.get(), run.step),
                    run.referenceWeightsBefore, c.lostUpdates);
            });
    }
}

} // namespace

RunLanes::RunLanes(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
    const std::stop_token& stop)
    : data(std::move(loaded))
    , probes(checked[0].session.probes)
{
    if (probes.watch == WatchMode::Reference)
        reference.reset(
            new Lane(referenceLane(checked[0], kernels, stop))); // in its place: lanes are not moved
    const bool areInputsFinite = data.train.haveFiniteFeatures();
    for (const CheckedSession& session : checked)
        if (!stop.stop_requested()) // else what is made here is not wanted
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
        addMetrics(graph, run);
    return graph;
}

} // namespace ulpscope
