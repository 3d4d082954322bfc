// SPDX-License-Identifier: GPL-3.0-or-later
// keras/src/optimizers/lamb.py: Adam's direction, made as long as the weights are.
#include "engine/optimizer/update_formula.h"

namespace ulpscope {

using graph::Value;

Value lambFormula(UpdateCall& call)
{
    const Value& g = call.gradient;
    const auto correction = [&](const std::string& beta) {
        return call.ofStep(beta + " correction", [&] { return 1 - pow(call.parameter(beta), call.time()); });
    };
    const auto norm = [](const Value& x) { return sqrt(sumOnce(x * x, allAxes(x.shape()))); };

    const Value m = call.state("momentum");
    const Value v = call.state("velocity");
    const Value mean = m + (g - m) * call.number(1 - call.config.number("beta_1"));
    const Value variance = v + (g * g - v) * call.number(1 - call.config.number("beta_2"));
    call.keep(m, mean);
    call.keepMeanSquare(v, variance);

    const Value direction = dividedByFewer(mean, correction("beta_1"));
    const Value root = sqrt(dividedByFewer(variance, correction("beta_2"))) + call.parameter("epsilon");
    const Value update = direction / root;
    const Value weightNorm = norm(call.weights);
    const Value updateNorm = norm(update);
    const Value ratio = select(weightNorm > 0, select(updateNorm > 0, weightNorm / updateNorm, 1), 1);
    return call.variable - ratio * call.learningRate() * update;
}

} // namespace ulpscope
