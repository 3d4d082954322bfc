// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's last step redone in float64 from its own stored weights: layer by layer, each from its inputs and
// upstream gradients as they arrived (what differs is this layer's own arithmetic: the local error), or as a whole from
// the same batch (what differs is this step's arithmetic).
#pragma once

#include "engine/session/checked_session.h"
#include "engine/tensor/details.h"
#include "engine/train/lost_updates.h"

#include <functional>
#include <vector>

namespace ulpscope {

class Float64Redo
{
public:
    /// Errors of one node; empty for the Input layer.
    struct LayerError
    {
        ComparisonDetail output;
        /// By variable, empty metrics of those that are not trained; empty when the layer got no gradient.
        std::vector<ComparisonDetail> weightGradients;
        std::vector<ComparisonDetail> inputGradients; ///< by input; empty when it sends none
    };

    /// For a candidate of that session.
    Float64Redo(const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop = {});

    /// Each layer by itself, forward and backward, so that only its own parts lie in memory twice. before: the candidate's weights
    /// before its update, which may go on meanwhile. False, here and below, if it was stopped half way.
    bool redoLayers(const Lane& candidate, const WeightsBefore& before, std::int64_t stepIndex,
        const std::stop_token* stop = nullptr);
    /// The whole step. compare(node, pass) is called when a layer's part is there, backward the last time before lane() gives up
    /// its tensors.
    bool redoStep(const Lane& candidate, const WeightsBefore& before, const Dataset& data,
        const std::vector<std::int64_t>& batch, std::int64_t stepIndex,
        const std::function<void(std::size_t node, Pass pass)>& compare,
        const std::stop_token* stop = nullptr);

    /// Errors of the layers that were last redone.
    const std::vector<LayerError>& errors() const { return m_errors; }
    void setTeam(Team* team) { m_lane.arithmetic().setTeam(team); }
    /// While a step is redone it has the tensors of the layers that are under way; weights only a layer that computes.
    const Lane& lane() const { return m_lane; }

private:
    /// Gives a layer the candidate's weights in float64, and takes them back.
    void lendWeights(const Lane& candidate, const WeightsBefore& before, std::size_t index);
    void takeWeightsBack(std::size_t index);
    void redoForward(const Lane& candidate, std::size_t index, const StepContext& context);
    void redoBackward(const Lane& candidate, std::size_t index, const StepContext& context);

    Lane m_lane;
    std::vector<LayerError> m_errors;
    // What the layer that is redone by itself takes and leaves.
    std::vector<Tensor> m_inputs;
    std::vector<const Tensor*> m_usedInputs;
    Tensor m_output;
    Tensor m_gradient;
    Tensor m_arrived;
    std::vector<Tensor> m_inputGradients;
    std::vector<Tensor> m_weights; ///< storage of one layer's
    std::vector<bool> m_isAgain; ///< by node: computed twice, because memory is dearer here than time
};

} // namespace ulpscope
