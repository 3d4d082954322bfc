// SPDX-License-Identifier: GPL-3.0-or-later
// Which policy a layer has in the end, and where it came from: its own, the layer that it is part of, a map entry, or
// the global one.
#pragma once

#include "engine/base/config.h"
#include "engine/policy/policy_family.h"
#include "engine/policy/policy_map.h"
#include "engine/policy/recipe.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ulpscope {

enum class PolicyOrigin : std::uint8_t { Own, PassedOn, MapExact, MapRegex, Global };

class MapAnswers;

/// What was found out about the map, shared by the copies of some settings: a session is planned many times, and a map of
/// thousands of keys takes a second for all layers. No part of what settings say.
class MapMemo
{
public:
    MapMemo();

    /// The known lookups of exactly this map; the memo forgets those of the map before.
    std::shared_ptr<MapAnswers> of(const DTypePolicyMap& map) const;

    bool operator==(const MapMemo&) const { return true; }

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

/// The policies of a session: the global policy, and a map whose default it is (Keras: the global policy is a map).
struct PolicySettings
{
    DTypePolicy global;
    std::vector<std::pair<std::string, DTypePolicy>> map = {};
    PolicyFamily family = PolicyFamily::Keras3;
    KerasVersion keras = KerasVersion::Release; ///< version of Keras for the family Keras3
    MapMatching mapMatching = MapMatching::FullMatch;
    /// Keras' floatx, the dtype of inputs and losses: "float16", "bfloat16", "float32" or "float64". "auto": float64
    /// under a global policy float64, else float32.
    std::string floatx = "auto";
    /// A row of the recipe catalog, for every layer of a class that takes recipes and has none of its own.
    Component recipe = {"none", {}};
    MapMemo memo = {};

    bool operator==(const PolicySettings&) const = default;
};

/// "float32": Keras' floatx, with "auto" filled in.
std::string floatxName(const PolicySettings& settings);
/// The map, with the global policy as its default.
DTypePolicyMap mapOf(const PolicySettings& settings);

struct EffectivePolicy
{
    DTypePolicy policy;
    PolicyOrigin origin = PolicyOrigin::Global;
    std::string mapKey; ///< key of the map, for MapExact and MapRegex
    std::string parentPath = {}; ///< path of the parent, for PassedOn
    std::string inferredAs = {}; ///< "_infer" where the policy was taken from the first input

    /// "set here", "passed on by mha", "global policy", "map key 'sequential/.*'".
    std::string originText() const;
};

/// The policies of a session, to be asked for all its layers: each key of the map is compiled once, and tried once on each
/// path. The settings have to stay.
class EffectivePolicies
{
public:
    explicit EffectivePolicies(const PolicySettings& settings);

    /// `own` is the layer's own dtype argument, which wins as in Keras. `path`: empty for a layer to which Keras gives
    /// no path (KerasClass::hasPath()), and a map its default.
    Result<EffectivePolicy> ofLayer(const std::optional<DTypePolicy>& own, std::string_view path);
    const PolicySettings& settings() const { return m_settings; }

private:
    const PolicySettings& m_settings;
    std::shared_ptr<MapAnswers> m_answers;
};

// The effective value of an override and its origin: the layer itself, its recipe, or its dtype policy.
enum class OverrideOrigin : std::uint8_t { Policy, Recipe, Own };

struct EffectiveOverride
{
    std::string value; ///< the value in the words of an override
    OverrideOrigin origin = OverrideOrigin::Policy;
    /// Scaled by amaxes of earlier steps, under a Keras float8 policy or te_delayed; an override of the same name is
    /// not.
    bool isScaled = false;

    bool isOverridden() const { return origin == OverrideOrigin::Own; }
    bool operator==(const EffectiveOverride&) const = default;
};
/// policy: the one that the layer computes under; recipe: the one that applies to it. An override's text is given back as
/// it is, right or wrong.
EffectiveOverride effectiveOverride(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, NumericsOverride setting);

} // namespace ulpscope
