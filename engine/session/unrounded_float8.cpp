// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/unrounded_float8.h"

#include "engine/base/text_lists.h"
#include "engine/model/layer_numerics.h"
#include "engine/model/resolved_policies.h"

#include <utility>

namespace ulpscope {

namespace {

/// Whether the layer's products are those of Keras' own float8 call, and no recipe's or override's.
bool hasKerasProducts(const LayerSpec& layer, const PolicySettings& settings, const ResolvedPolicy& policy)
{
    const Result<LayerRecipe> recipe = recipeOfLayer(layer.recipe, settings, policy.className, policy.kept);
    return recipe && recipe->recipe.isNone() && !layer.numerics[NumericsOverride::ForwardInput]
        && !layer.numerics[NumericsOverride::ForwardKernel];
}

} // namespace

bool isFloat8LeftOut(std::string_view className, const DTypePolicy& policy)
{
    return className == "Dense" && policy.isFloat8()
        && (policy.computeDtype == "bfloat16" || policy.computeDtype == "float16");
}

Message unroundedFloat8(const std::vector<std::string>& layers)
{
    if (layers.empty())
        return {};
    constexpr std::size_t kNamed = 3;
    Message named = verbatim(joinedText(layers, ", "));
    if (layers.size() > kNamed)
        named = message("%1, %2 and %3 more layers")
                    .with(verbatim(layers[0]))
                    .with(verbatim(layers[1]))
                    .with(std::to_string(layers.size() - 2));
    return message(
        "On a GPU with JAX's default flags the forward pass of %1 is not rounded to float8 (measured on an "
        "H200 with jax 0.11.2 and Keras 3.15.1): set %2, or take %3, whose forward pass is rounded.")
        .with(std::move(named))
        .with(verbatim("XLA_FLAGS=--xla_allow_excess_precision=false"))
        .with(verbatim("float8_from_float32"));
}

Message unroundedFloat8(const SessionSpec& session)
{
    const ArithmeticKind asked = session.training.arithmetic.value_or(ArithmeticKind::KerasJax);
    const bool isOfJax = asked == ArithmeticKind::KerasJax || asked == ArithmeticKind::Written
        || asked == ArithmeticKind::KerasJaxHopper;
    if (!isOfJax || session.policies.family != PolicyFamily::Keras3)
        return {};
    const Result<std::vector<ResolvedPolicy>> policies = resolvePolicies(session.model, session.policies);
    std::vector<std::string> layers;
    if (policies)
        for (const ResolvedPolicy& policy : *policies)
            if (isFloat8LeftOut(policy.className, policy.kept)
                && hasKerasProducts(session.model.layers[policy.layer], session.policies, policy))
                layers.push_back(policy.path);
    return unroundedFloat8(layers);
}

} // namespace ulpscope
