// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that is its formula and nothing else: variables, autocast, the gradient and what a framework makes of them come from
// engine/graph.
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/support/regularizer.h"

#include <memory>

namespace ulpscope {

struct FormulaTraits
{
    LayerFormula formula;
    LayerShape shape;
    /// The names of the variables that the formula asks for, in that order; null: none. What they begin with is the parameter
    /// NAME_initializer, their penalty NAME_regularizer.
    std::vector<std::string> (*variables)(const Config& config) = nullptr;
};

class FormulaLayer : public Layer
{
public:
    FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
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
    /// The formula alone, for inputs of these shapes of a batch, in these dtypes.
    graph::Graph formulaFor(std::span<const Shape> inputs, std::span<const Format* const> formats) const;
    /// The formula for one example, without dtypes.
    graph::Graph formulaOf(std::span<const Shape> inputs) const;
    void prepare(std::span<const Tensor* const> inputs);
    void give(std::span<const Tensor* const> inputs);

    FormulaTraits m_traits;
    std::vector<Variable> m_variables;
    Penalties m_penalties;
    double m_penalty = 0;
    std::unique_ptr<graph::GraphRun> m_run; ///< of the last inputs' shapes
    std::vector<graph::ValueId> m_leaves; ///< of its inputs and then its variables
    graph::ValueId m_seed; ///< the gradient that arrives
};

template <LayerFormula kFormula, LayerShape kShape,
    std::vector<std::string> (*kVariables)(const Config& config) = nullptr>
std::unique_ptr<Layer> makeFormulaLayer(const LayerOptions& options)
{
    return std::make_unique<FormulaLayer>(options, FormulaTraits{kFormula, kShape, kVariables});
}

} // namespace ulpscope
