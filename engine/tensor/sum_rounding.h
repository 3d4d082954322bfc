// SPDX-License-Identifier: GPL-3.0-or-later
// What rounds a sum to its format.
#pragma once

#include <cstdint>

namespace ulpscope {

enum class SumRounding : std::uint8_t {
    EachAddition, ///< as JAX sums bfloat16 where it does not widen
    Once, ///< the additions are float32's or float64's, whichever is the carrier
};

} // namespace ulpscope
