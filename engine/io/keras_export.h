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

/// Keeps the session's own map entries where they still resolve every layer rightly; else one exact key a
/// layer.
Result<KerasExport> exportKerasMap(const SessionSpec& session);

} // namespace ulpscope
