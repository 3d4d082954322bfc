// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer.h"

#include "engine/layer/layer_formula.h"

namespace ulpscope {

LayerNumerics LayerNumerics::float64()
{
    LayerNumerics numerics;
    numerics.compute = numerics.variable = numerics.output = &float64Format();
    return numerics;
}

std::vector<std::string> kernelAndBias(bool hasBias)
{
    return hasBias ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

} // namespace ulpscope
