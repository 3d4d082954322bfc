// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/effective_override.h"

#include "engine/dtype/formats.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

namespace {

std::string inheritedValue(const DTypePolicy& policy, const NumericsSpec& spec, NumericsOverride setting)
{
    const bool isGradient = setting == NumericsOverride::InputGradientOutputGradient
        || setting == NumericsOverride::WeightGradientOutputGradient;
    switch (rowOf(setting).kind) {
    case OverrideKind::Operand:
        if (policy.isFloat8())
            return isGradient ? "float8_e5m2" : "float8_e4m3fn";
        return policy.computeDtype;
    case OverrideKind::Accumulator: {
        const Format* compute = findFormat(policy.computeDtype);
        return compute != nullptr && carrierOf(*compute) == Carrier::Double ? "float64" : "float32";
    }
    case OverrideKind::Format:
        return policy.computeDtype;
    case OverrideKind::Variable:
    case OverrideKind::Storage:
        break;
    }
    if (setting == NumericsOverride::OptimizerState && spec[NumericsOverride::Variable]) {
        const Result<CastTarget> variable = storedVariableByName(*spec[NumericsOverride::Variable]);
        return variable ? std::string(variable->format->name) : *spec[NumericsOverride::Variable];
    }
    return policy.variableDtype;
}

} // namespace

EffectiveOverride effectiveOverride(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, NumericsOverride setting)
{
    if (spec[setting])
        return {*spec[setting], OverrideOrigin::Own, false};
    if (recipe.operands[setting])
        return {*recipe.operands[setting], OverrideOrigin::Recipe, recipe.scaling.has_value()};
    return {inheritedValue(policy, spec, setting), OverrideOrigin::Policy,
        policy.isFloat8() && rowOf(setting).kind == OverrideKind::Operand};
}

} // namespace ulpscope
