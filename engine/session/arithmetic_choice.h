// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of arithmetic rules a run computes by. A row other than "written" is taken where each layer, the loss and the
// optimizer of the session have been held against the real thing under it; else the whole run is "written".
#pragma once

#include "engine/base/message.h"
#include "engine/model/model_plan.h"
#include "engine/session/session_spec.h"

#include <string>

namespace ulpscope {

struct ArithmeticChoice
{
    ArithmeticKind kind = ArithmeticKind::Written;
    /// Why it is that row: "asked for", "proved for every layer, the loss and the optimizer", or what is not proved:
    /// "not keras-jax: sequential/conv2d: Conv2D in bfloat16 is not proved".
    Message reason;
    bool isProved = true; ///< false: another row was asked for, or would have been taken

    /// "keras-jax: proved for ..."
    Message sentence() const;
};

/// plan: as the policies have it, before autocast or a reference changes it.
ArithmeticChoice arithmeticChoice(const TrainingSpec& training, const ModelPlan& plan);

/// The row alone; Written of a session that cannot be trained.
ArithmeticKind chosenArithmetic(const SessionSpec& session);

} // namespace ulpscope
