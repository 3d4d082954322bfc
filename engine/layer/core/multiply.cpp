// SPDX-License-Identifier: GPL-3.0-or-later
// Multiply: the product of its inputs, element by element (keras/src/layers/merging/multiply.py).
#include "engine/layer/layer_call.h"

namespace ulpscope {

std::optional<graph::Value> multiplyFormula(const LayerCall& call)
{
    graph::Value product = call.inputs[0];
    for (std::size_t i = 1; i < call.inputs.size(); ++i)
        product = product * call.inputs[i];
    return product;
}

} // namespace ulpscope
