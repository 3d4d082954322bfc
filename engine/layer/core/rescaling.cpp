// SPDX-License-Identifier: GPL-3.0-or-later
// Rescaling: y = scale x + offset (keras/src/layers/preprocessing/rescaling.py).
#include "engine/layer/layer_call.h"

namespace ulpscope {

graph::Value rescalingFormula(const LayerCall& call)
{
    return call.inputs[0] * call.config().number("scale") + call.config().number("offset");
}

} // namespace ulpscope
