// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in pages of 2 MiB instead of 4 KiB. A matrix product walks over many arrays at once and a shuffled batch jumps
// about in the whole data set: with small pages the processor looks up addresses about as long as it reads
// (madvise(2), MADV_HUGEPAGE and MADV_COLLAPSE).
#pragma once

#include <cstddef>

namespace ulpscope {

inline constexpr std::size_t kLargePageBytes = std::size_t{2} << 20;

/// Asks for large pages where whole ones lie between `begin` and `begin + bytes`, written to or not. Nothing happens where
/// the system does not offer them.
void useLargePages(const void* begin, std::size_t bytes);

} // namespace ulpscope
