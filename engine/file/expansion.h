// SPDX-License-Identifier: GPL-3.0-or-later
// How far a compressed file may expand. Deflate reaches a thousand times, which a small file of nothing uses to fill the
// memory; arrays of numbers seldom reach 50.
#pragma once

#include <cstdint>

namespace ulpscope {

inline constexpr std::uint64_t kFreelyExpanded = std::uint64_t{64} << 20; ///< bytes
inline constexpr std::uint64_t kMaxTimesExpanded = 100; ///< beyond that

/// The most bytes that a file of `size` bytes may expand to.
constexpr std::uint64_t mostExpanded(std::uint64_t size)
{
    return size > kFreelyExpanded / kMaxTimesExpanded ? size * kMaxTimesExpanded : kFreelyExpanded;
}

} // namespace ulpscope
