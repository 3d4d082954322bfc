// SPDX-License-Identifier: GPL-3.0-or-later
// A training step of a session as a graph of operations: forward, loss, backward, update, and which pass put what there. Not all that
// can be trained has a formula yet; what has none is refused with its place.
#pragma once

#include "engine/graph/graph.h"
#include "engine/session/checked_session.h"

namespace ulpscope {

enum class StepPart : std::uint8_t { Forward, Whole };

/// For a batch of the session's size. Inputs are named "features", "targets", "loss_scale", "learning_rate", "iterations" (the updates so
/// far and this one), and 1 or 0 where it matters: "is_update" (gradients are not only accumulated), "is_overwrite" (averages take the
/// weights' place). Outputs are "prediction", "loss", and of each variable "gradient" (with the loss scale) and "next".
Result<graph::Graph> stepFormula(const CheckedSession& checked, StepPart part);

} // namespace ulpscope
