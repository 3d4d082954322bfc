// SPDX-License-Identifier: GPL-3.0-or-later
// A session whose every part was looked up and checked: what a run starts from.
#pragma once

#include "engine/model/model_plan.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/session_spec.h"

namespace ulpscope {

struct CheckedSession
{
    SessionSpec session; ///< the session with all defaults filled in
    ModelPlan plan;
    ArithmeticChoice arithmetic = {}; ///< the plan is that of its row
};

/// Errors have the session file's places. Data are not loaded.
Result<CheckedSession> resolveSession(const SessionSpec& session);

/// Checks all that can be checked without data but whether the policies can be trained under: names, parameters,
/// shapes of the graph. The place of the error is that of the session file: "layers[2].units".
Status checkSession(const SessionSpec& session);
/// checkSession, and every layer has a policy that it can be trained under.
Status checkRunnable(const SessionSpec& session);

} // namespace ulpscope
