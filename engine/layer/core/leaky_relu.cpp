// SPDX-License-Identifier: GPL-3.0-or-later
// LeakyReLU: x from 0 on, else negative_slope x (jax.nn.leaky_relu).
#include "engine/layer/layer_call.h"

namespace ulpscope {

graph::Value leakyReluFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    return select(x >= 0, x, call.config().number("negative_slope") * x);
}

} // namespace ulpscope
