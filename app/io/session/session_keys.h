// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a session file that belong to no catalog, described as parameters so that the reader, the
// writer and the JSON Schema agree.
#pragma once

#include "engine/base/config.h"

#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::string_view kSessionFormat = "ulpscope-session";

/// name, title, description
const std::vector<ParameterSpec>& sessionParameters();
/// Keys of "training" but for the seed, which has 64 bits without a sign, and the components.
const std::vector<ParameterSpec>& trainingParameters();
/// Keys of "policies" beside the policies themselves.
const std::vector<ParameterSpec>& policyParameters();
/// Keys of "probes".
const std::vector<ParameterSpec>& probeParameters();

} // namespace ulpscope
