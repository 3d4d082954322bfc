// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/layer_policies.h"

#include "engine/layer/layer_catalog.h"
#include "engine/policy/layer_support.h"

namespace ulpscope {

Result<std::vector<LayerPolicy>> layerPolicies(const SessionSpec& session)
{
    std::vector<LayerPolicy> policies;
    for (std::size_t i = 0; i < session.model.layers.size(); ++i) {
        const LayerSpec& layer = session.model.layers[i];
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        if (row != nullptr && row->maxInputs == 0)
            continue;
        const std::string path = session.model.layerPath(layer);
        const Result<EffectivePolicy> given = effectivePolicy(session.policies, layer.policy, path);
        if (!given)
            return given.error().within("layers[" + std::to_string(i) + "]");
        const bool takes = hasQuantizedCall(layer.className, given->policy.quantizationMode);
        policies.push_back({path, *given, takes ? given->policy : sourcePolicy(given->policy)});
    }
    return policies;
}

} // namespace ulpscope
