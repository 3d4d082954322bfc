// SPDX-License-Identifier: GPL-3.0-or-later
// Which policy a layer has in the end, and where it came from: its own, a map entry, or the global one.
#pragma once

#include "engine/policy/policy_map.h"

#include <optional>
#include <string>

namespace ulpscope {

enum class PolicyOrigin : std::uint8_t { Own, MapExact, MapRegex, Global };

/// The policies of a session: the global policy, and a map whose default it is (Keras: the global policy is a map).
struct PolicySettings
{
    DTypePolicy global;
    std::vector<std::pair<std::string, DTypePolicy>> map = {};
    MapMatching mapMatching = MapMatching::FullMatch;
    /// Keras' floatx, the dtype of inputs and losses: "float16", "bfloat16", "float32" or "float64". "auto": float64
    /// under a global policy float64, else float32.
    std::string floatx = "auto";

    bool operator==(const PolicySettings&) const = default;
};

/// The map, with the global policy as its default.
DTypePolicyMap mapOf(const PolicySettings& settings);

struct EffectivePolicy
{
    DTypePolicy policy;
    PolicyOrigin origin = PolicyOrigin::Global;
    std::string mapKey; ///< for MapExact and MapRegex

    /// "set here", "global policy", "map key 'sequential/.*'".
    std::string originText() const;
};

/// `own` is the layer's own dtype argument, which wins as in Keras.
Result<EffectivePolicy> effectivePolicy(
    const PolicySettings& settings, const std::optional<DTypePolicy>& own, std::string_view layerPath);

} // namespace ulpscope
