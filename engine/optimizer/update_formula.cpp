// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/update_formula.h"

namespace ulpscope {

graph::Value sgdFormula(UpdateCall& call)
{
    const graph::Value step = call.gradient * call.learningRate;
    const double momentum = call.config.number("momentum");
    if (momentum == 0)
        return call.variable - step;
    const graph::Value velocity = call.state("momentum");
    const graph::Value next = momentum * velocity - step;
    call.keep(velocity, next);
    return call.variable + (call.config.flag("nesterov") ? momentum * next - step : next);
}

} // namespace ulpscope
