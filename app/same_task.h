// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two sessions learn the same: else neither is better than the other, and no line is drawn below another.
#pragma once

#include "engine/session/session_spec.h"

namespace ulpscope {

/// Of the same data and the same loss.
inline bool areOfOneTask(const SessionSpec& a, const SessionSpec& b)
{
    return a.data == b.data && a.training.loss == b.training.loss;
}

} // namespace ulpscope
