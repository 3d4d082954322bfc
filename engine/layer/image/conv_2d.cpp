// SPDX-License-Identifier: GPL-3.0-or-later
// Conv2D and DepthwiseConv2D: y = activation(x * W + b)   x: [batch, height, width, channels]   b: [filters]
// W: [kernel height, kernel width, channels / groups, filters], or [.., .., channels, depth_multiplier]
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/sliding_window.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr WindowKeys kConvolutionKeys{"kernel_size", "dilation_rate"};
constexpr double kMaxUnfolded = 0x1p28;

bool isDepthwise(const Config& config)
{
    return config.find("depth_multiplier") != nullptr;
}

Index filtersOf(const Config& config, Index channels)
{
    return isDepthwise(config) ? channels * config.integer("depth_multiplier") : config.integer("filters");
}

} // namespace

Result<Shape> convolutionShape(const Config& config, std::span<const Shape> inputs)
{
    const Result<Window2D> window = windowOf(config, kConvolutionKeys, inputs[0]);
    if (!window)
        return window.error();
    const Index channels = inputs[0].last();
    const Index filters = filtersOf(config, channels);
    if (!isDepthwise(config)) {
        const Index groups = config.integer("groups");
        for (const auto& [what, extent] : {std::pair{"channels", channels}, {"filters", filters}})
            if (extent % groups != 0)
                return Error{"groups",
                    "expected a divisor of the number of " + std::string(what) + ", " + std::to_string(extent)
                        + ", got " + std::to_string(groups)};
    }
    // Extents are below 2^24 and windows below 2^12 each way, so doubles hold the products well enough.
    const double unfolded = static_cast<double>(window->taps())
        * std::max(static_cast<double>(window->outputs() * channels),
            static_cast<double>(window->height * window->width) * static_cast<double>(filters));
    if (unfolded > kMaxUnfolded)
        return Error{"kernel_size",
            "one example would unfold to more than 2^28 numbers: a smaller window, image or number of filters is "
            "needed"};
    return Shape{window->outHeight, window->outWidth, filters};
}

std::vector<std::string> convolutionVariables(const Config& config)
{
    return kernelAndBias(config.flag("use_bias"));
}

graph::Value convolutionFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Config& config = call.config();
    Window2D window = *windowOf(config, kConvolutionKeys, call.example());
    window.batch = call.output[0];
    const Index groups = isDepthwise(config) ? window.channels : config.integer("groups");
    const Index filters = call.output.last();
    const Index channels = window.channels / groups;
    const graph::Value kernel = call.variable("kernel",
        isDepthwise(config) ? Shape{window.kernelHeight, window.kernelWidth, groups, filters / groups}
                            : Shape{window.kernelHeight, window.kernelWidth, channels, filters});
    const Shape byGroups{window.kernelHeight, window.kernelWidth, channels, filters};
    const graph::Value product
        = graph::convolution(x, call.builder.reshape(kernel, byGroups), window, groups);
    return graph::activation(config.text("activation"),
        config.flag("use_bias") ? product + call.variable("bias", {filters}) : product);
}

} // namespace ulpscope
