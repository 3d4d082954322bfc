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
graph::Value lossFormula(const LossClass& row, const Config& config, const graph::Value& prediction,
    const LossKernels& kernels = {});

using LossTerm
    = graph::Value(const Config& config, const graph::Value& prediction, const graph::Value& target);

LossTerm meanSquaredErrorTerm, meanAbsoluteErrorTerm, meanAbsolutePercentageErrorTerm,
    meanSquaredLogarithmicErrorTerm, cosineSimilarityTerm, huberTerm, logCoshTerm, poissonTerm, hingeTerm,
    squaredHingeTerm, binaryCrossentropyTerm;
LossTerm sparseCategoricalCrossentropyTerm; ///< targets are class numbers
/// From logits by CUDA's _log_softmax, which computes in float32 and stores in that dtype; going back, the gradient of the logarithms is
/// rounded to it, and that of the logits once more. Null: by XLA, in float32, and back by the chain rule.
graph::Value cudaCrossentropyTerm(const Config& config, const graph::Value& prediction,
    const graph::Value& target, const Format* logarithms);
/// The mean of all squares by PyTorch's mse_loss on CUDA (aten/src/ATen/native/Loss.cpp, cuda/BinaryMiscOpsKernels.cu).
LossTerm torchMeanSquaredError;
/// Likewise of logits: binary_cross_entropy_with_logits, log_sigmoid of cuda/ActivationLogSigmoidKernel.cu.
LossTerm torchBinaryCrossentropy;
LossTerm categoricalCrossentropyTerm, klDivergenceTerm; ///< targets are rows of probabilities

} // namespace ulpscope
