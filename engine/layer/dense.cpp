// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/dense.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/initializer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

enum Quantized : std::size_t { Inputs, Kernel, OutputGradient };

/// max |x| of a tensor that holds a NaN or an infinity: NaN if there is one.
double nonFiniteAmax(const Tensor& x)
{
    double result = 0;
    for (Index i = 0; i < x.size(); ++i) {
        if (std::isnan(x.at(i)))
            return x.at(i);
        result = std::max(result, std::fabs(x.at(i)));
    }
    return result;
}

} // namespace

namespace {

constexpr std::array<const char*, 3> kRegularizerKeys{
    "kernel_regularizer", "bias_regularizer", "activity_regularizer"};

/// None where the text is absent or wrong, which outputShape() refuses.
Regularizer regularizerIn(const Config& config, const char* key)
{
    const ParameterValue* text = config.find(key);
    if (text == nullptr)
        return {};
    const Result<Regularizer> regularizer = regularizerByName(std::get<std::string>(*text));
    return regularizer ? *regularizer : Regularizer{};
}

} // namespace

Dense::Dense(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_activation(options().config.text("activation"))
    , m_useBias(options().config.flag("use_bias"))
    , m_regularizers{regularizerIn(options().config, kRegularizerKeys[0]),
          regularizerIn(options().config, kRegularizerKeys[1])}
    , m_activityRegularizer(regularizerIn(options().config, kRegularizerKeys[2]))
    , m_forward(options(), ProductRole::Forward)
    , m_inputGradient(options(), ProductRole::InputGradient)
    , m_weightGradient(options(), ProductRole::WeightGradient)
{
    if (const auto length = numerics().float8AmaxHistory) {
        const auto forward = static_cast<float>(findFormat("float8_e4m3fn")->maxFinite());
        const auto backward = static_cast<float>(findFormat("float8_e5m2")->maxFinite());
        m_scalings
            = {{"inputs", makeAmaxHistory(forward, *length)}, {"kernel", makeAmaxHistory(forward, *length)},
                {"outputs_grad", makeAmaxHistory(backward, *length)}};
    }
}

Result<Shape> Dense::outputShape(std::span<const Shape> inputs) const
{
    for (const char* key : kRegularizerKeys)
        if (const ParameterValue* text = options().config.find(key))
            if (const auto regularizer = regularizerByName(std::get<std::string>(*text)); !regularizer)
                return regularizer.error().within(key);
    return inputs[0].withLast(options().config.integer("units"));
}

Index Dense::weightCount(std::span<const Shape> inputs) const
{
    const Index units = options().config.integer("units");
    return units * (inputs[0].last() + (m_useBias ? 1 : 0));
}

void Dense::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    const Index units = options().config.integer("units");
    const Index in = inputs[0].last();
    const RandomKey key{options().seed, RandomUse::Initializer, options().index * 16, 0};
    Variable kernel{"kernel", {}, {}};
    initialize(arithmetic, options().config.text("kernel_initializer"), Shape{in, units}, in, units, key,
        *numerics().variable, kernel.value);
    m_variables.clear();
    m_variables.push_back(std::move(kernel));
    if (m_useBias) {
        RandomKey biasKey = key;
        biasKey.stream += 1;
        Variable bias{"bias", {}, {}};
        initialize(arithmetic, options().config.text("bias_initializer"), Shape{units}, units, units, biasKey,
            *numerics().variable, bias.value);
        m_variables.push_back(std::move(bias));
    }
}

const Tensor& Dense::quantized(
    const StepContext& context, std::size_t which, const Tensor& x, const Format& format, Tensor& storage)
{
    Arithmetic& arithmetic = context.arithmetic;
    TensorScaling& scaling = m_scalings[which];
    if (context.training) { // Keras leaves scales and histories alone outside training
        const TensorStatistics seen = statistics(arithmetic, x);
        // Keras' max keeps a NaN and an infinity; the statistics' amax is of finite elements.
        scaling.observe(static_cast<float>(seen.nonFinite == 0 ? seen.amax : nonFiniteAmax(x)));
    }

    // x / scale in the compute dtype, clipped and rounded to float8, times scale in the compute dtype.
    const Format& compute = x.format();
    const double scale = roundToFormat(compute, static_cast<double>(scaling.scale()));
    unary(arithmetic, Unary::Copy, x, m_divided);
    scalarInPlace(arithmetic, Binary::Divide, m_divided, scale);
    cast(arithmetic, m_divided, format, m_float8, Rounding{.overflow = &kerasRule()});
    cast(arithmetic, m_float8, compute, storage);
    scalarInPlace(arithmetic, Binary::Multiply, storage, scale);
    return storage;
}

