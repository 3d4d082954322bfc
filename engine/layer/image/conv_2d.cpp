// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/image/conv_2d.h"

#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"
#include "engine/layer/support/sliding_window.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/window_ops.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr WindowKeys kConvolutionKeys{"kernel_size", "dilation_rate"};
/// Draws of a layer are numbered, and numbers are used again after so many groups.
constexpr std::size_t kMaxNumbers = 128;

constexpr double kMaxUnfolded = 0x1p28;

bool isDepthwiseConfig(const Config& config)
{
    return config.find("depth_multiplier") != nullptr;
}

/// A group's product has its place among the columns of the whole.
void tellMoved(const Arithmetic& arithmetic, const Tensor& part, const Tensor& whole, std::size_t index)
{
    if (arithmetic.watch() == nullptr)
        return;
    arithmetic.watch()->moved(arithmetic, part, whole, [&](Index element) {
        return element / part.columns() * whole.columns() + static_cast<Index>(index) * part.columns()
            + element % part.columns();
    });
}

} // namespace

Conv2D::Conv2D(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_isDepthwise(isDepthwiseConfig(options().config))
    , m_useBias(options().config.flag("use_bias"))
    , m_activation(options().config.text("activation"))
    , m_penalties(options().config,
          {m_isDepthwise ? "depthwise_regularizer" : "kernel_regularizer", "bias_regularizer"})
{
}

Result<Window2D> Conv2D::window(const Shape& input) const
{
    return windowOf(options().config, kConvolutionKeys, input);
}

Conv2D::Groups Conv2D::groupsFor(Index channels) const
{
    const Config& config = options().config;
    const std::vector<std::int64_t>& size = config.list("kernel_size");
    if (m_isDepthwise) {
        const Index multiplier = config.integer("depth_multiplier");
        return {channels, 1, multiplier, Shape{size.front(), size.back(), channels, multiplier}};
    }
    const Index count = config.integer("groups");
    const Index filters = config.integer("filters");
    return {count, channels / count, filters / count,
        Shape{size.front(), size.back(), channels / count, filters}};
}

Result<Shape> Conv2D::outputShape(std::span<const Shape> inputs) const
{
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    if (const Status initializers = checkInitializers(options().config,
            {{m_isDepthwise ? "depthwise_initializer" : "kernel_initializer", 4},
                {"bias_initializer", m_useBias ? 1 : 0}});
        !initializers)
        return initializers.error();
    const Result<Window2D> found = window(inputs[0]);
    if (!found)
        return found.error();
    if (!m_isDepthwise) {
        const Index count = options().config.integer("groups");
        for (const auto& [what, extent] :
            {std::pair{"channels", inputs[0].last()}, {"filters", options().config.integer("filters")}})
            if (extent % count != 0)
                return Error{"groups",
                    "expected a divisor of the number of " + std::string(what) + ", " + std::to_string(extent)
                        + ", got " + std::to_string(count)};
    }
    const Groups groups = groupsFor(inputs[0].last());
    // Extents are below 2^24 and windows below 2^12 each way, so doubles hold the products well enough.
    const double taps = static_cast<double>(found->taps());
    const double unfolded = taps
        * std::max(static_cast<double>(found->outputs() * inputs[0].last()),
            static_cast<double>(found->height * found->width)
                * static_cast<double>(groups.count * groups.filters));
    if (unfolded > kMaxUnfolded)
        return Error{"kernel_size",
            "one example would unfold to more than 2^28 numbers: a smaller window, image or number of filters is "
            "needed"};
    return Shape{found->outHeight, found->outWidth, groups.count * groups.filters};
}

Index Conv2D::weightCount(std::span<const Shape> inputs) const
{
    const Groups groups = groupsFor(inputs[0].last());
    return groups.kernel.elements() + (m_useBias ? groups.count * groups.filters : 0);
}

Index Conv2D::workCount(std::span<const Shape> inputs) const
{
    const Result<Window2D> found = window(inputs[0]);
    const Groups groups = groupsFor(inputs[0].last());
    return found ? found->taps()
            * (found->outputs() * inputs[0].last()
                + found->height * found->width * groups.count * groups.filters)
                 : 0;
}

Index Conv2D::multiplyAdds(std::span<const Shape> inputs) const
{
    const Result<Shape> output = outputShape(inputs);
    const Groups groups = groupsFor(inputs[0].last());
    return output ? output->elements() / (groups.count * groups.filters) * groups.kernel.elements() : 0;
}

void Conv2D::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_window = *window(inputs[0]);
    m_groups = groupsFor(inputs[0].last());
    const Config& config = options().config;
    const Index filters = m_groups.count * m_groups.filters;
    // compute_fans() of keras/src/initializers/random_initializers.py
    const Shape& shape = m_groups.kernel;
    const Index taps = shape[0] * shape[1];
    RandomKey key{options().seed, RandomUse::Initializer, options().index * 16, 0};
    m_variables.clear();
    m_variables.push_back({"kernel", {}, {}});
    initialize(arithmetic, config.text(m_isDepthwise ? "depthwise_initializer" : "kernel_initializer"), shape,
        taps * shape[2], taps * shape[3], key, *numerics().variable, m_variables.back().value);
    if (m_useBias) {
        key.stream += 1;
        m_variables.push_back({"bias", {}, {}});
        initialize(arithmetic, config.text("bias_initializer"), Shape{filters}, filters, filters, key,
            *numerics().variable, m_variables.back().value);
    }
    m_parts.clear();
    for (std::size_t i = 0; i < static_cast<std::size_t>(m_groups.count); ++i) {
        const auto number = static_cast<std::uint32_t>(i % kMaxNumbers);
        m_parts.push_back({Product(options(), ProductRole::Forward, number),
            Product(options(), ProductRole::InputGradient, number),
            Product(options(), ProductRole::WeightGradient, number), {}, {}, {}, {}, {}, {}, {}, {}, {}});
    }
}

