// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a session that verdicts offer, and what they need to know of a session's number formats.
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

void useFixedLossScale(SessionSpec& session, double scale);
/// With the catalog's defaults, which are Keras'.
void useDynamicLossScale(SessionSpec& session);

/// Every policy that computes in a format of small range becomes mixed_bfloat16; the loss is scaled no more.
void useRangeOfFloat32(SessionSpec& session);

/// Every policy that stores its weights in what it computes in, and less than float32, becomes its mixed_
/// form; as with Keras' compile, mixed_float16 gets a dynamic loss scale if there was none.
void keepFloat32Weights(SessionSpec& session);
bool storesWeightsBelowFloat32(const SessionSpec& session);

/// Every policy becomes float32, without overrides and loss scale.
void computeInFloat32(SessionSpec& session);

/// Every quantized policy becomes the plain one underneath.
void dropFloat8(SessionSpec& session);

} // namespace ulpscope
