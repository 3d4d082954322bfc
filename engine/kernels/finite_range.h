// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ulpscope {

/// The largest finite magnitude among a tensor's elements, and how many are NaN or infinite.
struct FiniteRange
{
    double amax = 0;
    std::int64_t nonFinite = 0;

    bool operator==(const FiniteRange&) const = default;
};

} // namespace ulpscope
