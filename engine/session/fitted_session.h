// SPDX-License-Identifier: GPL-3.0-or-later
// A session that learns what the user's file holds: its data set, and a plain model, loss and optimizer that fit it.
#pragma once

#include "engine/session/data_choice.h"
#include "engine/session/session_spec.h"

namespace ulpscope {

/// One that can be trained as it is, under float32. Tables get two Dense layers, pictures one, a text a small transformer.
/// Errors are shapeOf()'s, or those of a model that is too large.
Result<SessionSpec> fittedSession(const DataProfile& profile, const DataChoice& choice);

} // namespace ulpscope
