// SPDX-License-Identifier: GPL-3.0-or-later
// What a session's model, with its initial weights, makes of inputs: Keras' model.predict, layer by layer.
#pragma once

#include "engine/base/result.h"
#include "engine/file/npy.h"
#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct Prediction
{
    std::string layer; ///< path
    const Format* format = nullptr; ///< of the output
    NpyArray output; ///< [count, ...], float64 where float32 does not hold the format
    NpyArray reference; ///< of the float64 reference
    /// From the plan: which layer computes under another policy than the session's, and why.
    std::vector<std::string> notes = {};
};

/// inputs: [count, ...], examples of the shape of the model's Input layer. layer: the path of the layer whose output is
/// wanted; empty: the last. Errors have the session file's places; those of the other arguments have "inputs" and
/// "layer".
Result<Prediction> predict(
    const SessionSpec& session, const NpyArray& inputs, const Kernels& kernels, std::string_view layer = {});

} // namespace ulpscope
