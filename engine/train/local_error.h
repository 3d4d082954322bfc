// SPDX-License-Identifier: GPL-3.0-or-later
// Local error: each layer of a candidate redone in float64 from its inputs and upstream gradients as they arrived, with
// its stored weights. What differs is what this layer's own arithmetic cost.
#pragma once

#include "engine/model/model.h"

#include <vector>

namespace ulpscope {

class LocalErrorProbe
{
public:
    struct LayerError
    {
        double output = 0; ///< relative L2
        std::vector<double>
            weightGradients; ///< by variable, 0 of those that are not trainable; empty when the layer got no gradient
        std::vector<double> inputGradients; ///< by input; empty when it sends none
    };

    LocalErrorProbe(const ModelPlan& plan, const Kernels& kernels);

    /// Of the candidate's last forward and backward pass, before its weights change.
    /// penaltyScale: the loss scale that the pass had.
    void measure(const Model& candidate, std::int64_t stepIndex, double penaltyScale);
    /// One entry a node, that of the Input layer is empty.
    const std::vector<LayerError>& errors() const { return m_errors; }

private:
    void measureNode(const Model& candidate, std::size_t index, const StepContext& context);

    Arithmetic m_arithmetic;
    Model m_twin; ///< its layers are used one at a time
    std::vector<LayerError> m_errors;
    std::vector<Tensor> m_inputs;
    Tensor m_gradient;
    Tensor m_arrived;
};

} // namespace ulpscope
