// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras/layer_policies.h"

#include "engine/layer/layer_catalog.h"

namespace ulpscope {

Result<std::vector<LayerPolicy>> layerPolicies(const SessionSpec& session)
{
    std::vector<LayerPolicy> policies;
    EffectivePolicies effective(session.policies);
    for (std::size_t i = 0; i < session.model.layers.size(); ++i) {
        const LayerClass* row = findRow(layerCatalog(), session.model.layers[i].className);
        if (row != nullptr && row->maxInputs == 0)
            continue;
        const Result<std::vector<LayerPolicy>> found = policiesOfLayer(session.model, effective, i);
        if (!found)
            return found.error().within("layers[" + std::to_string(i) + "]");
        policies.insert(policies.end(), found->begin(), found->end());
    }
    return policies;
}

} // namespace ulpscope
