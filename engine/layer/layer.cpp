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

std::vector<LayerVariable> kernelAndBias(bool hasBias)
{
    std::vector<LayerVariable> variables(1, {"kernel"});
    if (hasBias)
        variables.push_back({"bias"});
    return variables;
}

} // namespace ulpscope
