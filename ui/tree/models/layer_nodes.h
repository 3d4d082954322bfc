// SPDX-License-Identifier: GPL-3.0-or-later
// The session's layers as the tree shows them: each with the policy it is given, the one it trains under, where that
// came from, and what is wrong with it. Computed anew for every session, so it is never out of step.
#pragma once

#include "app/judge/runs/verdicts.h"
#include "engine/model/layer_numerics.h"
#include "engine/policy/effective_policy.h"
#include "engine/session/session_spec.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// Why a policy is marked.
struct PolicyMark
{
    Severity severity = Severity::Warning; ///< Failure: cannot be trained. Notice: a layer that is left out
    std::string kind; ///< Keras' exception, "ValueError"; empty: ours alone
    Message reason;
};

/// Which layer: its place in the model, and for a layer inside a composite one its name there.
struct LayerPlace
{
    std::size_t layer = 0;
    std::string child = {}; ///< "query"; empty for the layer itself

    bool operator==(const LayerPlace&) const = default;
};

struct LayerNode
{
    LayerPlace place;
    std::string name;
    std::string className;
    std::string path; ///< "sequential/dense"
    bool hasPath = true; ///< in Keras; a map's keys cannot reach a layer without
    bool isInput = false; ///< has a dtype, floatx, and no policy
    std::optional<DTypePolicy> own;
    std::optional<EffectivePolicy> given; ///< the policy that the session gives; empty if the map cannot tell
    /// Policy under which it trains; without a plan of the model the one that Keras keeps.
    DTypePolicy trained;
    LayerRecipe recipe; ///< recipe that applies to the layer
    NumericsSpec numerics; ///< the layer's overrides
    std::optional<PolicyMark> problem;
    std::vector<LayerNode> children; ///< children of a composite layer, which passes its policy on to them
};

std::vector<LayerNode> layerNodes(const SessionSpec& session);

/// How many overrides are overridden.
int overrideCount(const NumericsSpec& numerics);

/// "global", "own", "map key 'dense.*'", "passed on by mha"; for an input layer "default dtype".
QString originText(const LayerNode& node);
/// A short form of the origin for narrow columns: "global", "map", "from mha".
QString shortOriginText(const LayerNode& node);
/// The policy's name, or in its place what the map's trouble is.
QString policyCellText(const LayerNode& node);
/// "NotImplementedError in Keras: ..."; empty without a problem.
QString problemText(const LayerNode& node);
/// Everything about the policy, a sentence a line.
QString policyTip(const LayerNode& node);
/// Whether the layer gives its policy to layers inside it, in a sentence; empty for a layer that has none.
QString passingOnText(const LayerNode& node);

} // namespace ulpscope::ui
