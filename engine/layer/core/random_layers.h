// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that draw in training. A draw is keyed by (seed, layer, step, element), so that every lane has the same. In inference they hand
// on what they get.
#pragma once

#include "engine/layer/layer_formula.h"

namespace ulpscope {

/// An element is zero with probability `rate`, else x / (1 - rate).
graph::Value dropoutFormula(const LayerCall& call);
/// Noise of standard deviation `stddev` is added, drawn and added in the compute dtype.
graph::Value gaussianNoiseFormula(const LayerCall& call);
/// draws_in_float32 is a mistake that custom layers make: the noise is float32 whatever the layer computes in. Adding it to another
/// dtype raises, and is refused here with what TensorFlow says.
std::optional<Error> gaussianNoiseProblem(const LayerOptions& options);

} // namespace ulpscope
