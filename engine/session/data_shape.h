// SPDX-License-Identifier: GPL-3.0-or-later
// What a model must fit of its data.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace ulpscope {

struct DataShape
{
    std::vector<std::int64_t> features; ///< shape of one example's features
    std::int64_t targetsPerExample = 1;
    std::int64_t classes = 0; ///< 0: a regression

    /// Elements of the features.
    std::int64_t elements() const
    {
        return std::accumulate(features.begin(), features.end(), std::int64_t{1}, std::multiplies<>());
    }
};

} // namespace ulpscope