Operand Conv2D::columns(const Group& group) const
{
    const bool isOne = group.arrivedColumns.isEmpty();
    return {isOne ? &group.policyColumns : &group.arrivedColumns, &group.policyColumns};
}

/// The group's columns of the kernel as a matrix [taps * channels, all filters].
Operand Conv2D::kernel(Group& group, std::size_t index)
{
    const Tensor& stored = m_variables[0].value;
    if (m_parts.size() == 1)
        return {&stored, m_policyKernel};
    const Index rows = m_window.taps() * m_groups.channels;
    const Index all = m_groups.count * m_groups.filters;
    const auto slice = [&](const Tensor& from, Tensor& to) {
        to.reset(Shape{rows, m_groups.filters}, from.format());
        copyColumns(from, to,
            {rows, m_groups.filters, all, static_cast<Index>(index) * m_groups.filters, m_groups.filters, 0});
        return &to;
    };
    return {slice(stored, group.storedKernel), slice(*m_policyKernel, group.policyKernel)};
}

void Conv2D::multiplyForward(const StepContext& context, Group& group, std::size_t index, Tensor& output)
{
    if (m_parts.size() == 1) {
        group.forward.multiply(context, columns(group), kernel(group, index), Transpose::None, output);
        return;
    }
    group.forward.multiply(context, columns(group), kernel(group, index), Transpose::None, group.result);
    const Index all = m_groups.count * m_groups.filters;
    if (index == 0)
        output.reset(Shape{group.result.rows(), all}, group.result.format());
    copyColumns(group.result, output,
        {group.result.rows(), m_groups.filters, m_groups.filters, 0, all,
            static_cast<Index>(index) * m_groups.filters});
    tellMoved(context.arithmetic, group.result, output, index);
}

bool Conv2D::addsBiasToSum(const Arithmetic& arithmetic) const
{
    return arithmetic.rules().addsBiasToSum && m_useBias && m_parts.size() == 1
        && m_parts.front().forward.isPlain();
}

bool Conv2D::keepsGradientUnrounded(const Arithmetic& arithmetic) const
{
    const Format& compute = *numerics().compute;
    return arithmetic.rules().castsUnrounded && m_parts.size() == 1
        && m_parts.front().weightGradient.isPlain() && isRoundedFromFloat32(compute)
        && *numerics().variable == carrierFormat(compute);
}

void Conv2D::productAndBias(Arithmetic& arithmetic, Tensor& output)
{
    const Format& compute = *numerics().compute;
    const Format& wide = carrierFormat(compute);
    matmul(arithmetic, m_parts.front().policyColumns, *m_policyKernel, Transpose::None, wide, m_sum);
    const Tensor& bias = castIfNeeded(arithmetic, m_variables[1].value, compute, m_bias);
    addRow(arithmetic, m_sum, castIfNeeded(arithmetic, bias, wide, m_wideBias));
    castOrCopy(arithmetic, m_sum, compute, output);
}

