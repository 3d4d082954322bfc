// SPDX-License-Identifier: GPL-3.0-or-later
// What number formats a session computes in and stores its weights in.
#pragma once

#include "engine/dtype/formats.h"
#include "engine/session/session_spec.h"

#include <vector>

namespace ulpscope {

/// The policy of every layer and of its children, in the model's order. A layer whose policy cannot be resolved is left
/// out.
std::vector<DTypePolicy> resolvedPolicies(const SessionSpec& session);

/// The compute format with the smallest largest value, and so the first to overflow; float32 for a model
/// without layers. A float8 policy counts as its source: its layers scale to the range of float8 by
/// themselves.
const Format& narrowestComputeFormat(const SessionSpec& session);

/// Whether its range is so much smaller than float32's that a loss scale matters: float16, float8.
bool hasSmallRange(const Format& format);

/// Whether a policy stores its weights in a format with fewer digits than float32; of a session, whether any does.
bool storesBelowFloat32(const DTypePolicy& policy);
bool storesWeightsBelowFloat32(const SessionSpec& session);

} // namespace ulpscope
