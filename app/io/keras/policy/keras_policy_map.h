// SPDX-License-Identifier: GPL-3.0-or-later
// A session's policies as one DTypePolicyMap that real Keras loads unchanged and that gives every layer path
// the same policy as the session does.
#pragma once

#include "engine/base/message.h"
#include "engine/policy/policy_map.h"
#include "engine/session/session_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

struct KerasExport
{
    DTypePolicyMap map;
    /// Sentences about the session's numerics that Keras' policy JSON cannot express.
    std::vector<Message> leftOut;
};

/// The same session with policies that Keras 3 has: an older family's as the plain ones of the same dtypes, their loss scale as
/// the training's. Most sessions are their own.
SessionSpec withKeras3Policies(const SessionSpec& session);

/// The session's own map entries in their order, then exact keys for the layers that they do not resolve rightly.
Result<KerasExport> exportKerasMap(const SessionSpec& session);

/// A sentence for every layer whose numerics are overridden.
void leaveOutNumerics(const ModelSpec& model, std::vector<Message>& leftOut);
/// Sentences on the session's recipe and layers' own, which policies cannot say.
void leaveOutRecipes(const SessionSpec& session, std::vector<Message>& leftOut);

/// What a Keras policy alone leaves behind: loss scale, loss weight, floatx. modelPolicy: the policy that Model.compile
/// would find, if it is known; a dynamic loss scale goes without saying where compile makes the same one.
std::vector<Message> leftOutOfPolicies(
    const SessionSpec& session, const std::optional<DTypePolicy>& modelPolicy);

} // namespace ulpscope
