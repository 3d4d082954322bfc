// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds as the user writes them: "1..5", "1,3,7", "1..3,9".
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::size_t kMaxSeeds = 64; ///< as many as can be judged: judge/rank_tests.h

/// In the order in which they are written, at least one. An error names what is no seed, or stands twice.
Result<std::vector<std::uint64_t>> seedsOf(std::string_view text);

} // namespace ulpscope
