// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/repairs.h"

#include "engine/model/resolved_policies.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"

#include <algorithm>
#include <string>

namespace ulpscope {

namespace {

/// Wherever a session names a policy: the global one, the map, a layer's or a child's own.
template <class Change>
void changePolicies(SessionSpec& session, const Change& change)
{
    session.policies.global = change(session.policies.global);
    for (auto& [key, policy] : session.policies.map)
        policy = change(policy);
    for (LayerSpec& layer : session.model.layers) {
        if (layer.policy)
            layer.policy = change(*layer.policy);
        for (auto& [child, policy] : layer.children)
            policy = change(policy);
    }
}

/// Null for dtypes that are no format of ours, such as int32.
const Format* computeFormat(const DTypePolicy& policy)
{
    return findFormat(policy.computeDtype);
}

bool storesBelowFloat32(const DTypePolicy& policy)
{
    const Format* variable = findFormat(policy.variableDtype);
    return variable != nullptr && variable->precision() < float32Format().precision();
}

DTypePolicy withFloat32Weights(const DTypePolicy& policy)
{
    const DTypePolicy source = sourcePolicy(policy);
    // Keras has a mixed_ form for two dtypes only; the narrower ones get bfloat16's, which has the range.
    const std::string mixed = source.computeDtype == "float16" ? "mixed_float16" : "mixed_bfloat16";
    return policy.isFloat8() ? *makeFloat8Policy(mixed, policy.float8HistoryLength()) : *makePolicy(mixed);
}

} // namespace

std::vector<DTypePolicy> resolvedPolicies(const SessionSpec& session)
{
    std::vector<DTypePolicy> policies;
    for (const LayerPolicies& layer : policiesByLayer(session.model, session.policies)) {
        if (firstError(layer))
            continue;
        for (const ResolvedPolicy& policy : layer)
            policies.push_back(policy.given->policy);
    }
    return policies;
}

const Format& narrowestComputeFormat(const SessionSpec& session)
{
    const Format* narrowest = nullptr;
    for (const DTypePolicy& policy : resolvedPolicies(session)) {
        const Format* format = computeFormat(policy);
        if (format != nullptr && (narrowest == nullptr || format->maxFinite() < narrowest->maxFinite()))
            narrowest = format;
    }
    return narrowest != nullptr ? *narrowest : float32Format();
}

bool hasSmallRange(const Format& format)
{
    return format.exponentBits < float32Format().exponentBits;
}

void useFixedLossScale(SessionSpec& session, double scale)
{
    session.training.lossScale = {"fixed", {{"scale", scale}}};
}

void useDynamicLossScale(SessionSpec& session)
{
    session.training.lossScale = *checkComponent(lossScaleCatalog(), "loss scale", {"dynamic", {}});
}

void useRangeOfFloat32(SessionSpec& session)
{
    changePolicies(session, [](const DTypePolicy& policy) {
        const Format* format = computeFormat(policy);
        if (format == nullptr || !hasSmallRange(*format))
            return policy;
        return policy.isFloat8() ? *makeFloat8Policy("mixed_bfloat16", policy.float8HistoryLength())
                                 : *makePolicy("mixed_bfloat16");
    });
    session.training.lossScale = {"none", {}};
}

bool storesWeightsBelowFloat32(const SessionSpec& session)
{
    const std::vector<DTypePolicy> policies = resolvedPolicies(session);
    return std::any_of(policies.begin(), policies.end(), storesBelowFloat32);
}

void keepFloat32Weights(SessionSpec& session)
{
    changePolicies(session, [](const DTypePolicy& policy) {
        return storesBelowFloat32(policy) ? withFloat32Weights(policy) : policy;
    });
    if (hasSmallRange(narrowestComputeFormat(session)) && !lossScaleOf(session).isScaled())
        useDynamicLossScale(session);
}

void computeInFloat32(SessionSpec& session)
{
    changePolicies(session, [](const DTypePolicy&) { return DTypePolicy{}; });
    for (LayerSpec& layer : session.model.layers) {
        layer.numerics = {};
        layer.recipe.reset();
    }
    session.policies.recipe = noRecipe();
    session.training.lossScale = {"none", {}};
}

void dropFloat8(SessionSpec& session)
{
    changePolicies(session, sourcePolicy);
}

} // namespace ulpscope
