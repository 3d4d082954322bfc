// SPDX-License-Identifier: GPL-3.0-or-later
// What the phases of a candidate's step find out: gradients, redo, compare, update, figures. One object a phase with what
// it keeps from step to step; the update is the lane's own. train/step_graph says what runs after what.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/run_totals.h"
#include "engine/train/tensor_points.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// The step under way, the same for all lanes.
struct Step
{
    std::int64_t index = 0;
    bool isSampled = false; ///< whether every tensor is looked at
    const std::vector<std::int64_t>* batch = nullptr; ///< indexes of its examples
    const std::stop_token* stop = nullptr; ///< null: it is not cut short
    std::atomic<bool> wasStopped = false;

    bool isStopped() const { return stop != nullptr && stop->stop_requested(); }
    void stopUnless(bool isDone)
    {
        if (!isDone)
            wasStopped = true;
    }
};

/// Forward and backward, and what the gradients are by themselves.
class GradientsPhase
{
public:
    /// areInputsFinite: no example of the training data has a NaN or an infinity.
    GradientsPhase(const LaneTensors& tensors, bool areInputsFinite)
        : m_tensors(tensors)
        , m_areInputsFinite(areInputsFinite)
    {
    }

    /// False if stopped half way.
    bool run(Lane& candidate, const Dataset& data, const Step& step, StepRecord& record);

private:
    /// Elements of all the step's tensors that are NaN or infinite.
    std::int64_t nonFiniteOf(const Lane& candidate);

    const LaneTensors& m_tensors;
    bool m_areInputsFinite;
    bool m_wasFinite = false; ///< all that the last step left
};

/// At sampled steps, what is redone in float64 from the candidate's own weights. With a twin that is every layer by itself;
/// without one, that or the whole step in turns, and both at the first.
class RedoPhase
{
public:
    RedoPhase(const ModelPlan& plan, const TrainingSpec& training, const ProbeSpec& probes,
        const Kernels& kernels, const std::stop_token& stop)
        : m_redo(plan, training, kernels, stop)
        , m_probes(probes)
    {
    }

    /// Before the update, whose weights it takes. False, here and below, if stopped half way.
    bool runForward(const Lane& candidate, const Dataset& data, const Step& step);
    /// The rest, which needs no weights of the candidate.
    bool runBackward(const Lane& candidate, const Step& step);

    /// What the candidate's passes are compared with at this step: those of the twin, if there is one, else of the redone
    /// step, where it was redone as a whole.
    Float64Tensors float64For(const Lane* twin, const Step& step) const;
    /// By node; null where layers were not redone.
    const std::vector<Float64Redo::LayerError>* layerErrors() const;
    /// Its weights are the candidate's before the update of the last sampled step, in float64.
    const Lane& laneBefore() const { return m_redo.lane(); }

private:
    Float64Redo m_redo;
    ProbeSpec m_probes;
    bool m_hasLayers = false; ///< what was redone last
    bool m_hasStep = false;
};

/// Tensors and exponents that a phase adds to the record of a sampled step.
struct PhasePoints
{
    explicit PhasePoints(const LaneTensors& tensors)
        : points(tensors)
    {
    }
    TensorPoints points;
    StepRecord record; ///< its tensors and exponents alone
};

/// The candidate's passes beside those of float64. All of it may run beside either lane's update.
class ComparePhase
{
public:
    explicit ComparePhase(const LaneTensors& tensors)
        : m_tensors(tensors)
        , m_passes(tensors)
    {
    }

    /// At sampled steps, first.
    void measurePasses(const Lane& candidate, const Float64Tensors& float64);
    /// Gradients, output and loss; returns what of them is counted.
    StepCounts compareGradients(
        const Lane& candidate, const Float64Tensors& float64, const Step& step, StepRecord& record) const;

    const StepRecord& points() const { return m_passes.record; }

private:
    const LaneTensors& m_tensors;
    PhasePoints m_passes;
};

/// At sampled steps, what the updates left. The first two may run side by side.
class FiguresPhase
{
public:
    explicit FiguresPhase(const LaneTensors& tensors)
        : m_tensors(tensors)
        , m_kept(tensors)
        , m_changes(tensors)
    {
    }

    /// Weights and states of the optimizer.
    void measureKept(const Lane& candidate, const Float64Tensors& float64);
    /// By how much the weights moved. twinBefore: the twin's before its update.
    void measureChanges(const Lane& candidate, const RedoPhase& redo, const Float64Tensors& float64,
        const WeightsBefore& twinBefore);
    /// At every step at last: all figures of the step, none where it is not sampled.
    void gather(const Lane& candidate, const RedoPhase& redo, const ComparePhase& compare, const Step& step,
        StepRecord& record) const;

private:
    const LaneTensors& m_tensors;
    PhasePoints m_kept;
    PhasePoints m_changes;
};

} // namespace ulpscope
