// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/gradient_pipeline.h"

#include "engine/dtype/rounding.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/updates.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// own: the dtype that gradients of the variable have.
void unscale(Arithmetic& arithmetic, const Format& own, const GradientScale& scale, Tensor& gradient)
{
    if (const double factor = scale.factorFor(own); factor != 0)
        scalarInPlace(arithmetic, Binary::Multiply, gradient, factor);
    else if (scale.scale != 1)
        scalarInPlace(arithmetic, Binary::Divide, gradient, scale.divisorFor(gradient.format()));
}

/// Keras' ops.minimum and ops.maximum: a NaN on either side is the result.
double smaller(double a, double b)
{
    return a < b || std::isnan(a) ? a : b;
}
double larger(double a, double b)
{
    return a > b || std::isnan(a) ? a : b;
}

} // namespace

const Format& promoted(const Format& a, const Format& b)
{
    return contains(a, b) ? a : contains(b, a) ? b : float32Format();
}

double GradientScale::factorFor(const Format& format) const
{
    if (!byReciprocal)
        return 0;
    const double factor = roundToFormat(format, static_cast<double>(1.0F / static_cast<float>(scale)));
    return factor * scale == 1 ? 0 : factor; // a power of two: the quotient is the product
}

double GradientScale::divisorFor(const Format& format) const
{
    return byReciprocal || isArray ? scale : roundToFormat(format, scale);
}

GradientPipeline::GradientPipeline(const Config& config)
    : m_clipNorm(config.number("clipnorm"))
    , m_clipValue(config.number("clipvalue"))
    , m_globalClipNorm(config.number("global_clipnorm"))
    , m_steps(config.integer("gradient_accumulation_steps"))
{
}

void GradientPipeline::build(std::span<const VariableUpdate> updates)
{
    if (m_steps < 2)
        return;
    for (const VariableUpdate& update : updates)
        m_accumulated.emplace_back(update.variable->shape(), update.format());
}

bool GradientPipeline::prepare(Arithmetic& arithmetic, std::span<const VariableUpdate> updates,
    const GradientScale& scale, std::int64_t applied)
{
    m_scale = scale;
    const bool isClipped = m_clipNorm > 0 || m_clipValue > 0 || m_globalClipNorm > 0;
    m_isPrepared = isClipped || m_steps > 1
        || std::any_of(updates.begin(), updates.end(),
            [&](const VariableUpdate& update) { return scale.factorFor(update.format()) != 0; });
    if (!m_isPrepared)
        return true;
    m_gradients.resize(updates.size());
    const bool isUpdate = (applied + 1) % m_steps == 0;
    // An infinity or NaN is not counted here: it is counted where it reaches a weight.
    const std::int64_t nonFinite = arithmetic.counts().nonFinite;
    for (std::size_t slot = 0; slot < updates.size(); ++slot)
        castGradient(arithmetic, updates[slot], scale, m_gradients[slot]);
    if (isClipped && scale.clipsFirst)
        clip(arithmetic);
    for (std::size_t slot = 0; slot < updates.size(); ++slot) {
        unscale(arithmetic, updates[slot].format(), scale, m_gradients[slot]);
        if (m_steps > 1)
            accumulate(arithmetic, isUpdate, m_gradients[slot], m_accumulated[slot]);
    }
    if (isUpdate && isClipped && !scale.clipsFirst)
        clip(arithmetic);
    arithmetic.counts().nonFinite = nonFinite;
    return isUpdate;
}

const Tensor& GradientPipeline::gradient(std::size_t slot, const VariableUpdate& update) const
{
    return m_isPrepared ? m_gradients[slot] : *update.gradient;
}

void GradientPipeline::castGradient(
    Arithmetic& arithmetic, const VariableUpdate& update, const GradientScale& scale, Tensor& out)
{
    const Format& own = update.format();
    const Format& format = scale.isArray ? promoted(own, float32Format()) : own;
    if (contains(own, update.gradient->format())) {
        cast(arithmetic, *update.gradient, format, out);
    } else { // gradients have the variable's dtype in Keras
        cast(arithmetic, *update.gradient, own, m_cast);
        cast(arithmetic, m_cast, format, out);
    }
}

void GradientPipeline::accumulate(Arithmetic& arithmetic, bool isUpdate, Tensor& gradient, Tensor& sum)
{
    binaryInPlace(
        arithmetic, Binary::Add, gradient, castIfNeeded(arithmetic, sum, gradient.format(), m_cast));
    if (!isUpdate) {
        cast(arithmetic, gradient, sum.format(), sum);
        return;
    }
    scalarInPlace(
        arithmetic, Binary::Divide, gradient, roundToFormat(gradient.format(), static_cast<double>(m_steps)));
    sum.fill(0);
}

void GradientPipeline::clip(Arithmetic& arithmetic)
{
    if (m_clipNorm > 0) {
        for (Tensor& gradient : m_gradients)
            clipByNorm(arithmetic, gradient);
    } else if (m_globalClipNorm > 0) {
        clipByGlobalNorm(arithmetic);
    } else {
        for (Tensor& gradient : m_gradients)
            clipInPlace(arithmetic, gradient, roundToFormat(gradient.format(), m_clipValue));
    }
}

void GradientPipeline::clipByNorm(Arithmetic& arithmetic, Tensor& gradient) const
{
    const Format& format = gradient.format();
    const double limit = roundToFormat(format, m_clipNorm);
    const double squares = sumOfSquares(arithmetic, gradient);
    const double norm = squares > 0 ? roundToFormat(format, std::sqrt(squares)) : squares;
    scalarInPlace(arithmetic, Binary::Multiply, gradient, limit);
    scalarInPlace(arithmetic, Binary::Divide, gradient, larger(norm, limit));
}

void GradientPipeline::clipByGlobalNorm(Arithmetic& arithmetic)
{
    const Format* format = &m_gradients.front().format();
    for (const Tensor& gradient : m_gradients)
        format = &promoted(*format, gradient.format());
    const auto round = [&](double x) { return roundToFormat(*format, x); };
    // Narrow formats are summed in float32 and rounded once, as jnp.sum does.
    const Format& carrier = promoted(*format, float32Format());
    double squares = 0;
    for (const Tensor& gradient : m_gradients)
        squares = roundToFormat(carrier, squares + sumOfSquares(arithmetic, gradient));
    const double norm = round(std::sqrt(round(squares)));
    const double finite
        = round(round(m_globalClipNorm) * smaller(round(1 / norm), round(1 / m_globalClipNorm)));
    const double factor = round(finite + (norm - norm)); // a norm that is not finite makes all gradients NaN
    for (Tensor& gradient : m_gradients) {
        if (gradient.format() != *format) { // promoted by the factor's dtype
            cast(arithmetic, gradient, *format, m_cast);
            std::swap(gradient, m_cast);
            if (isWatched(arithmetic))
                arithmetic.watch()->moved(
                    arithmetic, m_cast, gradient, [](Index element) { return element; });
        }
        scalarInPlace(arithmetic, Binary::Multiply, gradient, factor);
    }
}

} // namespace ulpscope
