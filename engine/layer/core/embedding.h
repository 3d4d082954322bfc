// SPDX-License-Identifier: GPL-3.0-or-later
// Embedding: a row of the table for each id. ids: [batch, ...], numbers that are cut off to integers
// table: [input_dim, output_dim]   y: [batch, ..., output_dim]
// As Keras' in a model under one policy (keras/src/layers/core/embedding.py): the ids are not cast to the compute dtype, rows are
// taken from the table in the variable dtype and then rounded, and gradients are added up in the variable dtype. An id below
// zero counts from the end; one that is no row gives NaN, as jnp.take does.
#pragma once

#include "engine/layer/layer_formula.h"
#include "engine/layer/support/regularizer.h"

namespace ulpscope {

class Embedding : public Layer
{
public:
    explicit Embedding(LayerOptions layerOptions);
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    bool autocast() const override { return false; }
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override { return {"embeddings"}; }
    bool castsVariables() const override { return false; }

private:
    /// Tells a watch of the first id that is no row.
    void watchIds(Arithmetic& arithmetic, const Tensor& ids, Index rows) const;

    Penalties m_penalties;
    double m_penalty = 0;
    std::vector<Variable> m_variables; ///< embeddings
    std::vector<Index> m_ids; ///< of the last forward pass
    Tensor m_rows; ///< in the variable dtype
    Tensor m_gradient;
};

/// PositionEmbedding, as KerasHub's: row t of the table for each step t of a sequence, whatever the input's values are; an
/// Add layer brings the two together. x: [batch, steps, features]   table: [sequence_length, features]   y: like x
class PositionEmbedding : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override { return {"embeddings"}; }

private:
    std::vector<Variable> m_variables; ///< embeddings, as KerasHub names it
    std::vector<Index> m_ids; ///< 0, 1, ... for each example
    Tensor m_table; ///< in the compute dtype
    Tensor m_byExample;
    Tensor m_sums;
};

std::optional<graph::Value> embeddingFormula(const LayerCall& call);
std::optional<graph::Value> positionEmbeddingFormula(const LayerCall& call);

} // namespace ulpscope
