// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/repairs.h"

#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/session_formats.h"

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

DTypePolicy withFloat32Weights(const DTypePolicy& policy)
{
    const DTypePolicy source = sourcePolicy(policy);
    // Keras has a mixed_ form for two dtypes only; the narrower ones get bfloat16's, which has the range.
    const std::string mixed = source.computeDtype == "float16" ? "mixed_float16" : "mixed_bfloat16";
    return policy.isFloat8() ? *makeFloat8Policy(mixed, policy.float8HistoryLength()) : *makePolicy(mixed);
}

} // namespace

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
        const Format* format = findFormat(policy.computeDtype);
        if (format == nullptr || !hasSmallRange(*format))
            return policy;
        return policy.isFloat8() ? *makeFloat8Policy("mixed_bfloat16", policy.float8HistoryLength())
                                 : *makePolicy("mixed_bfloat16");
    });
    session.training.lossScale = {"none", {}};
}

void useBfloat16BelowFloat8(SessionSpec& session)
{
    changePolicies(session, [](const DTypePolicy& policy) {
        const Format* format = findFormat(policy.computeDtype);
        return policy.isFloat8() && format != nullptr && hasSmallRange(*format)
            ? *makeFloat8Policy("mixed_bfloat16", policy.float8HistoryLength())
            : policy;
    });
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

void useCurrentScaling(SessionSpec& session)
{
    const auto withoutLag = [](const Component& recipe) {
        if (recipe.className != "te_delayed")
            return recipe;
        Component current{"te_current", {}};
        if (const ParameterValue* format = recipe.config.find("fp8_format"))
            current.config.set("fp8_format", *format);
        return *checkComponent(recipeCatalog(), "recipe", current);
    };
    session.policies.recipe = withoutLag(session.policies.recipe);
    for (LayerSpec& layer : session.model.layers)
        if (layer.recipe)
            layer.recipe = withoutLag(*layer.recipe);
}

void useLongAmaxHistory(SessionSpec& session)
{
    constexpr std::int64_t kKerasLength = 1024;
    changePolicies(session, [](const DTypePolicy& policy) {
        return policy.isFloat8() && policy.float8HistoryLength() < kKerasLength
            ? *makeFloat8Policy(sourcePolicy(policy).name, kKerasLength)
            : policy;
    });
}

void dropFloat8(SessionSpec& session)
{
    changePolicies(session, sourcePolicy);
}

} // namespace ulpscope
