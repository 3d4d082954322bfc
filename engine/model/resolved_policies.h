// SPDX-License-Identifier: GPL-3.0-or-later
// Which policy each layer of a model has, and each layer inside a composite: what the session gives it and why, what Keras
// keeps of that, and what it trains under here.
#pragma once

#include "engine/base/message.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/model_spec.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// The children of a layer whose class and config are right; none for any other.
std::vector<ChildLayer> childrenOf(const LayerSpec& layer);

/// A layer, or one inside a composite, with all that decides which policy it is given.
struct PolicyHolder
{
    std::string path; ///< "sequential/dense", "mha/query"
    std::string name; ///< "dense", "query"
    std::string className;
    std::size_t layer = 0; ///< position in the model, of a child that of its composite
    bool isChild = false;
    bool isInput = false; ///< has a dtype, floatx, and no policy
    bool hasPath = true; ///< in Keras; a map's keys cannot reach a layer without
    std::optional<DTypePolicy> own = {}; ///< the layer's own dtype argument, which wins over the map
    /// What its composite has for its own, which wins over the map, too (Keras: `dtype=self.dtype_policy`); without one a
    /// child looks its path up.
    std::optional<DTypePolicy> passedOn = {};
    std::string parentName = {}; ///< name of a child's composite: "mha"
    std::string parentPath = {};

    /// "dense"; of a child "mha/query".
    std::string shownName() const { return isChild ? parentName + '/' + name : name; }

    bool operator==(const PolicyHolder&) const = default;
};

/// Everyone that has a policy, in the model's order, the children of a composite after it. The map is not asked.
std::vector<PolicyHolder> policyHolders(const ModelSpec& model);

struct ResolvedPolicy : PolicyHolder
{
    Result<EffectivePolicy>
        given; ///< as the session says, and where that comes from; or why the map cannot tell
    /// The policy of what is given: a quantized policy's source where the layer has no such call, as Keras' model.quantize leaves
    /// such layers out; an older family's as the plain policy of the same dtypes.
    DTypePolicy kept;
};

/// The policy under which a layer of the class trains: its source if the policy is a quantized one that is not emulated for the class.
DTypePolicy trainedPolicy(const LayerClass& layerClass, const DTypePolicy& given);

/// Why that is another one than the quantized policy that is given.
Message whyTrainedOtherwise(const std::string& className, const DTypePolicy& given);

/// The policies of one layer of the model, an InputLayer too: its own, then its children's in the order in which they run.
using LayerPolicies = std::vector<ResolvedPolicy>;

LayerPolicies policiesOfLayer(const ModelSpec& model, EffectivePolicies& effective, std::size_t layer);
/// Why the map cannot tell: without a place, or at that of a child, "children.query".
std::optional<Error> firstError(const LayerPolicies& layer);

/// The policies of every layer, whatever is wrong with the others.
std::vector<LayerPolicies> policiesByLayer(const ModelSpec& model, const PolicySettings& settings);
/// The policies of all that have one, or the first error, whose place is that of the layer, "layers[2]".
Result<std::vector<ResolvedPolicy>> resolvePolicies(const ModelSpec& model, const PolicySettings& settings);

} // namespace ulpscope
