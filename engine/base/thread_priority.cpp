// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/thread_priority.h"

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace ulpscope {

void giveWayToOtherThreads()
{
#if defined(__linux__)
    constexpr int kNiceness = 5; // a third of the weight: other programs still do not crowd out the training
    setpriority(PRIO_PROCESS, 0, kNiceness); // 0: the calling thread
#endif
}

} // namespace ulpscope
