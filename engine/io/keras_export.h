// SPDX-License-Identifier: GPL-3.0-or-later
// A session's policies as one DTypePolicyMap that real Keras loads unchanged and that gives every layer path
// the same policy as the session does.
#pragma once

#include "engine/policy/policy_map.h"
#include "engine/train/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

struct KerasExport
{
    DTypePolicyMap map;
    /// Sentences: what of the session's numerics Keras' policy JSON cannot say.
    std::vector<std::string> leftOut;
};

/// The session's own map entries in their order, then exact keys for the layers that they do not resolve rightly.
Result<KerasExport> exportKerasMap(const SessionSpec& session);

} // namespace ulpscope
