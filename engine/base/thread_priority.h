// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that compute for long let those go first that a person waits for.
#pragma once

namespace ulpscope {

/// From now on the calling thread, and threads that it starts, get less of a processor that others of the program want too.
/// Nothing changes where the system has no priority of single threads, as all but Linux (setpriority(2)).
void giveWayToOtherThreads();

} // namespace ulpscope
