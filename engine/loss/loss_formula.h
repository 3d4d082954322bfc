// SPDX-License-Identifier: GPL-3.0-or-later
// Losses as their formulas, in the order of Keras' source (keras/src/losses/losses.py, keras/src/backend/jax/nn.py): a term for each
// prediction, or one for each row of classes. Where the trainer has a closed form of a gradient, the formula has it.
// prediction: [batch, outputs...] in floatx   target: likewise, or [batch, ...] of class numbers
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"
#include "engine/loss/loss_catalog.h"

namespace ulpscope {

/// The mean of the loss' terms. Targets are an input of the graph, "targets". narrow: what narrowTerm stores in; null: `term` it is.
graph::Value lossFormula(const LossClass& row, const Config& config, const graph::Value& prediction,
    const Format* narrow = nullptr);

using LossTerm
    = graph::Value(const Config& config, const graph::Value& prediction, const graph::Value& target);

LossTerm meanSquaredErrorTerm, meanAbsoluteErrorTerm, huberTerm, logCoshTerm, poissonTerm, hingeTerm,
    squaredHingeTerm, binaryCrossentropyTerm;
LossTerm sparseCategoricalCrossentropyTerm; ///< targets are class numbers
/// cross_entropy under torch.autocast on CUDA, from logits: _log_softmax is computed in float32 and stored in `narrow`, nll_loss is float32;
/// going back, the gradient of the logarithms is rounded to `narrow`, and that of the logits once more.
graph::Value narrowCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target, const Format& narrow);
LossTerm categoricalCrossentropyTerm, klDivergenceTerm; ///< targets are rows of probabilities

} // namespace ulpscope
