// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/regularizer.h"

#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/support/text_arguments.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ulpscope {

namespace {

/// |x| or the sign of x, which are values of every format.
void mapExactly(const Tensor& x, double (*function)(double), Tensor& out)
{
    out.reset(x.shape(), x.format());
    for (Index i = 0; i < x.size(); ++i)
        out.set(i, function(x.at(i)));
}

double absolute(double x)
{
    return std::fabs(x);
}

/// The derivative of |x|, at 0 that of JAX.
double signOf(double x)
{
    if (std::isnan(x))
        return x;
    return x < 0 ? -1 : 1;
}

double weightIn(const Format& format, double weight)
{
    return roundToFormat(format, weight);
}

double sumOf(Arithmetic& arithmetic, const Tensor& terms)
{
    static const Accumulator inFloat32 = *accumulatorByName("float32");
    static const Accumulator inFloat64 = *accumulatorByName("float64");
    const bool isWide = terms.format() == float64Format();
    const double total = sum(arithmetic, terms, isWide ? inFloat64 : inFloat32);
    return roundScalar(arithmetic, terms.format(), total, translated("sum of all elements"),
        {{"elements", static_cast<double>(terms.size())},
            {"largest magnitude", finiteRange(arithmetic, terms).amax}});
}

/// None where the text is absent or wrong, which check() refuses.
Regularizer regularizerAt(const Config& config, std::string_view key)
{
    const ParameterValue* text = config.find(key);
    const Result<Regularizer> regularizer
        = text == nullptr ? Regularizer{} : regularizerByName(std::get<std::string>(*text));
    return regularizer ? *regularizer : Regularizer{};
}

/// The batch size in the format.
double batchIn(const Format& format, const Tensor& output)
{
    return roundToFormat(format, static_cast<double>(output.shape()[0]));
}

} // namespace

Result<Regularizer> regularizerByName(std::string_view text)
{
    const std::size_t open = std::min(text.find('('), text.size());
    const std::string_view name = text.substr(0, open);
    const std::optional<std::vector<double>> numbers = numbersInParentheses(text.substr(open));
    const auto wrong = [&] {
        return Error{
            "", "expected \"\", l1(0.01), l2(0.01) or l1_l2(0.01, 0.02), got \"" + shownText(text) + "\""};
    };
    if (text.empty())
        return Regularizer{};
    constexpr double kLargest = 1e30;
    if (!numbers
        || !std::all_of(numbers->begin(), numbers->end(), [](double x) { return x >= 0 && x <= kLargest; }))
        return wrong();
    constexpr double kKerasDefault = 0.01;
    const bool isOne = numbers->size() <= 1;
    const double first = numbers->empty() ? kKerasDefault : numbers->front();
    if (name == "l1" && isOne)
        return Regularizer{first, 0};
    if (name == "l2" && isOne)
        return Regularizer{0, first};
    if (name == "l1_l2" && (numbers->empty() || numbers->size() == 2))
        return numbers->empty() ? Regularizer{} : Regularizer{numbers->front(), numbers->back()};
    return wrong();
}

std::string textOf(const Regularizer& regularizer)
{
    if (regularizer.isNone())
        return {};
    if (regularizer.l2 == 0)
        return "l1(" + shortestText(regularizer.l1) + ")";
    if (regularizer.l1 == 0)
        return "l2(" + shortestText(regularizer.l2) + ")";
    return "l1_l2(" + shortestText(regularizer.l1) + ", " + shortestText(regularizer.l2) + ")";
}

double penaltyOf(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x)
{
    const Format& format = x.format();
    const ScalarOps ops(arithmetic, format);
    double total = 0;
    Tensor terms;
    if (regularizer.l1 != 0) {
        mapExactly(x, absolute, terms);
        total = ops.multiply(weightIn(format, regularizer.l1), sumOf(arithmetic, terms));
    }
    if (regularizer.l2 != 0) {
        binary(arithmetic, Binary::Multiply, x, x, terms);
        total = ops.add(total, ops.multiply(weightIn(format, regularizer.l2), sumOf(arithmetic, terms)));
    }
    return total;
}

void addPenaltyGradient(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x,
    double upstream, Tensor& gradient)
{
    const Format& format = x.format();
    const auto addScaled = [&](Tensor& direction, double weight) {
        const double factor = ScalarOps(arithmetic, format).multiply(upstream, weightIn(format, weight));
        scalarInPlace(arithmetic, Binary::Multiply, direction, factor);
        binaryInPlace(arithmetic, Binary::Add, gradient, direction);
    };
    Tensor direction;
    if (regularizer.l2 != 0) {
        binary(arithmetic, Binary::Add, x, x, direction);
        addScaled(direction, regularizer.l2);
    }
    if (regularizer.l1 != 0) {
        mapExactly(x, signOf, direction);
        addScaled(direction, regularizer.l1);
    }
}

Penalties::Penalties(const Config& config, const std::vector<const char*>& keys)
    : m_ofOutput(regularizerAt(config, "activity_regularizer"))
{
    for (const char* key : keys)
        m_ofVariables.push_back(regularizerAt(config, key));
}

Status Penalties::check(const Config& config)
{
    for (const auto& [key, value] : config.entries())
        if (key.ends_with("_regularizer"))
            if (const auto regularizer = regularizerByName(std::get<std::string>(value)); !regularizer)
                return regularizer.error().within(key);
    return success();
}

double Penalties::evaluate(
    Arithmetic& arithmetic, std::span<const Variable> variables, const Tensor& output) const
{
    double penalty = 0;
    for (std::size_t i = 0; i < variables.size() && i < m_ofVariables.size(); ++i)
        if (!m_ofVariables[i].isNone())
            penalty += penaltyOf(arithmetic, m_ofVariables[i], variables[i].value);
    if (m_ofOutput.isNone() || output.isEmpty())
        return penalty;
    const ScalarOps ops(arithmetic, output.format());
    return penalty + ops.divide(penaltyOf(arithmetic, m_ofOutput, output), batchIn(output.format(), output));
}

const Tensor& Penalties::outputGradient(
    const StepContext& context, const Tensor& output, const Tensor& gradient)
{
    if (m_ofOutput.isNone())
        return gradient;
    Arithmetic& arithmetic = context.arithmetic;
    const Format& format = gradient.format();
    castOrCopy(arithmetic, gradient, format, m_gradient);
    const ScalarOps ops(arithmetic, format);
    addPenaltyGradient(arithmetic, m_ofOutput, castIfNeeded(arithmetic, output, format, m_output),
        ops.divide(ops.rounded(context.penaltyScale), batchIn(format, output)), m_gradient);
    return m_gradient;
}

void Penalties::addToGradients(const StepContext& context, std::span<Variable> variables) const
{
    for (std::size_t i = 0; i < variables.size() && i < m_ofVariables.size(); ++i) {
        if (m_ofVariables[i].isNone())
            continue;
        Variable& variable = variables[i];
        if (!(variable.gradient.format() == variable.value.format())) {
            Tensor widened;
            cast(context.arithmetic, variable.gradient, variable.value.format(), widened);
            variable.gradient = std::move(widened);
        }
        Tensor penalty(variable.value.shape(), variable.value.format());
        addPenaltyGradient(
            context.arithmetic, m_ofVariables[i], variable.value, context.penaltyScale, penalty);
        binaryInPlace(context.arithmetic, Binary::Add, variable.gradient, penalty);
    }
}

} // namespace ulpscope
