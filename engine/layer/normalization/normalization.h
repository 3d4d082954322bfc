// SPDX-License-Identifier: GPL-3.0-or-later
// The normalizations by moments and by root mean squares, in at least float32; the axes of their features are seen as the last one.
// x, y: [batch, ..., features]   gamma, beta, scale: [features], of several axes [extent, extent...]
#pragma once

#include "engine/layer/layer_formula.h"

#include <string>
#include <vector>

namespace ulpscope {

std::vector<std::string> gammaAndBeta(const Config& config);
Result<Shape> normalizationShape(const Config& config, std::span<const Shape> inputs);

/// Mean 0 and variance 1 along one axis or several. The input is not cast to the compute dtype first; gamma and beta stay in the
/// variable dtype; the result is rounded to the input's dtype and then to the compute dtype (keras/src/ops/nn.py, layer_normalization).
graph::Value layerNormalizationFormula(const LayerCall& call);

/// The same of a group of features over one example (group_normalization.py).
Result<Shape> groupNormalizationShape(const Config& config, std::span<const Shape> inputs);
graph::Value groupNormalizationFormula(const LayerCall& call);

/// The same of a feature over the whole batch (batch_normalization.py). In training the moments are the batch's, and moving_mean and
/// moving_variance move towards them, in the forward pass, so in a step that is skipped too; in inference these take their place.
std::vector<std::string> batchNormalizationVariables(const Config& config);
graph::Value batchNormalizationFormula(const LayerCall& call);

/// x / sqrt(mean(x^2) + epsilon) scale over the last axis or the last few. Unlike LayerNormalization's, input and scale are cast to the
/// compute dtype first (rms_normalization.py). Other axes are refused: there Keras multiplies by a scale that lies along the last one.
std::vector<std::string> rmsNormalizationVariables(const Config& config);
Result<Shape> rmsNormalizationShape(const Config& config, std::span<const Shape> inputs);
graph::Value rmsNormalizationFormula(const LayerCall& call);

} // namespace ulpscope
