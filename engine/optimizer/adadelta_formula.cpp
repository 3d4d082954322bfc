// SPDX-License-Identifier: GPL-3.0-or-later
// keras/src/optimizers/adadelta.py: steps by the ratio of two running means, of squared steps and of squared gradients.
#include "engine/optimizer/update_formula.h"

namespace ulpscope {

using graph::Value;

Value adadeltaFormula(UpdateCall& call)
{
    const Value& g = call.gradient;
    const Value rho = call.parameter("rho");
    const Value rest = call.number(1 - call.config.number("rho"));
    const Value epsilon = call.parameter("epsilon");

    const Value gradients = call.state("accumulated_grad");
    const Value steps = call.state("accumulated_delta_var");
    const Value meanGradient = rho * gradients + rest * (g * g);
    const Value size = sqrt(steps + epsilon) * g;
    const Value step = -(size / sqrt(meanGradient + epsilon));
    call.keepMeanSquare(gradients, meanGradient);
    call.keep(steps, rho * steps + rest * (step * step));
    return call.variable + call.learningRate() * step;
}

} // namespace ulpscope
