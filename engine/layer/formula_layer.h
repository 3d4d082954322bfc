// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that is its formula and nothing else: variables, autocast, the gradient, what policies and recipes ask of its products, and what
// a framework makes of all that come from engine/graph and from the passes of layer_passes.h.
#pragma once

#include "engine/graph/builder.h"
#include "engine/graph/graph_run.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/layer_passes.h"
#include "engine/layer/support/regularizer.h"

#include <array>
#include <memory>
#include <utility>

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
    bool isLinear = false; ///< as of the class (layer_catalog.h)
    /// The fans of the first variable, for inputs of that shape; null: what Keras' compute_fans() finds in its shape.
    std::pair<Index, Index> (*fans)(const Config& config, const Shape& input) = nullptr;
};

class FormulaLayer : public Layer
{
public:
    FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    std::optional<Error> policyProblem() const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    Index workCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void setSurroundings(const LayerSurroundings& surroundings) override;
    bool autocast() const override { return m_traits.autocast != AutocastOf::Nothing; }
    bool castsVariables() const override { return m_traits.autocast == AutocastOf::InputsAndVariables; }
    bool sendsProduct() const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    const Tensor* unroundedOutput() const override { return m_unrounded; }
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;
    std::span<const TensorScaling> scalings() const override { return m_scalings; }
    void restoreScalings(std::span<const TensorScaling> kept) override;
    bool nextScalingIsFinite() const override;
    void commitScaling(StepOutcome outcome) override;

private:
    /// An operand whose scale is kept between steps.
    struct Scaled
    {
        std::size_t scaling; ///< in m_scalings
        graph::ValueId scale;
        graph::ValueId x; ///< what is scaled
        Pass pass = Pass::Forward;
        Tensor number = {}; ///< the scale, as the graph takes it
    };
    /// An operand whose scale the step finds in it.
    struct Current
    {
        std::size_t scaling;
        graph::ValueId operand;
        Pass pass = Pass::Forward;
    };

    /// The formula for inputs of these shapes and dtypes, with its gradients in training.
    struct Run
    {
        std::unique_ptr<graph::GraphRun> graph; ///< of the last inputs
        std::vector<graph::ValueId> leaves; ///< of its inputs and then its variables
        std::optional<graph::ValueId> step; ///< that of what is drawn
        std::optional<graph::ValueId> seed; ///< the gradient that arrives
        std::optional<graph::ValueId> unrounded;
        std::vector<bool> isSent; ///< by input: whether it has a gradient
        std::vector<Scaled> scaled;
        std::vector<Current> current;
    };

    /// The formula alone, for inputs of these shapes of a batch, in these dtypes.
    graph::Graph formulaFor(
        std::span<const Shape> inputs, std::span<const Format* const> formats, bool isTraining) const;
    /// The formula for one example, without dtypes.
    graph::Graph formulaOf(std::span<const Shape> inputs) const;
    /// The same after all passes, in training with its gradients: of what arrives of inputs, and of variables as they are used.
    graph::Graph stepFor(std::span<const Shape> inputs, std::span<const Format* const> formats,
        const ArithmeticRules& rules, bool isTraining) const;
    void addGradients(graph::Builder& builder, const graph::Value& output) const;
    graph::ValueId beforeCast(const graph::Graph& step, const graph::Output& gradient) const;
    Run& prepare(const StepContext& context, std::span<const Tensor* const> inputs);
    void give(Run& run, std::span<const Tensor* const> inputs);
    void makeScalings();
    void findScaled(Run& run) const;
    /// Tells the scalings what the last run saw in that pass.
    void observe(const Run& run, const StepContext& context, Pass pass);

    FormulaTraits m_traits;
    std::vector<Shape> m_examples; ///< the shapes that it was built for
    std::vector<Variable> m_variables;
    Penalties m_penalties;
    double m_penalty = 0;
    std::vector<TensorScaling> m_scalings;
    const Tensor* m_unrounded = nullptr; ///< of the last forward pass
    Tensor m_step; ///< its number
    Tensor m_observed; ///< what observeOperand() computes in
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

/// A layer whose class is linear (layer_catalog.h).
template <LayerFormula kFormula, LayerShape kShape,
    std::vector<std::string> (*kVariables)(const Config& config),
    std::pair<Index, Index> (*kFans)(const Config& config, const Shape& input) = nullptr>
std::unique_ptr<Layer> makeLinearLayer(const LayerOptions& options)
{
    return std::make_unique<FormulaLayer>(options,
        FormulaTraits{
            .formula = kFormula, .shape = kShape, .variables = kVariables, .isLinear = true, .fans = kFans});
}

} // namespace ulpscope
