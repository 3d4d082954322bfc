// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/effective_knob.h"

#include "engine/dtype/formats.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

namespace {

std::string inheritedValue(const DTypePolicy& policy, const NumericsSpec& spec, NumericsKnob knob)
{
    const bool isGradient = knob == NumericsKnob::InputGradientOutputGradient
        || knob == NumericsKnob::WeightGradientOutputGradient;
    switch (rowOf(knob).kind) {
    case KnobKind::Operand:
        if (policy.isFloat8())
            return isGradient ? "float8_e5m2" : "float8_e4m3fn";
        return policy.computeDtype;
    case KnobKind::Accumulator: {
        const Format* compute = findFormat(policy.computeDtype);
        return compute != nullptr && carrierOf(*compute) == Carrier::Double ? "float64" : "float32";
    }
    case KnobKind::Format:
        return policy.computeDtype;
    case KnobKind::Variable:
    case KnobKind::Storage:
        break;
    }
    if (knob == NumericsKnob::OptimizerState && spec[NumericsKnob::Variable]) {
        const Result<CastTarget> variable = storedVariableByName(*spec[NumericsKnob::Variable]);
        return variable ? std::string(variable->format->name) : *spec[NumericsKnob::Variable];
    }
    return policy.variableDtype;
}

} // namespace

EffectiveKnob effectiveKnob(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, NumericsKnob knob)
{
    if (spec[knob])
        return {*spec[knob], KnobOrigin::Own, false};
    if (recipe.operands[knob])
        return {*recipe.operands[knob], KnobOrigin::Recipe, recipe.scaling.has_value()};
    return {inheritedValue(policy, spec, knob), KnobOrigin::Policy,
        policy.isFloat8() && rowOf(knob).kind == KnobKind::Operand};
}

} // namespace ulpscope
