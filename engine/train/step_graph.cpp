// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_graph.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr std::size_t kTwinPlace = 0; // in step watch the first candidate's

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
        placed.push_back({*run.candidates[i], &run.candidates[i]->lane, i + (run.twin ? 1 : 0)});
    return placed;
}

/// Whether the run's first value that is not finite is in this step and not found yet.
bool seeksBirthplace(const Candidate& c)
{
    const LaneOutcome& outcome = c.lane.outcome();
    const bool hasNonFinite = outcome.counts.nonFinite > 0 || !std::isfinite(outcome.loss);
    return hasNonFinite && !c.totals.birthplace && !c.birthplace;
}

void computeGradientsOf(RunLanes& run, Candidate& c)
{
    Step& step = run.step;
    c.birthplace.reset();
    if (!c.gradients.run(c.lane, run.data, step, c.record))
        step.wasStopped = true;
    else if (seeksBirthplace(c))
        c.birthplace = birthplaceInGradients(c.lane, run.data, *step.batch, step.index);
}

void updateOf(RunLanes& run, Candidate& c)
{
    c.lane.update();
    if (seeksBirthplace(c))
        c.birthplace = birthplaceInUpdate(c.lane, run.step.index);
}

void addGradients(StepGraph& graph, RunLanes& run)
{
    if (Lane* twin = run.twin.get())
        graph.add({StepTask::Gradients, twin}, kTwinPlace, {}, [&run, twin] {
            run.step.stopUnless(
                twin->computeGradients(run.data, *run.step.batch, run.step.index, run.step.stop));
        });
    for (const auto& [c, own, place] : placedCandidates(run))
        graph.add({StepTask::Gradients, own}, place, {}, [&run, &c = c] { computeGradientsOf(run, c); });
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
                        c.compare.measurePasses(c.lane, c.redo.float64For(run.twin.get(), run.step));
                });
        graph.add({StepTask::CompareGradients, own}, place,
            {{StepTask::Gradients, own}, float64, {StepTask::ComparePasses, own}}, [&run, &c = c] {
                c.counts = c.compare.compareGradients(
                    c.lane, c.redo.float64For(run.twin.get(), run.step), run.step, c.record);
            });
    }
}

void addUpdates(StepGraph& graph, RunLanes& run, bool isSampled, bool isInterruptible)
{
    Lane* twin = run.twin.get();
    if (twin != nullptr && isSampled)
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
            [&run, &c = c] { updateOf(run, c); });
}

void addFigures(StepGraph& graph, RunLanes& run)
{
    const TaskName twinUpdate{StepTask::Update, run.twin.get()};
    for (const auto& [c, own, place] : placedCandidates(run)) {
        graph.add({StepTask::MeasureKept, own}, place, {{StepTask::Update, own}, twinUpdate},
            [&run, &c = c] { c.figures.measureKept(c.lane, c.redo.float64For(run.twin.get(), run.step)); });
        graph.add({StepTask::MeasureChanges, own}, kTwinPlace, {{StepTask::Update, own}, twinUpdate},
            [&run, &c = c] {
                c.figures.measureChanges(
                    c.lane, c.redo, c.redo.float64For(run.twin.get(), run.step), run.twinWeightsBefore);
            });
    }
}

} // namespace

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
    addUpdates(graph, run, isSampled, isInterruptible);
    if (isSampled)
        addFigures(graph, run);
    return graph;
}

} // namespace ulpscope
