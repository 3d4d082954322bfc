// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that is its formula and nothing else: variables, autocast, the gradient and what a framework makes of them come from
// engine/graph.
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/support/regularizer.h"

#include <array>
#include <memory>

namespace ulpscope {

/// What Keras' autocast does for the layer, as the formula says too (skipAutocast(), variables that are not cast).
enum class AutocastOf : std::uint8_t { InputsAndVariables, Inputs, Nothing };

struct FormulaTraits
{
    LayerFormula formula;
    LayerShape shape;
    /// The names of the variables that the formula asks for, in that order; null: none. What they begin with is the parameter
    /// NAME_initializer, or initializer, or ones; their penalty NAME_regularizer.
    std::vector<std::string> (*variables)(const Config& config) = nullptr;
    AutocastOf autocast = AutocastOf::InputsAndVariables;
    /// As Layer::policyProblem(); null: none.
    std::optional<Error> (*policyProblem)(const LayerOptions& options) = nullptr;
};

class FormulaLayer : public Layer
{
public:
    FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    std::optional<Error> policyProblem() const override;
    bool autocast() const override { return m_traits.autocast != AutocastOf::Nothing; }
    bool castsVariables() const override { return m_traits.autocast == AutocastOf::InputsAndVariables; }
    Index weightCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;

private:
    /// The formula for inputs of these shapes and dtypes, with its gradients in training.
    struct Run
    {
        std::unique_ptr<graph::GraphRun> graph; ///< of the last inputs
        std::vector<graph::ValueId> leaves; ///< of its inputs and then its variables
        std::optional<graph::ValueId> step; ///< that of what is drawn
        graph::ValueId seed; ///< the gradient that arrives
    };

    /// The formula alone, for inputs of these shapes of a batch, in these dtypes.
    graph::Graph formulaFor(
        std::span<const Shape> inputs, std::span<const Format* const> formats, bool isTraining) const;
    /// The formula for one example, without dtypes.
    graph::Graph formulaOf(std::span<const Shape> inputs) const;
    Run& prepare(bool isTraining, std::span<const Tensor* const> inputs);
    void give(Run& run, std::span<const Tensor* const> inputs);

    FormulaTraits m_traits;
    std::vector<Variable> m_variables;
    Penalties m_penalties;
    double m_penalty = 0;
    Tensor m_step; ///< its number
    std::array<Run, 2> m_runs; ///< of inference and of training
};

template <LayerFormula kFormula, LayerShape kShape,
    std::vector<std::string> (*kVariables)(const Config& config) = nullptr,
    AutocastOf kAutocast = AutocastOf::InputsAndVariables,
    std::optional<Error> (*kPolicyProblem)(const LayerOptions& options) = nullptr>
std::unique_ptr<Layer> makeFormulaLayer(const LayerOptions& options)
{
    return std::make_unique<FormulaLayer>(
        options, FormulaTraits{kFormula, kShape, kVariables, kAutocast, kPolicyProblem});
}

} // namespace ulpscope
