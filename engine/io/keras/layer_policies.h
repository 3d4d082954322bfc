// SPDX-License-Identifier: GPL-3.0-or-later
// Each layer's path with the policy it runs under and where that came from: what "policy show" prints and
// what an export has to reproduce.
#pragma once

#include "engine/model/layer_policy.h"
#include "engine/session/session_spec.h"

#include <vector>

namespace ulpscope {

/// One entry a layer that has a policy, in the model's order, the children of a composite after it: an InputLayer has
/// none, its dtype is floatx. The error's place is the layer, "layers[2]".
Result<std::vector<LayerPolicy>> layerPolicies(const SessionSpec& session);

} // namespace ulpscope
