// SPDX-License-Identifier: GPL-3.0-or-later
// A session whose every part was looked up and checked: what a run starts from.
#pragma once

#include "engine/model/model_plan.h"
#include "engine/session/session_spec.h"

namespace ulpscope {

struct CheckedSession
{
    SessionSpec session; ///< with all defaults filled in
    ModelPlan plan;
};

/// Errors have the session file's places. Data are not loaded.
Result<CheckedSession> resolveSession(const SessionSpec& session);

} // namespace ulpscope
