// SPDX-License-Identifier: GPL-3.0-or-later
// A layer that is its formula and nothing else: autocast and the gradient are those of engine/graph.
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

#include <memory>

namespace ulpscope {

class FormulaLayer : public Layer
{
public:
    FormulaLayer(LayerOptions layerOptions, LayerFormula formula, LayerShape shape);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    /// The formula for inputs of these shapes and dtypes, with its gradient.
    graph::Graph graphOf(std::span<const Tensor* const> inputs) const;
    void give(std::span<const Tensor* const> inputs);

    LayerFormula m_formula;
    LayerShape m_shape;
    std::unique_ptr<graph::GraphRun> m_run; ///< of the last inputs' shapes
};

template <LayerFormula kFormula, LayerShape kShape>
std::unique_ptr<Layer> makeFormulaLayer(const LayerOptions& options)
{
    return std::make_unique<FormulaLayer>(options, kFormula, kShape);
}

} // namespace ulpscope
