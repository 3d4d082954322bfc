// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the machine has to give.
#pragma once

#include <cstdint>

namespace ulpscope {

/// Bytes that can be used without swapping, as Linux estimates it (MemAvailable of /proc/meminfo), or as the control group
/// of this process has left; elsewhere a large number.
std::uint64_t availableMemory();

} // namespace ulpscope
