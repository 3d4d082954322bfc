// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that is its formula and nothing else: variables, autocast, the gradient, what policies and recipes ask of its products, and what
// a framework makes of all that come from engine/graph and from the passes of layer_passes.h.
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/layer_passes.h"
#include "engine/layer/support/regularizer.h"

#include <memory>
#include <utility>

namespace ulpscope {

struct FormulaTraits
{
    LayerFormula formula;
    LayerShape shape;
    /// Those that the formula asks for, in that order; null: none.
    std::vector<LayerVariable> (*variables)(const Config& config) = nullptr;
    bool isLinear = false; ///< as of the class (layer_catalog.h)
    /// Of the first variable, for inputs of that shape; null: what Keras' compute_fans() finds in its shape.
    std::pair<Index, Index> (*fans)(const Config& config, const Shape& input) = nullptr;
};

class FormulaLayer : public Layer
{
public:
    FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    Index workCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    bool autocast() const override { return m_autocasts; }
    bool castsVariables() const override { return m_castsVariables; }
    bool sendsProduct() const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    const Tensor* unroundedOutput() const override;
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

    /// The formula alone, for inputs of these shapes of a batch, in these dtypes.
    graph::Graph formulaFor(std::span<const Shape> inputs, std::span<const Format* const> formats) const;
    /// The formula for one example, without dtypes.
    graph::Graph formulaOf(std::span<const Shape> inputs) const;
    /// With its gradients: of what arrives of inputs, and of variables as they are used; after all passes.
    graph::Graph stepFor(std::span<const Shape> inputs, std::span<const Format* const> formats,
        const ArithmeticRules& rules) const;
    void prepare(std::span<const Tensor* const> inputs, const ArithmeticRules& rules);
    void give(std::span<const Tensor* const> inputs);
    void makeScalings(const graph::Graph& formula);
    void findScaled();
    /// Tells the scalings what the last run saw in that pass.
    void observe(const StepContext& context, Pass pass);

    FormulaTraits m_traits;
    bool m_autocasts = true;
    bool m_castsVariables = true;
    std::vector<Shape> m_examples; ///< the shapes that it was built for
    std::vector<Variable> m_variables;
    Penalties m_penalties;
    double m_penalty = 0;
    std::vector<TensorScaling> m_scalings;

    std::unique_ptr<graph::GraphRun> m_run; ///< of the last inputs' shapes
    std::vector<graph::ValueId> m_leaves; ///< of its inputs and then its variables
    std::optional<graph::ValueId> m_seed; ///< the gradient that arrives
    std::optional<graph::ValueId> m_unrounded;
    std::vector<Scaled> m_scaled;
    std::vector<Current> m_current;
};

template <LayerFormula kFormula, LayerShape kShape,
    std::vector<LayerVariable> (*kVariables)(const Config& config) = nullptr, bool kIsLinear = false,
    std::pair<Index, Index> (*kFans)(const Config& config, const Shape& input) = nullptr>
std::unique_ptr<Layer> makeFormulaLayer(const LayerOptions& options)
{
    return std::make_unique<FormulaLayer>(
        options, FormulaTraits{kFormula, kShape, kVariables, kIsLinear, kFans});
}

} // namespace ulpscope
