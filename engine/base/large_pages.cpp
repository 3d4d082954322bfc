// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/large_pages.h"

#include <cstdint>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace ulpscope {

void useLargePages(const void* begin, std::size_t bytes)
{
#if defined(MADV_HUGEPAGE)
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + kLargePageBytes - 1) / kLargePageBytes * kLargePageBytes;
    const std::uintptr_t end = (address + bytes) / kLargePageBytes * kLargePageBytes;
    if (first >= end)
        return;
    auto* pages = reinterpret_cast<void*>(first);
    madvise(pages, end - first, MADV_HUGEPAGE);
#if !defined(MADV_COLLAPSE)
    constexpr int MADV_COLLAPSE = 25; // Linux 6.1; younger than some C libraries
#endif
    madvise(pages, end - first, MADV_COLLAPSE);
#else
    static_cast<void>(begin);
    static_cast<void>(bytes);
#endif
}

} // namespace ulpscope
