// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate lane beside float64: what the phases of its step find out, and all that its record says. train/step_graph says
// what runs after what.
#pragma once

#include "engine/probe/records.h"
#include "engine/session/checked_session.h"
#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/run_totals.h"
#include "engine/train/tensor_points.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
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

/// At sampled steps, what is redone in float64 from the candidate's own weights. With a reference that is every layer by itself;
/// without one, that or the whole step in turns, and both at the first.
class RedoPhase
{
public:
    RedoPhase(const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop)
        : m_redo(checked, kernels, stop)
        , m_probes(checked.session.probes)
    {
    }

    void setTeam(Team* team) { m_redo.setTeam(team); }
    void releaseStorage() const { m_redo.lane().model().releaseStorage(); }

    /// Before the update: with the step as a whole, of which compare is told (Float64Redo). before: the candidate's weights. False,
    /// here and below, if stopped half way.
    bool begin(const Lane& candidate, const WeightsBefore& before, const Dataset& data, const Step& step,
        const std::function<void(std::size_t node, Pass pass)>& compare);
    /// The rest, which the update need not wait for.
    bool end(const Lane& candidate, const WeightsBefore& before, const Step& step);

    /// What the candidate's passes are compared with at this step: those of the reference, if there is one, else of the redone
    /// step, where it was redone as a whole.
    Float64Tensors float64For(const Lane* reference, const Step& step) const;
    /// Errors of the layers in the order of the nodes; null if layers were not redone.
    const std::vector<Float64Redo::LayerError>* layerErrors() const;

private:
    Float64Redo m_redo;
    ProbeSpec m_probes;
    bool m_hasLayers = false; ///< what was redone last
    bool m_hasStep = false;
};

/// What a person asks about: a lane with what was found out about it so far, and its part of a step, phase by phase.
class Candidate
{
public:
    /// areInputsFinite: no example of the training data has a NaN or an infinity.
    Candidate(const CheckedSession& checked, bool areInputsFinite, const Kernels& kernels,
        const std::stop_token& stop);

    /// Forward and backward, and what the gradients are by themselves. False if stopped half way.
    bool computeGradients(const Dataset& data, const Step& step);
    /// At sampled steps, before the update: keeps the weights, redoes what has to be redone by then, and compares with a step that is
    /// redone as a whole. False if stopped half way.
    bool beginRedo(const Dataset& data, const Step& step);
    bool endRedo(const Step& step) { return redo.end(lane, lostUpdates.before(), step); }
    /// What the record of every step has of float64: how many gradients were flushed, how far gradients and output are off,
    /// the reference's loss. After passes, at sampled steps.
    void compareStep(const Float64Tensors& float64);
    void update(const Step& step);
    /// Must be called after the update and the reference's update.
    void countLostUpdates(const Lane* reference, const WeightsBefore& referenceBefore)
    {
        lostUpdates.count(lane, reference, referenceBefore);
    }
    /// Goes on from a state of the lane, after the steps that `totals` counts.
    void restore(const LaneState& state, const RunTotals& before);
    /// At last: the rest of the record, which is what the lane says of its step and, where it is sampled, all metrics of
    /// tensors. The step counts from here on.
    void endStep(const Step& step);

    Lane lane;
    LaneTensors tensors;
    RedoPhase redo;
    /// At sampled steps every metric of the passes' tensors, of the weights and the optimizer's states, and of by how much
    /// weights moved. The first two may be measured side by side, the first beside either lane's update.
    TensorPoints passes;
    TensorPoints kept;
    TensorPoints changes;
    LostUpdates lostUpdates; ///< of every step
    std::vector<Message> notes;
    std::string arithmeticReason; ///< ArithmeticChoice::reason
    bool isLeftOut = false; ///< it is trained no more: TrainingRun::leaveOut()

    StepRecord record; ///< of the last step
    RunTotals totals;

private:
    /// Elements of all the step's tensors that are NaN or infinite.
    std::int64_t nonFinite();
    bool hasNonFinite() const;
    /// Told before the update, from the gradients.
    bool willDiverge() const;
    /// Called for a step that has something not finite: seeks its birthplace where it is the run's first, or what it diverges by.
    void seekBirthplace(const Dataset& data, const Step& step);
    BirthKind kindOfBirth() const;

    ScalingPoints m_scalings;
    std::vector<std::optional<Comparison>> m_comparisons; ///< by ref: gradients of the step that was redone
    std::optional<Birthplace> m_birthplace; ///< one that is in the step under way
    std::optional<Birthplace> m_nan; ///< where that is an infinity and the run diverges
    bool m_areInputsFinite;
    bool m_wasFinite = false; ///< all that the last step left
};

} // namespace ulpscope
