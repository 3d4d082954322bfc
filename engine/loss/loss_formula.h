// SPDX-License-Identifier: GPL-3.0-or-later
// Losses as their formulas, in the order of Keras' source (keras/src/losses/losses.py, keras/src/backend/jax/nn.py): a term for each
// prediction, or one for each row of classes. Where the trainer has a closed form of a gradient, the formula has it.
// prediction: [batch, outputs...] in floatx   target: likewise, or [batch, ...] of class numbers
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"
#include "engine/loss/loss_catalog.h"

namespace ulpscope {

/// The mean of the loss' terms. Targets are an input of the graph, "targets".
graph::Value lossFormula(const LossClass& row, const Config& config, const graph::Value& prediction);

graph::Value meanSquaredErrorTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value meanAbsoluteErrorTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value huberTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value logCoshTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value poissonTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value hingeTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value squaredHingeTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value binaryCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
/// Targets are class numbers.
graph::Value sparseCategoricalCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
/// Targets are rows of probabilities.
graph::Value categoricalCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
graph::Value klDivergenceTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);

} // namespace ulpscope
