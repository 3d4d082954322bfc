// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session_spec.h"

#include "engine/session/compile_outcome.h"

namespace ulpscope {

const std::vector<std::string>& trainingLoopNames()
{
    static const std::vector<std::string> names{"fit", "custom", "custom_without_scaling",
        "custom_without_unscaling", "custom_clipped_while_scaled", "custom_schedule_counts_skipped"};
    return names;
}

const std::vector<std::string>& watchModeNames()
{
    static const std::vector<std::string> names{"twin", "step"};
    return names;
}

void setGlobalPolicyAsCompile(SessionSpec& session, const DTypePolicy& policy)
{
    session.policies.global = policy;
    if (session.training.lossScale.className == "auto")
        return;
    session.training.lossScale = {"auto", {}};
    session.training.lossScale = session.policies.family == PolicyFamily::Keras3
        ? Component{policy.name == "mixed_float16" ? "dynamic" : "none", {}}
        // also where there is a map or a loop
        : effectiveLossScale(session);
}

void usePolicyAsCompile(SessionSpec& session, const KerasPolicy& policy)
{
    if (const auto* plain = std::get_if<DTypePolicy>(&policy)) {
        setGlobalPolicyAsCompile(session, *plain);
        return;
    }
    const auto& map = std::get<DTypePolicyMap>(policy);
    session.policies.global = map.defaultPolicy;
    session.policies.map = map.entries;
    session.training.lossScale = {"none", {}};
}

} // namespace ulpscope
