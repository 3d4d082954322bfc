// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/optimizer_refusal.h"

#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"
#include "engine/optimizer/optimizer_catalog.h"

#include <algorithm>

namespace ulpscope {

namespace {

bool hasFloat8Scales(const LayerPolicies& layer)
{
    return std::ranges::any_of(layer, [](const ResolvedPolicy& policy) {
        return !policy.isInput && policy.given && policy.kept.isFloat8();
    });
}

} // namespace

std::optional<Error> optimizerRefusal(const SessionSpec& session)
{
    const Result<Component> optimizer
        = checkComponent(optimizerCatalog(), "optimizer", session.training.optimizer);
    if (!optimizer || !optimizer->config.flag("use_ema")
        || optimizer->config.integer("ema_overwrite_frequency") == 0
        || std::ranges::none_of(policiesByLayer(session.model, session.policies), hasFloat8Scales))
        return std::nullopt;
    return Error{"optimizer.ema_overwrite_frequency",
        "Keras on JAX raises in the first step, because float8's scales have no moving average; 0 trains there too",
        ErrorKind::TypeError};
}

} // namespace ulpscope
