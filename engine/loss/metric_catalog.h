// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics: numbers of a whole data set, in float64, beside the loss that is trained on.
#pragma once

#include "engine/loss/loss.h"

#include <optional>
#include <span>
#include <string_view>

namespace ulpscope {

struct TestMetric
{
    std::string_view name; ///< Keras', key in summary.json
    std::string_view description;
    /// Value of the metric; nullopt if it has no meaning for the task.
    std::optional<double> (*value)(const Score& score);
};

std::span<const TestMetric> testMetricCatalog();

} // namespace ulpscope
