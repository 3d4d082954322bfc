// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a checked session as an export writes them: one entry a layer, a composite with its children.
#pragma once

#include "engine/model/resolved_policies.h"
#include "engine/policy/policy_map.h"
#include "engine/session/checked_session.h"
#include "engine/tensor/shape.h"

#include <string>
#include <vector>

namespace ulpscope {

struct ModelPart
{
    LayerSpec spec; ///< the layer, its config with all defaults
    std::string path;
    Shape outputShape; ///< the layer's output for one example
    DTypePolicy policy; ///< the one that it runs under; of an InputLayer floatx
    std::vector<std::size_t> inputs; ///< indices of earlier parts
    std::vector<ResolvedPolicy> children; ///< the policies of a composite layer's children
};

/// The parts of a session whose policies can be trained under.
std::vector<ModelPart> modelParts(const CheckedSession& checked);

/// The part's policy as its dtype in Keras: a DTypePolicyMap where children differ from it. What such a map cannot
/// reach is said in `leftOut`, if that is given.
KerasPolicy dtypeOf(const ModelPart& part, std::vector<Message>* leftOut = nullptr);

/// Whether a float8 layer rounds its bias to bfloat16 Keras asks the policy that the layer carries: in the session a map's default, in an
/// export of resolved policies the layer's own. Where these differ is said in `leftOut`.
void leaveOutBiases(
    const CheckedSession& checked, const std::vector<ModelPart>& parts, std::vector<Message>& leftOut);

} // namespace ulpscope
