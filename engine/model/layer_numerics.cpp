// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/layer_numerics.h"

#include "engine/layer/keras_class.h"
#include "engine/layer/product_overrides.h"

namespace ulpscope {

namespace {

constexpr int kLongestAmaxHistory = 1 << 20;

Result<LayerNumerics> formatsOf(const DTypePolicy& policy)
{
    LayerNumerics numerics;
    numerics.compute = findFormat(policy.computeDtype);
    numerics.variable = findFormat(policy.variableDtype);
    numerics.output = numerics.compute;
    if (numerics.compute == nullptr || numerics.variable == nullptr)
        return Error{"policy",
            message("'%1' computes in %2, which cannot be trained; floating-point policies can")
                .with(verbatim(policy.name))
                .with(verbatim(policy.computeDtype))};
    if (policy.isFloat8()) {
        if (policy.float8HistoryLength() < 1 || policy.float8HistoryLength() > kLongestAmaxHistory)
            return Error{"policy",
                "expected an amax_history_length in [1, 1048576], got "
                    + std::to_string(policy.float8HistoryLength())};
        numerics.scaling = ScalingSettings{ScalingKind::KerasFloat8, findFormat("float8_e4m3fn"),
            findFormat("float8_e5m2"), static_cast<int>(policy.float8HistoryLength())};
        numerics.roundsBias = policy.computeDtype == "float32";
    }
    if (hasIntegerKernel(policy)) {
        const std::string& mode = policy.quantizationMode;
        numerics.integerKernel = IntegerKernel{mode == "int8" ? 8
                : mode == "int4"                              ? 4
                                                              : kTernaryBits,
            policy.blockSize > 0 ? Index{policy.blockSize} : Index{-1}};
    }
    return numerics;
}

/// Whether every override that is overridden does something in a layer of the class.
Status checkMeaning(const NumericsSpec& spec, const LayerClass& layerClass)
{
    for (const NumericsOverrideRow& row : numericsOverrides()) {
        if (!spec[row.setting])
            continue;
        const bool isStored = isStorage(row.kind);
        if (isStored && !layerClass.hasVariables())
            return Error{placeOf(row.setting), layerClass.name + " has no variables to store"};
        if (!isStored && !layerClass.hasProducts)
            return Error{placeOf(row.setting),
                layerClass.name + " multiplies no matrices; its policy says what it computes in"};
    }
    return success();
}

/// The products of integers have no overrides.
Status checkIntegers(const NumericsSpec& spec, const DTypePolicy& policy)
{
    for (const NumericsOverrideRow& row : numericsOverrides())
        if (spec[row.setting] && row.setting != NumericsOverride::Variable
            && row.setting != NumericsOverride::OptimizerState)
            return Error{"policy",
                message(
                    "under '%1' the layer multiplies integers as Keras does, which %2 cannot change; expected "
                    "another policy, or the setting removed")
                    .with(verbatim(policy.name))
                    .with(verbatim(placeOf(row.setting)))};
    return success();
}

} // namespace

Result<LayerRecipe> recipeOfLayer(const std::optional<Component>& own, const PolicySettings& settings,
    std::string_view className, const DTypePolicy& policy)
{
    LayerRecipe found;
    found.isOwn = own.has_value();
    found.component = own.value_or(settings.recipe);
    const Result<Recipe> recipe = makeRecipe(found.component);
    if (!recipe)
        return recipe.error().within(found.isOwn ? "recipe" : "policies.recipe");
    if (recipe->isNone())
        return found;
    const LayerClass* row = findRow(layerCatalog(), className);
    if (row == nullptr || !row->formula.isLinear)
        found.whyNot = std::string(className) + " takes no recipe";
    else if (hasIntegerKernel(policy))
        found.whyNot = "under " + policy.name + " it multiplies integers";
    else
        found.recipe = *recipe;
    return found;
}

Result<LayerNumerics> resolveNumerics(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, const LayerClass& layerClass)
{
    Result<LayerNumerics> numerics = formatsOf(policy);
    if (numerics && numerics->integerKernel)
        numerics->integerKernel->dividesKernel = layerClass.dividesIntegerKernel;
    if (!numerics || (spec.isEmpty() && recipe.isNone()))
        return numerics;
    if (const Status status = checkMeaning(spec, layerClass); !status)
        return status.error();
    if (numerics->integerKernel)
        if (const Status status = checkIntegers(spec, policy); !status)
            return status.error();
    if (recipe.scaling) {
        numerics->scaling = recipe.scaling;
        numerics->roundsBias = false;
    }
    Result<NumericsOverrides> overrides = readNumerics(recipe.scaling ? spec : spec.over(recipe.operands));
    if (!overrides)
        return overrides.error();
    numerics->products = {overrides->forward, overrides->inputGradient, overrides->weightGradient};
    if (overrides->output != nullptr)
        numerics->output = overrides->output;
    if (!recipe.isNone()) // Transformer Engine and PyTorch sum in float32 and round once
        numerics->biasSums = SumRounding::Once;
    numerics->update = updateNumerics(*overrides, *numerics->variable);
    if (overrides->variable)
        numerics->variable = overrides->variable->format;
    if (const Status status = checkProducts(*numerics); !status)
        return status.error();
    return numerics;
}

} // namespace ulpscope
