// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/gradient_formula.h"

#include "engine/dtype/rounding.h"
#include "engine/optimizer/gradient_pipeline.h"
#include "engine/optimizer/update_formula.h"

namespace ulpscope {

using graph::Builder;
using graph::Value;

namespace {

Value numberIn(const Format& format, Builder& builder, double number)
{
    return builder.constant(roundToFormat(format, number), &format);
}

Value numberLike(const Value& x, double number)
{
    return numberIn(*x.format(), x.builder(), number);
}

class Preparation
{
public:
    Preparation(const GradientCall& call, std::span<GradientSlot> slots)
        : m_call(call)
        , m_slots(slots)
        , m_clipNorm(call.config.number("clipnorm"))
        , m_clipValue(call.config.number("clipvalue"))
        , m_globalClipNorm(call.config.number("global_clipnorm"))
    {
    }

    void run()
    {
        const bool isScaled = m_call.unscales && m_call.rule.isScaled;
        const bool byReciprocal = isScaled && m_call.rule.unscaling != Unscaling::Divide;
        const bool isWide = isScaled && &m_call.rule == &kKerasLossScale;
        for (GradientSlot& slot : m_slots) {
            own(slot);
            const Format& format = *slot.variable.format();
            const bool fits = contains(format, *slot.gradient.format());
            const Value gradient = fits ? slot.gradient : cast(slot.gradient, format); // Keras casts here
            slot.gradient = cast(gradient, isWide ? promoted(format, float32Format()) : format);
        }
        if (m_call.clipsFirst)
            clip();
        for (GradientSlot& slot : m_slots) {
            own(slot);
            if (isScaled)
                slot.gradient = unscaled(slot, byReciprocal);
            if (m_call.isUpdate)
                accumulate(slot);
        }
        if (!m_call.clipsFirst)
            clip();
        for (GradientSlot& slot : m_slots) {
            own(slot);
            slot.gradient = cast(slot.gradient, *slot.variable.format());
        }
    }

private:
    Builder& builder() const { return m_call.lossScale.builder(); }
    Value cast(const Value& x, const Format& format) const { return builder().cast(x, format); }
    void own(const GradientSlot& slot) const { builder().setOwner(slot.variable.node().owner, Pass::Update); }

    Value unscaled(const GradientSlot& slot, bool byReciprocal) const
    {
        const Format& format = *slot.gradient.format();
        if (!byReciprocal)
            return slot.gradient / cast(m_call.lossScale, format);
        const Value factor = cast(1 / m_call.lossScale, *slot.variable.format());
        return slot.gradient * cast(factor, format);
    }

    void accumulate(GradientSlot& slot) const
    {
        const Format& own = *slot.accumulator->format();
        const Value sum = slot.gradient + cast(*slot.accumulator, *slot.gradient.format());
        const auto steps = static_cast<double>(m_call.config.integer("gradient_accumulation_steps"));
        slot.gradient = sum / numberLike(sum, steps);
        slot.nextAccumulator = select(cast(*m_call.isUpdate, own), 0, cast(sum, own));
    }

    void clip()
    {
        if (m_globalClipNorm > 0 && !(m_clipNorm > 0))
            return clipByGlobalNorm();
        for (GradientSlot& slot : m_slots) {
            own(slot);
            Value& g = slot.gradient;
            if (m_clipNorm > 0) {
                const Value limit = numberLike(g, m_clipNorm);
                g = g * limit / maximum(norm(g), limit);
            } else if (m_clipValue > 0) {
                const Value limit = numberLike(g, m_clipValue);
                g = minimum(maximum(g, -limit), limit);
            }
        }
    }

    static Value norm(const Value& x) { return sqrt(sumOnce(x * x, allAxes(x.shape()))); }

    void clipByGlobalNorm()
    {
        const Format* format = m_slots.front().gradient.format();
        for (const GradientSlot& slot : m_slots)
            format = &promoted(*format, *slot.gradient.format());
        // Narrow formats are summed in float32 and rounded once, as jnp.sum does.
        const Format& wide = promoted(*format, float32Format());
        std::optional<Value> squares;
        for (const GradientSlot& slot : m_slots) {
            own(slot);
            const Value& g = slot.gradient;
            const Value sum = cast(sumOnce(g * g, allAxes(g.shape())), wide);
            builder().setOwner({}, Pass::Update);
            squares = squares ? *squares + sum : sum;
        }
        const Value limit = numberIn(*format, builder(), m_globalClipNorm);
        const Value norm = sqrt(cast(*squares, *format));
        const Value finite = limit * minimum(1 / norm, numberIn(*format, builder(), 1 / m_globalClipNorm));
        const Value factor = finite + (norm - norm); // a norm that is not finite makes all gradients NaN
        for (GradientSlot& slot : m_slots) {
            own(slot);
            slot.gradient = cast(slot.gradient, *format) * factor; // promoted by the factor's dtype
        }
    }

    const GradientCall& m_call;
    std::span<GradientSlot> m_slots;
    double m_clipNorm;
    double m_clipValue;
    double m_globalClipNorm;
};

} // namespace

void prepareGradients(const GradientCall& call, std::span<GradientSlot> slots)
{
    Preparation(call, slots).run();
}

Value decayed(const Config& config, const Value& variable, const Value& learningRate)
{
    const double decay = config.number("weight_decay");
    return decay == 0 ? variable : variable - variable * numberLike(variable, decay) * learningRate;
}

Value nextAverage(const Config& config, const Value& average, const Value& variable, const Value& iterations)
{
    // The first step replaces it.
    const Value isLater = average.builder().cast(iterations > 1, *average.format());
    const Value momentum = isLater * numberLike(average, config.number("ema_momentum"));
    return momentum * average + (1 - momentum) * variable;
}

Value overwritten(const Value& average, const Value& variable, const Value& isNow)
{
    return average * isNow + variable * (1 - isNow);
}

} // namespace ulpscope
