// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/torch_formulas.h"

#include "engine/graph/passes/fused_updates.h"

namespace ulpscope {

graph::Value torchSgdFormula(UpdateCall& call)
{
    const double momentum = call.config.number("momentum");
    const graph::Value step = -call.learningRate();
    if (momentum == 0)
        return multiplyAdd(step, call.gradient, call.variable);
    const graph::Value velocity = call.state("momentum");
    const graph::Value next = velocity * momentum + call.gradient;
    call.keep(velocity, next);
    const graph::Value direction = call.config.flag("nesterov")
        ? multiplyAdd(next, next.builder().constantLike(momentum, next), call.gradient)
        : next;
    return multiplyAdd(step, direction, call.variable);
}

} // namespace ulpscope
