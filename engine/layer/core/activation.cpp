// SPDX-License-Identifier: GPL-3.0-or-later
// Activation: a function of each element, or of each row, as a layer of its own.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

graph::Value activationFormula(const LayerCall& call)
{
    return graph::activation(call.config().text("activation"), call.inputs[0]);
}

} // namespace ulpscope