void Dense::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    m_policyInput = m_policyKernel = nullptr;
    if (!m_forward.overridesLeft() || !m_weightGradient.overridesLeft())
        m_policyInput = &castIfNeeded(arithmetic, *inputs[0], compute, m_input);
    if (!m_forward.overridesRight() || !m_inputGradient.overridesRight())
        m_policyKernel = &castIfNeeded(arithmetic, m_variables[0].value, compute, m_kernel);
    if (!m_scalings.empty()) {
        const Format& e4m3fn = *findFormat("float8_e4m3fn");
        if (m_policyInput != nullptr)
            m_policyInput = &quantized(context, Inputs, *m_policyInput, e4m3fn, m_quantizedInput);
        if (m_policyKernel != nullptr)
            m_policyKernel = &quantized(context, Kernel, *m_policyKernel, e4m3fn, m_quantizedKernel);
    }
    m_forward.multiply(context, input(*inputs[0]), kernel(), Transpose::None, output);
    output.reshape(inputs[0]->shape().withLast(m_variables[0].value.columns()));
    if (m_useBias) {
        const Tensor* bias = &castIfNeeded(arithmetic, m_variables[1].value, output.format(), m_bias);
        if (!m_scalings.empty() && output.format() == float32Format()) { // as _float8_call does
            cast(arithmetic, *bias, *findFormat("bfloat16"), m_float8);
            cast(arithmetic, m_float8, output.format(), m_bias);
            bias = &m_bias;
        }
        addRow(arithmetic, output, *bias);
    }
    m_activation.apply(arithmetic, output);
    addPenalties(arithmetic, output);
}

void Dense::addPenalties(Arithmetic& arithmetic, const Tensor& output)
{
    m_penalty = 0;
    for (std::size_t i = 0; i < m_variables.size(); ++i)
        if (!m_regularizers[i].isNone())
            m_penalty += penaltyOf(arithmetic, m_regularizers[i], m_variables[i].value);
    if (m_activityRegularizer.isNone() || output.isEmpty())
        return;
    // Keras divides by the batch size, in the output's dtype.
    const Format& format = output.format();
    const double batch = roundToFormat(format, static_cast<double>(output.shape()[0]));
    m_penalty
        += roundScalar(arithmetic, format, penaltyOf(arithmetic, m_activityRegularizer, output) / batch);
}

void Dense::addPenaltyGradients(const StepContext& context)
{
    for (std::size_t i = 0; i < m_variables.size(); ++i) {
        if (m_regularizers[i].isNone())
            continue;
        Variable& variable = m_variables[i];
        if (!(variable.gradient.format() == variable.value.format())) {
            Tensor widened;
            cast(context.arithmetic, variable.gradient, variable.value.format(), widened);
            variable.gradient = std::move(widened);
        }
        addPenaltyGradient(
            context.arithmetic, m_regularizers[i], variable.value, context.penaltyScale, variable.gradient);
    }
}

void Dense::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor* gradient = &outputGradient;
    if (!m_activityRegularizer.isNone()) {
        const Format& format = outputGradient.format();
        const Tensor& y = castIfNeeded(arithmetic, output, format, m_computeOutput);
        unary(arithmetic, Unary::Copy, outputGradient, m_penalizedGradient);
        const double batch = roundToFormat(format, static_cast<double>(output.shape()[0]));
        addPenaltyGradient(arithmetic, m_activityRegularizer, y,
            roundScalar(arithmetic, format, roundScalar(arithmetic, format, context.penaltyScale) / batch),
            m_penalizedGradient);
        gradient = &m_penalizedGradient;
    }
    gradient = &m_activation.gradient(arithmetic, output, *gradient);
    if (m_useBias)
        columnSums(arithmetic, *gradient, m_variables[1].gradient);

    Operand upstream{gradient, gradient};
    if (!m_scalings.empty() && (!m_inputGradient.overridesLeft() || !m_weightGradient.overridesRight()))
        upstream.underPolicy
            = &quantized(context, OutputGradient, *gradient, *findFormat("float8_e5m2"), m_quantizedGradient);
    m_weightGradient.multiply(context, input(*inputs[0]), upstream, Transpose::A, m_variables[0].gradient);
    if (!inputGradients.empty()) {
        m_inputGradient.multiply(context, upstream, kernel(), Transpose::B, inputGradients[0]);
        inputGradients[0].reshape(inputs[0]->shape());
    }
    addPenaltyGradients(context);
}

std::vector<std::string> Dense::variableNames() const
{
    return m_useBias ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

bool Dense::nextScalingIsFinite() const
{
    return std::all_of(m_scalings.begin(), m_scalings.end(),
        [](const TensorScaling& scaling) { return scaling.nextIsFinite(); });
}

void Dense::commitScaling(StepOutcome outcome)
{
    for (TensorScaling& scaling : m_scalings)
        scaling.commit(outcome);
}

void Dense::restoreScalings(std::span<const TensorScaling> kept)
{
    check(kept.size() == m_scalings.size(), "[Dense] scalings of a layer made alike");
    m_scalings.assign(kept.begin(), kept.end());
}

} // namespace ulpscope
