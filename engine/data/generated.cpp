// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/generated.h"

#include <iterator>

namespace ulpscope {

std::vector<ParameterSpec> generatedParameters(std::vector<ParameterSpec> own, double noise)
{
    std::vector<ParameterSpec> parameters{{.name = "points",
        .defaultValue = std::int64_t{512},
        .description = "Points to train on; as many others to test on.",
        .minimum = 2,
        .maximum = 1'000'000}};
    std::move(own.begin(), own.end(), std::back_inserter(parameters));
    parameters.push_back({.name = "noise",
        .defaultValue = noise,
        .description = "Standard deviation of what is added to each number.",
        .minimum = 0,
        .maximum = 1000});
    parameters.push_back({.name = "seed",
        .defaultValue = std::int64_t{0},
        .description = "Of the points; 0 is the session's.",
        .minimum = 0,
        .maximum = 0x1p53});
    return parameters;
}

} // namespace ulpscope
