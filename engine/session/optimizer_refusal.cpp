// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/optimizer_refusal.h"

#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/compile_outcome.h"

#include <algorithm>

namespace ulpscope {

namespace {

bool hasFloat8Scales(const LayerPolicies& layer)
{
    return std::ranges::any_of(layer, [](const ResolvedPolicy& policy) {
        return !policy.isInput && policy.given && policy.kept.isFloat8();
    });
}

/// The first layer that stores what it trains in 16 bits; nullptr for none.
const ResolvedPolicy* storesIn16Bits(const std::vector<LayerPolicies>& layers, const ModelSpec& model)
{
    for (const LayerPolicies& layer : layers)
        for (const ResolvedPolicy& policy : layer) {
            const LayerClass* row = findRow(layerCatalog(), policy.className);
            const bool hasVariables = row != nullptr && row->hasVariables() && !row->isComposite();
            if (!policy.given || !hasVariables
                || (policy.kept.variableDtype != "float16" && policy.kept.variableDtype != "bfloat16"))
                continue;
            const ParameterValue* bias = model.layers.at(policy.layer).config.find("use_bias");
            const bool hasBias = policy.isChild || bias == nullptr || std::get<bool>(*bias);
            if (!hasIntegerKernel(policy.kept) || hasBias) // integers do not train
                return &policy;
        }
    return nullptr;
}

} // namespace

std::optional<Error> optimizerRefusal(const SessionSpec& session)
{
    const Result<Component> optimizer
        = checkComponent(optimizerCatalog(), "optimizer", session.training.optimizer);
    if (!optimizer || session.policies.family != PolicyFamily::Keras3)
        return std::nullopt;
    const Config& config = optimizer->config;
    const std::vector<LayerPolicies> layers = policiesByLayer(session.model, session.policies);
    if (config.integer("gradient_accumulation_steps") > 1 && lossScaleOf(session).rule == &kKerasLossScale)
        if (const ResolvedPolicy* layer = storesIn16Bits(layers, session.model))
            return Error{"optimizer.gradient_accumulation_steps",
                message(
                    "cond branches must have equal output types: Keras on JAX raises in the first step, because the "
                    "dynamic loss scale makes gradients float32, and accumulated ones have the dtype of their "
                    "variables, %1 in %2; 1 trains there too")
                    .with(verbatim(layer->kept.variableDtype))
                    .with(verbatim(layer->path)),
                ErrorKind::TypeError};
    if (config.flag("use_ema") && config.integer("ema_overwrite_frequency") > 0
        && std::ranges::any_of(layers, hasFloat8Scales))
        return Error{"optimizer.ema_overwrite_frequency",
            message(
                "Keras on JAX raises in the first step, because float8's scales have no moving average; 0 trains there "
                "too"),
            ErrorKind::TypeError};
    return std::nullopt;
}

} // namespace ulpscope
