// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session_formats.h"

#include "engine/model/resolved_policies.h"

#include <algorithm>

namespace ulpscope {

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
        const Format* format = findFormat(policy.computeDtype); // null: no format of ours, such as int32
        if (format != nullptr && (narrowest == nullptr || format->maxFinite() < narrowest->maxFinite()))
            narrowest = format;
    }
    return narrowest != nullptr ? *narrowest : float32Format();
}

bool hasSmallRange(const Format& format)
{
    return format.exponentBits < float32Format().exponentBits;
}

bool storesBelowFloat32(const DTypePolicy& policy)
{
    const Format* variable = findFormat(policy.variableDtype);
    return variable != nullptr && variable->precision() < float32Format().precision();
}

bool storesWeightsBelowFloat32(const SessionSpec& session)
{
    const std::vector<DTypePolicy> policies = resolvedPolicies(session);
    return std::any_of(policies.begin(), policies.end(), storesBelowFloat32);
}

} // namespace ulpscope
