// SPDX-License-Identifier: GPL-3.0-or-later
// ELU: x above 0, else alpha expm1(x), as jax.nn.elu has it: without the inner selection, an infinite exponential would make the gradient of
// a large x NaN.
#include "engine/layer/layer_call.h"

namespace ulpscope {

graph::Value eluFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const graph::Value isAbove = x > 0;
    return select(isAbove, x, call.config().number("alpha") * expm1(select(isAbove, 0, x)));
}

} // namespace ulpscope
