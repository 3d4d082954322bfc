// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/torch_formulas.h"

#include "engine/dtype/formats.h"
#include "engine/graph/passes/fused_updates.h"

namespace ulpscope {

namespace {

graph::Value torchAdam(UpdateCall& call, bool isForeach)
{
    const auto number = [&](double value) { return call.builder().constant(value, &float64Format()); };
    const auto correction = [&](const char* beta) { // 1 - beta^t
        return 1 - pow(number(call.config.number(beta)), call.step.iterations);
    };
    const graph::Value stepSize = call.ofStep("torch step size", [&] {
        return call.builder().cast(
            -(number(call.config.number("learning_rate")) / correction("beta_1")), call.format());
    });
    const graph::Value root = call.ofStep(
        "torch root", [&] { return call.builder().cast(sqrt(correction("beta_2")), call.format()); });
    const graph::Value m = call.state("momentum");
    const graph::Value v = call.state("velocity");
    if (call.config.flag("amsgrad"))
        call.state("velocity_hat"); // as the kernel, which is proved without
    const graph::Value rest1 = call.number(1 - call.config.number("beta_1"));
    const graph::Value rest2 = call.number(1 - call.config.number("beta_2"));
    const graph::Value kept = v * call.parameter("beta_2");
    const graph::Value variance = isForeach ? multiplyAdd(rest2, call.gradient * call.gradient, kept)
                                            : multiplyAdd(rest2 * call.gradient, call.gradient, kept);
    const graph::Value mean = multiplyAdd(rest1, call.gradient - m, m);
    call.keep(m, mean);
    call.keepMeanSquare(v, variance);
    const graph::Value divisor = sqrt(variance) / root + call.parameter("epsilon");
    return isForeach ? multiplyAdd(stepSize, mean / divisor, call.variable)
                     : call.variable + stepSize * mean / divisor;
}

} // namespace

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

graph::Value torchAdamFormula(UpdateCall& call)
{
    return torchAdam(call, false);
}

graph::Value torchCudaAdamFormula(UpdateCall& call)
{
    return torchAdam(call, true);
}

} // namespace ulpscope
