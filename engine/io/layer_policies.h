// SPDX-License-Identifier: GPL-3.0-or-later
// Each layer's path with the policy it runs under and where that came from: what "policy show" prints and
// what an export has to reproduce.
#pragma once

#include "engine/train/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

struct LayerPolicy
{
    std::string path;
    EffectivePolicy given; ///< as the session says
    /// A quantized policy's source where the layer has no such call, as Keras' model.quantize leaves such layers out.
    DTypePolicy applied;
};

/// One entry a layer that has a policy, in the model's order: an InputLayer has none, its dtype is floatx.
/// The error's place is the layer, "layers[2]".
Result<std::vector<LayerPolicy>> layerPolicies(const SessionSpec& session);

} // namespace ulpscope
