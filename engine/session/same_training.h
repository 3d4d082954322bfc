// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether two sessions are the same run.
#pragma once

#include "engine/session/session_spec.h"

namespace ulpscope {

/// Whether both give the same numbers: titles do not count.
inline bool trainsTheSame(const SessionSpec& a, const SessionSpec& b)
{
    return a.model == b.model && a.policies == b.policies && a.data == b.data && a.training == b.training
        && a.probes == b.probes;
}

} // namespace ulpscope
