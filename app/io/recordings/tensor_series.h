// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor of a recording over its steps: magnitudes, exponents, what is not finite.
#pragma once

#include "app/io/recordings/recording.h"
#include "app/judge/arithmetic/value_summary.h"

#include <functional>
#include <map>

namespace ulpscope {

struct SeriesPoint
{
    std::int64_t step = 0;
    ValueSummary summary;
    /// How many magnitudes lie in [2^e, 2^(e+1)), by e; neither zeros nor what is not finite.
    std::map<int, std::uint64_t> exponents;
};

/// tensor: "layer/role". Of tensors that are no numbers an error. progress: steps done, and all.
Result<std::vector<SeriesPoint>> seriesOf(Recording& recording, const std::string& tensor,
    const std::stop_token& stop = {},
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// What a scale is made from: the largest magnitude, infinite or NaN where the tensor has such a number.
double amaxOfPoint(const SeriesPoint& point);

} // namespace ulpscope
