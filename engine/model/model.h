// SPDX-License-Identifier: GPL-3.0-or-later
// A model that runs: layers in order, with the tensors of the last step kept at each of them.
#pragma once

#include "engine/layer/layer.h"
#include "engine/model/model_plan.h"

#include <memory>
#include <span>
#include <vector>

namespace ulpscope {

/// A layer and what the last step left there. Tensors are reused from step to step.
struct Node
{
    std::unique_ptr<Layer> layer;
    std::string path;
    std::vector<std::size_t> inputs;
    bool needsInputGradient = false;
    const Format* castFirst
        = nullptr; ///< inputs are cast to this one before the compute dtype; null: to that alone

    /// Inputs that the layer saw: an input node's output, or its cast below.
    std::vector<const Tensor*> usedInputs;
    std::vector<Tensor> castInputs;
    Tensor output; ///< [batch, ...] in the layer's output dtype
    /// Gradients of the output as they arrived, each in the dtype of the layer that sent it, and their sum in this
    /// layer's compute dtype. Multiplied by the loss scale. Empty and null where nothing before has variables.
    std::vector<const Tensor*> arrivedGradients;
    const Tensor* outputGradient = nullptr;
    Tensor gradientStorage; ///< storage of outputGradient if it is not the gradient that arrived
    std::vector<Tensor> inputGradients; ///< one for each input, in its or the compute dtype; or none
    std::vector<RoundingCounts>
        inputCounts; ///< rounding events of each input's cast to the compute dtype in the last forward pass
    /// Rounding events in the rest of the forward pass, and below in the last backward pass.
    RoundingCounts forwardCounts;
    RoundingCounts backwardCounts;
};

/// Tensors that a forward pass leaves at the layers.
struct ForwardTensors
{
    std::vector<Tensor> outputs;
    std::vector<std::vector<Tensor>> castInputs;
};

class Model
{
public:
    Model(const ModelPlan& plan, Arithmetic& arithmetic, Weights weights = Weights::Drawn);

    std::span<Node> nodes() { return m_nodes; }
    std::span<const Node> nodes() const { return m_nodes; }
    const Node& node(NodeId id) const { return m_nodes[id.index()]; }

    /// Where the batch goes before forward(): [batch, ...] in the Input layer's dtype.
    Tensor& input() { return m_nodes.front().output; }
    const Format& inputFormat() const { return *m_nodes.front().layer->numerics().compute; }
    const Tensor& output() const { return m_nodes.back().output; }
    /// The output in another format: cast, or where the arithmetic's rules say so the result before it was rounded.
    const Tensor& outputIn(Arithmetic& arithmetic, const Format& format, Tensor& storage) const;

    /// False if it was stopped half way.
    bool forward(const StepContext& context);
    /// gradient: of the output, in the loss dtype; it must live until the next step. False if it was stopped half way.
    bool backward(const StepContext& context, const Tensor& gradient);

    /// Gives the pool a node's output and gradients. The backward pass must be over for it and all nodes behind it.
    void giveUp(std::size_t node);
    TensorPool& pool() { return *m_pool; }

    /// Exchanges them with those at the layers: before and after an evaluation it leaves the last step's as they were.
    void swapForwardTensors(ForwardTensors& others);
    /// Frees what layers compute on their way; outputs, gradients and weights stay. The next step allocates it again.
    void releaseStorage() const { m_pool->clear(); }

private:
    void placeLayers(const ModelPlan& plan);
    /// `x` in the node's compute dtype.
    const Tensor& castInput(Arithmetic& arithmetic, const Node& node, const Tensor& x, Tensor& storage);

    std::shared_ptr<TensorPool> m_pool;
    std::vector<Node> m_nodes;
    Tensor m_cast;
};

} // namespace ulpscope
