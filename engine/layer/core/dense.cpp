// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/dense.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

enum Slot : std::size_t { Inputs, Kernel, OutputGradient };
constexpr std::array<const char*, 3> kSlotNames{"inputs", "kernel", "outputs_grad"};

/// max |x|, infinities too. A NaN is the result in Keras, and passed over by Transformer Engine's kernels.
float amaxOf(const Arithmetic& arithmetic, const Tensor& x, bool keepsNan)
{
    const FiniteRange seen = finiteRange(arithmetic, x);
    if (seen.nonFinite == 0)
        return static_cast<float>(seen.amax);
    double result = 0;
    for (Index i = 0; i < x.size(); ++i) {
        const double value = x.at(i);
        if (std::isnan(value) && keepsNan)
            return static_cast<float>(value);
        result = std::fmax(result, std::fabs(value));
    }
    return static_cast<float>(result);
}

/// Elements of `x` beyond `limit`, where the largest would be `amax` before x was rounded: none need be looked at
/// unless that is beyond too, since rounding never passes a limit that the format has.
std::int64_t countBeyond(const Arithmetic& arithmetic, const Tensor& x, double amax, double limit)
{
    if (amax <= limit && roundToFormat(x.format(), limit) == limit)
        return 0;
    return countAbove(arithmetic, x, limit);
}

} // namespace

