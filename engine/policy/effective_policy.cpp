// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/effective_policy.h"

namespace ulpscope {

std::string EffectivePolicy::originText() const
{
    switch (origin) {
    case PolicyOrigin::Own:
        return "set here";
    case PolicyOrigin::PassedOn:
        return "passed on by " + parentPath;
    case PolicyOrigin::MapExact:
    case PolicyOrigin::MapRegex:
        return "map key '" + mapKey + "'";
    case PolicyOrigin::Global:
        break;
    }
    return "global policy";
}

DTypePolicyMap mapOf(const PolicySettings& settings)
{
    return {settings.global, settings.map, MapDefault::Name, settings.mapMatching};
}

EffectivePolicies::EffectivePolicies(const PolicySettings& settings)
    : m_settings(settings)
    , m_map(mapOf(settings))
    , m_lookup(m_map)
{
}

Result<EffectivePolicy> EffectivePolicies::ofLayer(
    const std::optional<DTypePolicy>& own, std::string_view path)
{
    if (own)
        return EffectivePolicy{*own, PolicyOrigin::Own, {}};
    if (path.empty())
        return EffectivePolicy{m_settings.global, PolicyOrigin::Global, {}};
    const Result<MapLookup> found = m_lookup.find(path);
    if (!found)
        return found.error();
    switch (found->match) {
    case MapMatch::Exact:
        return EffectivePolicy{found->policy, PolicyOrigin::MapExact, found->key};
    case MapMatch::Regex:
        return EffectivePolicy{found->policy, PolicyOrigin::MapRegex, found->key};
    case MapMatch::Default:
        break;
    }
    return EffectivePolicy{found->policy, PolicyOrigin::Global, {}};
}

Result<EffectivePolicy> EffectivePolicies::ofChild(
    const std::optional<DTypePolicy>& own, const PassedOnPolicy& passedOn, std::string_view path)
{
    if (!own && passedOn.parentOwn)
        return EffectivePolicy{*passedOn.parentOwn, PolicyOrigin::PassedOn, {}, passedOn.parentPath};
    return ofLayer(own, path);
}

} // namespace ulpscope
