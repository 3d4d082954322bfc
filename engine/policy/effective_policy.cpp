// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/effective_policy.h"

#include "engine/dtype/formats.h"
#include "engine/tensor/tensor.h"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace ulpscope {

namespace {

std::string inheritedValue(const DTypePolicy& policy, const NumericsSpec& spec, NumericsOverride setting)
{
    const bool isGradient = setting == NumericsOverride::InputGradientOutputGradient
        || setting == NumericsOverride::WeightGradientOutputGradient;
    switch (rowOf(setting).kind) {
    case OverrideKind::Operand:
        if (policy.isFloat8())
            return isGradient ? "float8_e5m2" : "float8_e4m3fn";
        return policy.computeDtype;
    case OverrideKind::Accumulator: {
        const Format* compute = findFormat(policy.computeDtype);
        return compute != nullptr && carrierOf(*compute) == Carrier::Double ? "float64" : "float32";
    }
    case OverrideKind::Format:
        return policy.computeDtype;
    case OverrideKind::Variable:
    case OverrideKind::Storage:
        break;
    }
    if (setting == NumericsOverride::OptimizerState && spec[NumericsOverride::Variable]) {
        const Result<CastTarget> variable = storedVariableByName(*spec[NumericsOverride::Variable]);
        return variable ? std::string(variable->format->name) : *spec[NumericsOverride::Variable];
    }
    return policy.variableDtype;
}

} // namespace

/// Answers of one map; several threads may ask.
class MapAnswers
{
public:
    explicit MapAnswers(DTypePolicyMap map)
        : m_map(std::move(map))
        , m_lookup(m_map)
    {
    }

    const DTypePolicyMap& map() const { return m_map; }

    Result<MapLookup> find(std::string_view path)
    {
        constexpr std::size_t kMaxRemembered = 10'000;
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_answers.find(std::string(path)); known != m_answers.end())
            return known->second;
        if (m_answers.size() >= kMaxRemembered)
            m_answers.clear();
        return m_answers.emplace(path, m_lookup.find(path)).first->second;
    }

private:
    const DTypePolicyMap m_map;
    std::mutex m_mutex; ///< guards all members below
    PolicyMapLookup m_lookup;
    std::unordered_map<std::string, Result<MapLookup>> m_answers;
};

struct MapMemo::Shared
{
    std::mutex mutex;
    std::shared_ptr<MapAnswers> answers;
};

MapMemo::MapMemo()
    : m_shared(std::make_shared<Shared>())
{
}

std::shared_ptr<MapAnswers> MapMemo::of(const DTypePolicyMap& map) const
{
    const std::lock_guard lock(m_shared->mutex);
    if (!m_shared->answers || m_shared->answers->map() != map)
        m_shared->answers = std::make_shared<MapAnswers>(map);
    return m_shared->answers;
}

std::string floatxName(const PolicySettings& settings)
{
    if (settings.floatx != "auto")
        return settings.floatx;
    return settings.global.computeDtype == "float64" && !settings.global.isQuantized() ? "float64"
                                                                                       : "float32";
}

std::string EffectivePolicy::originText() const
{
    if (!inferredAs.empty()) {
        EffectivePolicy given = *this;
        given.inferredAs.clear();
        return given.originText() + ", " + inferredAs + ": from its first input";
    }
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
    , m_answers(settings.memo.of(mapOf(settings)))
{
}

Result<EffectivePolicy> EffectivePolicies::ofLayer(
    const std::optional<DTypePolicy>& own, std::string_view path)
{
    if (own)
        return EffectivePolicy{*own, PolicyOrigin::Own, {}};
    if (path.empty())
        return EffectivePolicy{m_settings.global, PolicyOrigin::Global, {}};
    const Result<MapLookup> found = m_answers->find(path);
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

EffectiveOverride effectiveOverride(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, NumericsOverride setting)
{
    if (spec[setting])
        return {*spec[setting], OverrideOrigin::Own, false};
    if (recipe.operands[setting])
        return {*recipe.operands[setting], OverrideOrigin::Recipe, recipe.scaling.has_value()};
    return {inheritedValue(policy, spec, setting), OverrideOrigin::Policy,
        policy.isFloat8() && rowOf(setting).kind == OverrideKind::Operand};
}

} // namespace ulpscope