void Conv2D::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    m_window.batch = inputs[0]->shape()[0];
    m_policyInput = &castIfNeeded(arithmetic, *inputs[0], compute, m_input);
    m_policyKernel = &castIfNeeded(arithmetic, m_variables[0].value, compute, m_kernel);
    const bool roundsInput = numerics().takesInputsUncast() && m_policyInput != inputs[0];
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        Group& group = m_parts[i];
        const Index first = static_cast<Index>(i) * m_groups.channels;
        unfold(arithmetic, *m_policyInput, m_window, first, m_groups.channels, group.policyColumns);
        if (roundsInput)
            unfold(arithmetic, *inputs[0], m_window, first, m_groups.channels, group.arrivedColumns);
        if (addsBiasToSum(arithmetic))
            productAndBias(arithmetic, output);
        else
            multiplyForward(context, group, i, output);
    }
    output.reshape(
        Shape{m_window.batch, m_window.outHeight, m_window.outWidth, m_groups.count * m_groups.filters});
    if (m_useBias && !addsBiasToSum(arithmetic))
        addRow(arithmetic, output, castIfNeeded(arithmetic, m_variables[1].value, output.format(), m_bias));
    m_activation.apply(arithmetic, output);
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void Conv2D::multiplyBackward(const StepContext& context, Group& group, std::size_t index,
    const Tensor& gradient, Tensor* inputGradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const auto at = static_cast<Index>(index);
    const Index all = m_groups.count * m_groups.filters;
    const bool isOnly = m_parts.size() == 1;
    const Tensor* upstream = &gradient;
    if (!isOnly) {
        group.upstream.reset(Shape{gradient.rows(), m_groups.filters}, gradient.format());
        copyColumns(gradient, group.upstream,
            {gradient.rows(), m_groups.filters, all, at * m_groups.filters, m_groups.filters, 0});
        upstream = &group.upstream;
    }
    Tensor& kernelGradient = m_variables[0].gradient;
    Tensor& weights = isOnly ? kernelGradient : group.result;
    if (keepsGradientUnrounded(arithmetic))
        matmul(arithmetic, group.policyColumns, *upstream, Transpose::A, carrierFormat(gradient.format()),
            weights);
    else
        group.weightGradient.multiply(context, columns(group), {upstream, upstream}, Transpose::A, weights);
    if (!isOnly) {
        if (index == 0)
            kernelGradient.reset(Shape{weights.rows(), all}, weights.format());
        copyColumns(weights, kernelGradient,
            {weights.rows(), m_groups.filters, m_groups.filters, 0, all, at * m_groups.filters});
        tellMoved(arithmetic, weights, kernelGradient, index);
    }
    if (inputGradient == nullptr)
        return;

    const bool skips = m_window.strideHeight > 1 || m_window.strideWidth > 1;
    const Tensor& pixels = skips ? m_spread : gradient;
    unfold(arithmetic, pixels, gradientWindow(m_window, all), at * m_groups.filters, m_groups.filters,
        group.columns);
    const Tensor& stored = m_variables[0].value;
    const Index taps = m_window.taps();
    // The kernel of a depthwise convolution is [taps, channels, multiplier], which is [taps, 1, all filters] too.
    flipKernel(*m_policyKernel, taps, all, at * m_groups.filters, m_groups.filters, group.policyFlipped);
    Operand right{&group.policyFlipped, &group.policyFlipped};
    if (group.inputGradient.overridesRight() && !(stored.format() == group.policyFlipped.format())) {
        flipKernel(stored, taps, all, at * m_groups.filters, m_groups.filters, group.storedFlipped);
        right.source = &group.storedFlipped;
    }
    Tensor& product = isOnly ? *inputGradient : group.result;
    group.inputGradient.multiply(context, {&group.columns, &group.columns}, right, Transpose::None, product);
    if (isOnly)
        return;
    if (index == 0)
        inputGradient->reset(Shape{product.rows(), m_window.channels}, product.format());
    copyColumns(product, *inputGradient,
        {product.rows(), m_groups.channels, m_groups.channels, 0, m_window.channels, at * m_groups.channels});
    tellMoved(arithmetic, product, *inputGradient, index);
}

void Conv2D::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& penalized = m_penalties.outputGradient(context, output, outputGradient);
    const Tensor& gradient = m_activation.gradient(arithmetic, output, penalized);
    if (m_useBias)
        columnSums(arithmetic, gradient, m_variables[1].gradient, numerics().biasSums,
            context.gradientRowsAreOne && m_activation.isLinear());
    Tensor* inputGradient = inputGradients.empty() ? nullptr : inputGradients.data();
    if (inputGradient != nullptr && (m_window.strideHeight > 1 || m_window.strideWidth > 1))
        spread(gradient, m_window.strideHeight, m_window.strideWidth, m_spread);
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        multiplyBackward(context, m_parts[i], i, gradient, inputGradient);
    m_variables[0].gradient.reshape(m_groups.kernel);
    if (inputGradient != nullptr)
        inputGradient->reshape(inputs[0]->shape());
    m_penalties.addToGradients(context, m_variables);
}

std::vector<std::string> Conv2D::variableNames() const
{
    return m_useBias ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

std::optional<graph::Value> convolutionFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Config& config = call.config();
    Window2D window = *windowOf(config, kConvolutionKeys, call.example());
    window.batch = call.output[0];
    const bool isDepthwise = isDepthwiseConfig(config);
    const Index groups = isDepthwise ? window.channels : config.integer("groups");
    const Index filters = call.output.last();
    const Index channels = window.channels / groups;
    const graph::Value kernel = call.variable("kernel",
        isDepthwise ? Shape{window.kernelHeight, window.kernelWidth, groups, filters / groups}
                    : Shape{window.kernelHeight, window.kernelWidth, channels, filters});
    const Shape byGroups{window.kernelHeight, window.kernelWidth, channels, filters};
    const graph::Value product
        = graph::convolution(x, call.builder.reshape(kernel, byGroups), window, groups);
    return graph::activation(config.text("activation"),
        config.flag("use_bias") ? product + call.variable("bias", {filters}) : product);
}

} // namespace ulpscope
