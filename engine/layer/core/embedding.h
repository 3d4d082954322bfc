// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that take rows of a table.
#pragma once

#include "engine/layer/layer_formula.h"

#include <string>
#include <vector>

namespace ulpscope {

std::vector<std::string> embeddingVariables(const Config& config);

/// A row of the table for each id. ids: [batch, ...], numbers that are cut off to integers
/// table: [input_dim, output_dim]   y: [batch, ..., output_dim]
/// As Keras' in a model under one policy (keras/src/layers/core/embedding.py): the ids are not cast to the compute dtype, rows are
/// taken from the table in the variable dtype and then rounded. An id below zero counts from the end; one that is no row gives NaN, as
/// jnp.take does.
Result<Shape> embeddingShape(const Config& config, std::span<const Shape> inputs);
graph::Value embeddingFormula(const LayerCall& call);

/// As KerasHub's: row t of the table for each step t of a sequence, whatever the input's values are; an Add layer brings the two
/// together. x: [batch, steps, features]   table: [sequence_length, features]   y: like x
Result<Shape> positionEmbeddingShape(const Config& config, std::span<const Shape> inputs);
graph::Value positionEmbeddingFormula(const LayerCall& call);

} // namespace ulpscope
