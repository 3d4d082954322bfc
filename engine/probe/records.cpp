// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/records.h"

#include <array>

namespace ulpscope {

std::string_view roleName(TensorRole role)
{
    constexpr std::array<std::string_view, 7> kNames{
        "input", "output", "weight", "output_gradient", "input_gradient", "weight_gradient", "update"};
    return kNames.at(static_cast<std::size_t>(role));
}

std::string_view metricName(Metric metric)
{
    constexpr std::array<std::string_view, 10> kNames{"amax", "non_finite", "underflow", "overflow",
        "accumulated_error", "local_error", "flushed_percent", "lost_percent", "float8_scale", "float8_amax"};
    return kNames.at(static_cast<std::size_t>(metric));
}

} // namespace ulpscope
