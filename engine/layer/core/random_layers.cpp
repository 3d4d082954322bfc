// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/random_layers.h"

#include "engine/layer/layer_call.h"

namespace ulpscope {

std::optional<Error> gaussianNoiseProblem(const LayerOptions& options)
{
    const Format& compute = *options.numerics.compute;
    if (!options.config.flag("draws_in_float32") || options.config.number("stddev") == 0
        || compute == float32Format())
        return std::nullopt;
    return Error{"draws_in_float32",
        "Input 'y' of 'AddV2' Op has type float32 that does not match type " + std::string(compute.name)
            + " of argument 'x': the noise is drawn in float32 and not in the compute dtype",
        ErrorKind::TypeError};
}

graph::Value dropoutFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const double rate = call.config().number("rate");
    if (rate == 0 || !call.isTraining)
        return x;
    const graph::Value kept = call.builder.draw(
        graph::Distribution::Bernoulli, rate, call.options.seed, call.options.index, x.shape());
    return select(kept, x / (1 - rate), 0);
}

graph::Value gaussianNoiseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const double deviation = call.config().number("stddev");
    if (deviation == 0 || !call.isTraining)
        return x;
    const graph::Value noise
        = call.builder.draw(graph::Distribution::Normal, 0, call.options.seed, call.options.index, x.shape());
    return x + noise * deviation;
}

} // namespace ulpscope
