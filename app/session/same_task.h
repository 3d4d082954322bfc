// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two sessions learn the same: else neither is better than the other, and no line is drawn below another. And whether one is
// what the other was edited into.
#pragma once

#include "engine/session/session_spec.h"

namespace ulpscope {

/// Whether two sessions have the same data and the same loss.
inline bool areOfOneTask(const SessionSpec& a, const SessionSpec& b)
{
    return a.data == b.data && a.training.loss == b.training.loss;
}

/// Whether the one was opened in place of the other: an edit leaves the title, or the task and the model.
inline bool isAnotherScene(const SessionSpec& before, const SessionSpec& now)
{
    return before.title != now.title && !(areOfOneTask(before, now) && before.model == now.model);
}

} // namespace ulpscope
