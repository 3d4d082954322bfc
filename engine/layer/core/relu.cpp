// SPDX-License-Identifier: GPL-3.0-or-later
// ReLU: x above the threshold, else negative_slope (x - threshold), as ReLU.static_call has it (keras/src/activations/activations.py).
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

graph::Value reluFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const double slope = call.config().number("negative_slope");
    const double threshold = call.config().number("threshold");
    if (threshold == 0)
        return slope == 0 ? graph::activation("relu", x) : select(x >= 0, x, slope * x);
    const graph::Value kept = x * (x > threshold);
    if (slope == 0)
        return kept;
    return kept - slope * graph::activation("relu", -x + threshold);
}

} // namespace ulpscope