Dense::Dense(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_activation(options().config.text("activation"))
    , m_useBias(options().config.flag("use_bias"))
    // Keras adds the quantized kernel without its regularizer
    , m_penalties(
          options().config, {numerics().integerKernel ? "" : "kernel_regularizer", "bias_regularizer"})
    , m_forward(options(), ProductRole::Forward)
    , m_inputGradient(options(), ProductRole::InputGradient)
    , m_weightGradient(options(), ProductRole::WeightGradient)
{
    makeScalings();
}

/// A slot has a scaling where the whole tensor has one scale: by history unless every product overrides it, or else by
/// the format that the product in question overrides it with. A block format has scales of its own, and no tensor's.
void Dense::makeScalings()
{
    const auto& scaling = numerics().scaling;
    const std::array<bool, 3> isByFormat{m_forward.scalesLeftByTensor(), m_forward.scalesRightByTensor(),
        m_weightGradient.scalesRightByTensor()};
    const std::array<bool, 3> isOverridden{m_forward.overridesLeft() && m_weightGradient.overridesLeft(),
        m_forward.overridesRight() && m_inputGradient.overridesRight(),
        m_inputGradient.overridesLeft() && m_weightGradient.overridesRight()};
    for (const Slot slot : {Inputs, Kernel, OutputGradient}) {
        const bool hasHistory = scaling && !isOverridden[slot];
        if (!hasHistory && !isByFormat[slot])
            continue;
        m_slots[slot] = static_cast<int>(m_scalings.size());
        if (hasHistory)
            m_scalings.push_back(makeTensorScaling(kSlotNames[slot], *scaling,
                (slot == OutputGradient ? scaling->backward : scaling->forward)->maxFinite()));
        else
            m_scalings.push_back({kSlotNames[slot], CurrentScaling{}});
    }
}

Result<Shape> Dense::outputShape(std::span<const Shape> inputs) const
{
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    if (const Status initializers = checkInitializers(
            options().config, {{"kernel_initializer", 2}, {"bias_initializer", m_useBias ? 1 : 0}});
        !initializers)
        return initializers.error();
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
    kernel.trainable = !numerics().integerKernel.has_value();
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

const Tensor& Dense::scaled(const StepContext& context, std::size_t slot, const Tensor& source,
    const Tensor* underPolicy, Tensor& storage)
{
    Arithmetic& arithmetic = context.arithmetic;
    const bool isKeras = !isDelayed();
    const ScalingSettings& settings = *numerics().scaling;
    const Format& float8 = slot == OutputGradient ? *settings.backward : *settings.forward;
    TensorScaling& scaling = m_scalings[static_cast<std::size_t>(m_slots[slot])];
    const Tensor& x = isKeras ? *underPolicy : source;
    const auto scale = static_cast<double>(scaling.scale());
    // Scales and histories stay as they are outside training.
    const auto observe = [&](auto scaledAs) {
        if (!context.training)
            return;
        const float amax = amaxOf(arithmetic, x, isKeras);
        scaling.observe(
            amax, countBeyond(arithmetic, m_divided, scaledAs(amax), float8.maxFinite()), m_divided.size());
    };
    if (isKeras) {
        // x / scale in the compute dtype, clipped and rounded to float8, times scale in the compute dtype.
        const Format& compute = x.format();
        const double factor = roundToFormat(compute, scale);
        unary(arithmetic, Unary::Copy, x, m_divided);
        divideByScale(arithmetic, m_divided, scaling.scale());
        observe([&](double amax) { return quotientByOne(compute, amax, factor); });
        cast(arithmetic, m_divided, float8, m_float8, Rounding{.overflow = &kerasRule()});
        cast(arithmetic, m_float8, compute, storage);
        scalarInPlace(arithmetic, Binary::Multiply, storage, factor);
        return storage;
    }
    // x times scale, clipped and rounded to float8, times 1 / scale, all in float32.
    const Format& carrier = carrierFormat(*numerics().compute);
    cast(arithmetic, x, carrier, m_divided);
    scalarInPlace(arithmetic, Binary::Multiply, m_divided, scale);
    observe([&](double amax) { return amax * scale; });
    cast(arithmetic, m_divided, float8, m_float8, Rounding{.overflow = findOverflowRule("te")});
    cast(arithmetic, m_float8, carrier, storage);
    scalarInPlace(arithmetic, Binary::Multiply, storage, static_cast<double>(1 / scaling.scale()));
    return storage;
}

void Dense::observeCurrent(std::size_t slot, const Product& product, bool isLeft)
{
    if (m_slots[slot] < 0)
        return;
    TensorScaling& scaling = m_scalings[static_cast<std::size_t>(m_slots[slot])];
    const TensorScale& seen = isLeft ? product.leftScale() : product.rightScale();
    if (scaling.kind() == ScalingKind::Current)
        scaling.observeCurrent(seen.amax, seen.encode);
}

void Dense::integerForward(Arithmetic& arithmetic, const Tensor& x, Tensor& output)
{
    const IntegerKernel& integers = *numerics().integerKernel;
    const Format& compute = *numerics().compute;
    const Tensor& numbers = m_variables[0].value;
    const bool isNew = !identical(numbers, m_quantizedFrom);
    if (isNew) { // once: the kernel does not train, but weights can be put in
        cast(arithmetic, numbers, numbers.format(), m_quantizedFrom);
        if (integers.bits == kTernaryBits) {
            quantizeTernary(numbers, m_codes);
            ternaryMasks(m_codes, compute, m_floatKernel, m_negativeKernel);
        }
    }
    if (integers.bits == kTernaryBits) { // _ternary_call: two products of ones, their difference, the scale
        matmul(arithmetic, x, m_floatKernel, Transpose::None, output);
        matmul(arithmetic, x, m_negativeKernel, Transpose::None, m_negativeProduct);
        binaryInPlace(arithmetic, Binary::Subtract, output, m_negativeProduct);
        scalarInPlace(arithmetic, Binary::Multiply, output, roundToFormat(compute, m_codes.scales.at(0)));
        return;
    }
    if (isNew) {
        quantizeKernel(numbers, integers.bits, integers.blockSize, m_codes);
        dequantizeKernel(m_codes, compute, m_floatKernel);
        cast(arithmetic, m_codes.scales, compute, m_kernelScales);
        if (integers.blockSize == -1)
            m_kernelScales.reshape(Shape{1, numbers.columns()});
    }
    if (integers.bits == 4 && (integers.blockSize != -1 || integers.dividesKernel)) {
        matmul(arithmetic, x, m_floatKernel, Transpose::None, output);
        return;
    }
    if (integers.bits == 4) {
        matmul(arithmetic, x, castIfNeeded(arithmetic, m_codes.codes, compute, m_kernel), Transpose::None,
            output);
        divideColumns(arithmetic, output, m_kernelScales);
        return;
    }
    quantizeRows(arithmetic, x, m_inputCodes, m_inputScales);
    // Sums of integers below 2^24 are exact in float32 too, and faster there; compute is then rounded to once, as from int32.
    constexpr Index kMaxInFloat = (1 << 24) / (127 * 127);
    const Tensor& codes = m_codes.codes;
    if (codes.rows() <= kMaxInFloat && carrierOf(compute) == Carrier::Float) {
        matmul(arithmetic, m_inputCodes, codes, Transpose::None, compute, output);
        scalarInPlace(arithmetic, Binary::Add, output, 0); // of -0, which int32 does not have
    } else {
        matmul(
            arithmetic, m_inputCodes, codes, Transpose::None, *accumulatorByName("int32"), compute, output);
    }
    matmul(arithmetic, m_inputScales, m_kernelScales, Transpose::None, m_outputScales); // one product each
    output.reshape(m_outputScales.shape());
    binaryInPlace(arithmetic, Binary::Divide, output, m_outputScales);
}

void Dense::ternaryInputGradient(Arithmetic& arithmetic, const Tensor& gradient, Tensor& inputGradient)
{
    unary(arithmetic, Unary::Copy, gradient, m_kernel);
    scalarInPlace(
        arithmetic, Binary::Multiply, m_kernel, roundToFormat(*numerics().compute, m_codes.scales.at(0)));
    matmul(arithmetic, m_kernel, m_floatKernel, Transpose::B, inputGradient);
    matmul(arithmetic, m_kernel, m_negativeKernel, Transpose::B, m_negativeProduct);
    binaryInPlace(arithmetic, Binary::Subtract, inputGradient, m_negativeProduct);
}

const Tensor& Dense::roundedBias(
    Arithmetic& arithmetic, const Tensor& bias, const Format& format, Tensor& storage)
{
    const Tensor& rounded = castIfNeeded(arithmetic, bias, format, storage);
    if (!numerics().roundsBias)
        return rounded;
    cast(arithmetic, rounded, *findFormat("bfloat16"), m_float8);
    cast(arithmetic, m_float8, format, storage);
    return storage;
}

void Dense::addBias(const StepContext& context, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& format = output.format();
    const Tensor& bias = roundedBias(arithmetic, m_variables[1].value, format, m_bias);
    m_unrounded.reset(Shape{0}, format);
    if (!context.keepsUnrounded || !m_activation.isLinear() || format == carrierFormat(format))
        return addRow(arithmetic, output, bias);
    cast(arithmetic, output, carrierFormat(format), m_unrounded);
    cast(arithmetic, bias, carrierFormat(format), m_wideBias);
    addRow(arithmetic, m_unrounded, m_wideBias);
    cast(arithmetic, m_unrounded, format, output);
}

bool Dense::addsBiasToSum(const Arithmetic& arithmetic) const
{
    return arithmetic.rules().addsBiasToSum && m_useBias && m_forward.isPlain() && !numerics().scaling;
}

void Dense::productAndBias(Arithmetic& arithmetic, Tensor& output)
{
    const Format& compute = *numerics().compute;
    const Format& wide = carrierFormat(compute);
    matmul(arithmetic, *m_policyInput, *m_policyKernel, Transpose::None, wide, m_sum);
    const Tensor& bias = castIfNeeded(arithmetic, m_variables[1].value, compute, m_bias);
    addRow(arithmetic, m_sum, castIfNeeded(arithmetic, bias, wide, m_wideBias));
    castOrCopy(arithmetic, m_sum, compute, output);
}

void Dense::roundBiasGradient(Arithmetic& arithmetic, Tensor& gradient)
{
    if (!numerics().roundsBias)
        return;
    const Format& format = gradient.format();
    cast(arithmetic, gradient, *findFormat("bfloat16"), m_float8);
    cast(arithmetic, m_float8, format, gradient);
}

bool Dense::sumsKernelGradient(const Arithmetic& arithmetic, const Tensor& arrived) const
{
    const Tensor& kernel = m_variables[0].value;
    return arithmetic.rules().castsUnrounded && kernel.size() == 1 && arrived.shape().rank() == 2
        && isRoundedFromFloat32(*numerics().compute) && kernel.format() == float32Format()
        && m_weightGradient.isPlain() && !numerics().scaling;
}

void Dense::sumKernelGradient(Arithmetic& arithmetic, const Tensor& x, const Tensor& gradient)
{
    cast(arithmetic, x, float32Format(), m_products);
    cast(arithmetic, gradient, float32Format(), m_factors);
    binaryInPlace(arithmetic, Binary::Multiply, m_products, m_factors);
    columnSums(arithmetic, m_products, m_variables[0].gradient);
    m_variables[0].gradient.reshape(m_variables[0].value.shape());
}

void Dense::takeOperands(const StepContext& context, const Tensor& arrived)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const Tensor& stored = m_variables[0].value;
    m_policyInput = m_policyKernel = nullptr;
    const bool takesInput = !m_forward.overridesLeft() || !m_weightGradient.overridesLeft();
    const bool takesKernel = !m_forward.overridesRight() || !m_inputGradient.overridesRight();
    if (takesInput && !isDelayed())
        m_policyInput = &castIfNeeded(arithmetic, arrived, compute, m_input);
    // Plain products cast a kernel as they read it: written out, it would be read again from a far cache.
    const bool areBothPlain = m_forward.isPlain() && m_inputGradient.isPlain() && !numerics().scaling;
    const bool castsInProduct = areBothPlain && !addsBiasToSum(arithmetic) && !(stored.format() == compute)
        && carrierOf(stored.format()) == carrierOf(compute) && !isWatched(arithmetic);
    if (takesKernel && !isDelayed() && !castsInProduct)
        m_policyKernel = &castIfNeeded(arithmetic, stored, compute, m_kernel);
    if (!numerics().scaling)
        return;
    if (takesInput)
        m_policyInput = &scaled(context, Inputs, arrived, m_policyInput, m_quantizedInput);
    if (takesKernel)
        m_policyKernel = &scaled(context, Kernel, stored, m_policyKernel, m_quantizedKernel);
}

void Dense::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& arrived = *inputs[0];
    if (numerics().integerKernel) {
        integerForward(arithmetic, castIfNeeded(arithmetic, arrived, *numerics().compute, m_input), output);
    } else {
        takeOperands(context, arrived);
        if (addsBiasToSum(arithmetic))
            productAndBias(arithmetic, output);
        else
            m_forward.multiply(context, input(arrived), kernel(), Transpose::None, output);
        if (context.training) {
            observeCurrent(Inputs, m_forward, true);
            observeCurrent(Kernel, m_forward, false);
        }
    }
    output.reshape(arrived.shape().withLast(m_variables[0].value.columns()));
    if (m_useBias && !addsBiasToSum(arithmetic))
        addBias(context, output);
    m_activation.apply(arithmetic, output);
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void Dense::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor* gradient = &m_activation.gradient(
        arithmetic, output, m_penalties.outputGradient(context, output, outputGradient));
    if (m_useBias) {
        columnSums(arithmetic, *gradient, m_variables[1].gradient, numerics().biasSums,
            context.gradientRowsAreOne && m_activation.isLinear());
        roundBiasGradient(arithmetic, m_variables[1].gradient);
    }

    if (numerics().integerKernel) {
        if (!inputGradients.empty()) {
            if (numerics().integerKernel->bits == kTernaryBits)
                ternaryInputGradient(arithmetic, *gradient, inputGradients[0]);
            else
                matmul(arithmetic, *gradient, m_floatKernel, Transpose::B, inputGradients[0]);
            inputGradients[0].reshape(inputs[0]->shape());
        }
        m_penalties.addToGradients(context, m_variables);
        return;
    }
    // What two products round alike is rounded once.
    Operand x = input(*inputs[0]);
    Operand w = kernel();
    Operand upstream{gradient, gradient};
    if (roundAlike(m_forward.left(), m_weightGradient.left()))
        x.rounded = m_forward.roundedLeft();
    if (roundAlike(m_forward.right(), m_inputGradient.right()))
        w.rounded = m_forward.roundedRight();
    if (numerics().scaling && (!m_inputGradient.overridesLeft() || !m_weightGradient.overridesRight()))
        upstream.underPolicy = &scaled(context, OutputGradient, *gradient, gradient, m_quantizedGradient);
    if (sumsKernelGradient(arithmetic, *inputs[0]))
        sumKernelGradient(arithmetic, *x.underPolicy, *gradient);
    else
        m_weightGradient.multiply(context, x, upstream, Transpose::A, m_variables[0].gradient);
    observeCurrent(OutputGradient, m_weightGradient, false);
    if (!inputGradients.empty()) {
        if (roundAlike(m_weightGradient.right(), m_inputGradient.left()))
            upstream.rounded = m_weightGradient.roundedRight();
        m_inputGradient.multiply(context, upstream, w, Transpose::B, inputGradients[0]);
        inputGradients[0].reshape(inputs[0]->shape());
    }
    m_penalties.addToGradients(context, m_variables);
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

std::optional<graph::Value> denseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Index units = call.config().integer("units");
    const graph::Value product = matmul(x, call.variable("kernel", {x.shape().last(), units}));
    return graph::activation(call.config().text("activation"),
        call.config().flag("use_bias") ? product + call.variable("bias", {units}) : product);
}

} // namespace ulpscope
