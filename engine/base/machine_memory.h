// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the machine has to give, and giving it back.
#pragma once

#include <cstdint>

namespace ulpscope {

/// Bytes that can be used without swapping, as Linux estimates it (MemAvailable of /proc/meminfo), or as the control group
/// of this process has left; elsewhere a large number.
std::uint64_t availableMemory();

/// Bytes that this process may have: those of the machine, or what its control groups allow; elsewhere a large number.
std::uint64_t totalMemory();

/// To the machine, what was freed and lies between what is still used: after a large run has gone. Milliseconds.
void returnFreeMemory();

} // namespace ulpscope
