// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ulpscope {

/// 100 * part / whole; 0 when there is nothing to count.
inline double percent(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace ulpscope
