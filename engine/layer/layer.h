// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that runs: its formula (layer_formula.h) with its gradients, after the passes that its policy, its recipe and the rules of the
// arithmetic ask for (layer_passes.h), and its variables. The same code runs the float64 lane and every candidate.
#pragma once

#include "engine/graph/builder.h"
#include "engine/graph/graph_run.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/layer_passes.h"
#include "engine/layer/layer_step.h"
#include "engine/layer/support/regularizer.h"
#include "engine/tensor/tensor_pool.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// What a model knows of a layer's place, before the first pass.
struct LayerSurroundings
{
    bool wantsInputGradient = true; ///< something before the layer has variables
    bool isOutput = false; ///< of the model
    /// The gradient that arrives is a matrix product as it left one, whose rows XLA keeps in one axis.
    bool getsProductGradient = false;
    std::shared_ptr<TensorPool> pool = {}; ///< the model's; null: the layer keeps all storage to itself
};

/// Where a layer's weights come from: the draw of their initializers, or the caller, who lends them to each pass.
enum class Weights : std::uint8_t { Drawn, Lent };

class Layer
{
public:
    Layer(LayerOptions layerOptions, const LayerFormula& formula);

    const LayerNumerics& numerics() const { return m_options.numerics; }

    /// The output's shape for inputs of these shapes; all of one example, without the batch axis. An error's place is
    /// the parameter that does not fit, or "inputs".
    Result<Shape> outputShape(std::span<const Shape> inputs) const;
    /// What a framework would raise when the layer runs in its compute dtype with these parameters, if anything.
    std::optional<Error> policyProblem() const;
    /// How many weights build() makes for these inputs.
    Index weightCount(std::span<const Shape> inputs) const;
    /// How many numbers it keeps for one example beside its inputs, its output and their gradients, where these are many
    /// more than those: unfolded images.
    Index workCount(std::span<const Shape> inputs) const;
    /// How many multiply-adds the products of the forward pass take for one example; those of the backward pass take twice as many.
    Index multiplyAdds(std::span<const Shape> inputs) const;

    /// Makes the variables, for input shapes that outputShape() took.
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic, Weights weights = Weights::Drawn);
    /// After build().
    void setSurroundings(const LayerSurroundings& surroundings);

    /// Whether the model casts inputs to the compute dtype: Keras' Layer.autocast.
    bool autocast() const { return m_formula.autocast != AutocastOf::Nothing; }
    /// Whether the formula takes variables cast to the compute dtype; else as they are stored.
    bool castsVariables() const { return m_formula.autocast == AutocastOf::InputsAndVariables; }
    /// Whether inputs reach forward() as they are, because it rounds them itself.
    bool castsInputs() const { return numerics().takesInputsUncast(); }
    /// Whether the input's gradient is a matrix product with nothing done to it but its shape, which XLA drops.
    bool sendsProduct() const;

    /// inputs: in the compute dtype if autocast() and not castsInputs(), else as they come; [batch, ...].
    /// output: in numerics().output.
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output);
    /// After forward, with the same inputs. outputGradient: in the compute dtype. Leaves each variable's gradient, and
    /// one input gradient for each input unless `inputGradients` is empty (nothing before needs it).
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients);

    /// Gives up what the last forward pass of a training step left for the backward one, if that is large beside the output: then
    /// forward() must be called again before backward().
    bool givesUpKept(const Tensor& output);

    /// The last forward pass's output in the carrier's own format, before it was rounded; null where that is not kept.
    const Tensor* unroundedOutput() const { return m_unrounded; }
    /// What the layer added to the loss in the last forward pass: its regularizers' penalties.
    double penalty() const { return m_penalty; }

    std::span<Variable> variables() { return m_variables; }
    /// Their names, known before build().
    std::vector<std::string> variableNames() const;

    /// The scales of operands that have one for the whole tensor, in the order "inputs", "kernel", "outputs_grad"; what
    /// stays of them between steps is in it too. Empty where nothing is scaled by tensor.
    std::span<const TensorScaling> scalings() const { return m_scalings; }
    /// Puts back what scalings() of such a layer gave; the next step then continues from there.
    void restoreScalings(std::span<const TensorScaling> kept);
    /// Whether what an applied step would store of its scalings is finite; Keras' loss scale optimizer looks at these
    /// values too.
    bool nextScalingIsFinite() const;
    /// The trainer calls it once after each training step; each scaling knows what an outcome does to it.
    void commitScaling(StepOutcome outcome);

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

    LayerOptions m_options;
    LayerFormula m_formula;
    LayerSurroundings m_surroundings;
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

} // namespace ulpscope
