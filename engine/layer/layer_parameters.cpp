// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_parameters.h"

#include "engine/layer/support/activations.h"
#include "engine/layer/support/initializer.h"

namespace ulpscope::parameters {

namespace {

constexpr double kLongestWindow = 1 << 12;

} // namespace

Parameters joined(std::initializer_list<Parameters> parts)
{
    Parameters all;
    for (const Parameters& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

ParameterSpec activation()
{
    return {.name = "activation",
        .defaultValue = std::string("linear"),
        .description = "Function applied to each output; softmax to each row.",
        .choices = activationNames()};
}

ParameterSpec useBias()
{
    return {
        .name = "use_bias", .defaultValue = true, .description = "Whether a bias is added to each output."};
}

ParameterSpec axis(const char* description)
{
    return {.name = "axis",
        .defaultValue = std::int64_t{-1},
        .description = description,
        .minimum = -6,
        .maximum = 6};
}

ParameterSpec axes(const char* description)
{
    return {.name = "axis",
        .defaultValue = Integers{-1},
        .description = description,
        .minimum = -6,
        .maximum = 6,
        .mayBeInteger = true};
}

ParameterSpec epsilon(double value, const char* description)
{
    return {.name = "epsilon", .defaultValue = value, .description = description, .minimum = 0, .maximum = 1};
}

ParameterSpec initializer(std::string name, const char* defaultName, const char* description)
{
    return {.name = std::move(name),
        .defaultValue = std::string(defaultName),
        .description = description,
        .choices = initializerNames(),
        .choicesTakeArguments = true};
}

ParameterSpec regularizer(std::string name, const char* description)
{
    return {.name = std::move(name), .defaultValue = std::string(), .description = description};
}

ParameterSpec window(std::string name, Integers defaultValue, const char* description, bool isRequired)
{
    return {.name = std::move(name),
        .defaultValue = std::move(defaultValue),
        .description = description,
        .minimum = 1,
        .maximum = kLongestWindow,
        .isRequired = isRequired};
}

ParameterSpec kernelSize()
{
    return window("kernel_size", {3, 3}, "Extents of the window: height, width.", true);
}

ParameterSpec ofBorders(std::string name, std::int64_t defaultValue, const char* description)
{
    return {.name = std::move(name),
        .defaultValue = Integers{defaultValue},
        .description = description,
        .minimum = 0,
        .maximum = kLongestWindow,
        .mayBeInteger = true};
}

Parameters ofImages()
{
    return {{.name = "padding",
                .defaultValue = std::string("valid"),
                .description = "same: zeros around the image, so that strides of 1 keep its extents.",
                .choices = {"valid", "same"}},
        {.name = "data_format",
            .defaultValue = std::string("channels_last"),
            .description = "Order of the axes; Keras' other, channels_first, is not computed here.",
            .choices = {"channels_last"}}};
}

Parameters ofPooling(bool isSizeRequired)
{
    return joined(
        {{window("pool_size", {2, 2}, "Extents of the window: height, width.", isSizeRequired),
             window("strides", {}, "Pixels between neighbouring outputs; none given: the window's extents.")},
            ofImages()});
}

Parameters ofGlobalPooling()
{
    return {{.name = "keepdims",
        .defaultValue = false,
        .description = "Whether the axes that were averaged over stay, with an extent of 1."}};
}

Parameters ofKernelAndBias()
{
    return {initializer("kernel_initializer", "glorot_uniform", "Distribution of the initial kernel."),
        initializer("bias_initializer", "zeros", "Distribution of the initial bias."),
        regularizer("kernel_regularizer",
            "Penalty on the kernel, in the variable dtype: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."),
        regularizer("bias_regularizer", "Penalty on the bias, likewise."),
        regularizer("activity_regularizer",
            "Penalty on the output, in the compute dtype, divided by the batch size.")};
}

Parameters ofConvolution(Parameters own, Parameters afterDilation, const std::string& kernel)
{
    return joined(
        {std::move(own), {window("strides", {1, 1}, "Pixels between neighbouring outputs: height, width.")},
            ofImages(), {window("dilation_rate", {1, 1}, "Pixels between neighbouring taps: height, width.")},
            std::move(afterDilation),
            {activation(), useBias(),
                initializer(kernel + "_initializer", "glorot_uniform", "Distribution of the initial kernel."),
                initializer("bias_initializer", "zeros", "Distribution of the initial bias."),
                regularizer(kernel + "_regularizer",
                    "Penalty on the kernel: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."),
                regularizer("bias_regularizer", "Penalty on the bias, likewise."),
                regularizer("activity_regularizer",
                    "Penalty on the output, in the compute dtype, divided by the batch size.")}});
}

Parameters ofBetaAndGamma(Parameters afterInitializers)
{
    return joined({{{.name = "center", .defaultValue = true, .description = "Whether beta is added."},
                       {.name = "scale", .defaultValue = true, .description = "Whether gamma multiplies."},
                       initializer("beta_initializer", "zeros", "Distribution of the initial beta."),
                       initializer("gamma_initializer", "ones", "Distribution of the initial gamma.")},
        std::move(afterInitializers),
        {regularizer("beta_regularizer", "Penalty on beta: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."),
            regularizer("gamma_regularizer", "Penalty on gamma, likewise.")}});
}

ParameterSpec dropoutRate(const char* name, double value, const char* description)
{
    return {.name = name, .defaultValue = value, .description = description, .minimum = 0, .maximum = 0.999};
}

ParameterSpec required(const char* name, ParameterValue value, const char* description, double maximum)
{
    return {.name = name,
        .defaultValue = std::move(value),
        .description = description,
        .minimum = 1,
        .maximum = maximum,
        .isRequired = true};
}

} // namespace ulpscope::parameters
