// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/generated.h"

#include <iterator>

namespace ulpscope {

std::vector<ParameterSpec> generatedParameters(std::vector<ParameterSpec> own, double noise)
{
    std::vector<ParameterSpec> parameters{
        {"points", std::int64_t{512}, "Points to train on; as many others to test on.", 2, 1'000'000}};
    std::move(own.begin(), own.end(), std::back_inserter(parameters));
    parameters.push_back({"noise", noise, "Standard deviation of what is added to each number.", 0, 1000});
    parameters.push_back({"seed", std::int64_t{0}, "Of the points; 0 is the session's.", 0, 0x1p53});
    return parameters;
}

} // namespace ulpscope
