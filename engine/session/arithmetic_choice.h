// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of arithmetic rules a run computes by. A row other than "written" is taken where each layer, the loss and the
// optimizer of the session have been held against the real thing under it, bit for bit; else the whole run is "written".
#pragma once

#include "engine/model/model_plan.h"
#include "engine/session/session_spec.h"

#include <string>

namespace ulpscope {

struct ArithmeticChoice
{
    ArithmeticKind kind = ArithmeticKind::Written;
    /// What is not proved: "sequential/conv2d: Conv2D is not proved"; empty where the session gets what it asks for.
    std::string reason;

    /// "written", or "written, not keras-jax: ..."
    std::string text(ArithmeticKind asked) const;
};

ArithmeticChoice arithmeticChoice(const TrainingSpec& training, const ModelPlan& plan);

} // namespace ulpscope
