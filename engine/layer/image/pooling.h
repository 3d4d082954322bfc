// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that make one number of a window, or of a whole image.
#pragma once

#include "engine/layer/layer_formula.h"

namespace ulpscope {

/// MaxPooling2D's and AveragePooling2D's.
Result<Shape> poolingShape(const Config& config, std::span<const Shape> inputs);
graph::Value maxPoolingFormula(const LayerCall& call);
/// x: [batch, height, width, channels]   y: [batch, out height, out width, channels]
/// A sum tap by tap, each addition rounded to the compute dtype, divided by how many inputs the window sees, as the JAX backend has it;
/// with padding "same" a window at the rim sees fewer.
graph::Value averagePoolingFormula(const LayerCall& call);

/// axes: those of steps or pixels
Result<Shape> globalPoolingShape(int axes, const Config& config, std::span<const Shape> inputs);
template <int kAxes>
Result<Shape> globalPoolingShape(const Config& config, std::span<const Shape> inputs)
{
    return globalPoolingShape(kAxes, config, inputs);
}
/// The mean over the steps of a sequence or the pixels of an image, as Keras' mean does in at least float32.
graph::Value globalAveragePoolingFormula(const LayerCall& call);

} // namespace ulpscope
