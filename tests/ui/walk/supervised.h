// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a walk in a process of its own, confined to a folder that is removed afterwards. A crash, a sanitizer's report or
// a hang leaves the seed, the last actions and how to walk them again.
#pragma once

#include "tests/ui/walk/confinement.h"
#include "tests/ui/walk/trace.h"

#include <functional>

namespace ulpscope::ui::walk {

/// The exit status of `walk`, which runs in the new process; 1 if that did not end by itself.
int supervised(const Replay& replay,
    const std::function<int(Trace& trace, const Confinement& confinement, const std::string& folder)>& walk);

} // namespace ulpscope::ui::walk
