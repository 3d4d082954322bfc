// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/cast_explanation.h"

namespace ulpscope {

namespace {

bool isFloatOrUnset(const std::optional<std::string>& dtype)
{
    return !dtype || isFloatDtype(*dtype);
}

/// Dtype to which TensorFlow converts a Python number.
std::string tensorDtypeOf(const std::string& pythonType)
{
    return pythonType == "float" ? "float32" : pythonType == "int" ? "int32" : pythonType;
}

SeenArgument cast(const LayerDtypes& layer, const CallArgument& argument)
{
    SeenArgument seen{argument.dtype, true, false, {}};
    if (!isFloatDtype(argument.dtype))
        seen.reason = "only floating-point tensors are cast";
    else if (!layer.autocast)
        seen.reason = "the layer has autocast=False";
    else if (!layer.compute)
        seen.reason = "the policy is inferred from this argument";
    else if (argument.dtype == *layer.compute)
        seen.reason = "it has the compute dtype";
    else
        seen = {*layer.compute, true, true,
            isFloatDtype(*layer.compute)
                ? "cast to the compute dtype"
                : "cast to the compute dtype, which is no floating-point one: truncated"};
    return seen;
}

Result<SeenArgument> convertKeras3(const LayerDtypes& layer, const CallArgument& argument)
{
    if (argument.kind == ArgumentKind::Python || argument.kind == ArgumentKind::Other) {
        if (argument.isPositional && argument.dtype != "None")
            return Error{"",
                "Only input tensors may be passed as positional arguments; got a Python " + argument.dtype,
                ErrorKind::ValueError};
        return SeenArgument{argument.dtype, false, false, "what is no tensor and no array is left alone"};
    }
    return cast(layer, argument);
}

SeenArgument convertTf(const LayerDtypes& layer, CallArgument argument)
{
    const bool isTensor = argument.kind == ArgumentKind::Tensor;
    if (!argument.isFirst)
        return {argument.dtype, isTensor, false, "only the first argument is cast"};
    if (argument.kind == ArgumentKind::Other)
        return {argument.dtype, false, false, "what is no tensor and no array is left alone"};
    if (argument.kind == ArgumentKind::Python)
        argument.dtype = tensorDtypeOf(argument.dtype);
    if (layer.compute && !isFloatDtype(*layer.compute) && isFloatDtype(argument.dtype))
        return {argument.dtype, true, false, "the compute dtype is no floating-point one"};
    return cast(layer, argument);
}

} // namespace

std::string inferredDtype(const CallArgument& first)
{
    return first.kind == ArgumentKind::Python ? tensorDtypeOf(first.dtype) : first.dtype;
}

LayerDtypes layerDtypes(const DTypePolicy& policy, bool autocast)
{
    return {policy.computeDtype, policy.variableDtype, autocast};
}
LayerDtypes layerDtypes(const LegacyPolicy& policy, bool autocast)
{
    return {policy.computeDtype, policy.variableDtype, autocast};
}

Result<SeenArgument> convertInput(PolicyFamily family, const LayerDtypes& layer, const CallArgument& argument)
{
    if (family == PolicyFamily::Keras3)
        return convertKeras3(layer, argument);
    return convertTf(layer, argument);
}

AutocastScope scopeFor(PolicyFamily family, const LayerDtypes& layer, const AutocastScope& around)
{
    const std::optional<std::string> compute
        = layer.compute && isFloatDtype(*layer.compute) ? layer.compute : std::nullopt;
    if (family != PolicyFamily::Keras3)
        return AutocastScope(compute);
    if (!around) // whatever the layer's autocast says
        return layer.compute != layer.variable ? AutocastScope(compute) : AutocastScope();
    return AutocastScope(layer.autocast ? compute : std::nullopt);
}

SeenVariable readVariable(PolicyFamily family, const LayerDtypes& layer, std::string_view variableDtype,
    bool autocast, const AutocastScope& scope)
{
    SeenVariable seen{
        std::string(variableDtype), std::string(variableDtype), autocast && isFloatDtype(variableDtype)};
    // tf-keras wraps a variable only where the policy makes it necessary.
    if (family != PolicyFamily::Keras3 && layer.compute == layer.variable)
        seen.isAutocast = false;
    if (seen.isAutocast && scope && *scope && isFloatOrUnset(*scope))
        seen.dtype = **scope;
    return seen;
}

std::string variableRepr(PolicyFamily family, std::string_view name, const SeenVariable& variable)
{
    if (family == PolicyFamily::Keras3)
        return {};
    const std::string begin = " '" + std::string(name) + ":0' shape=() dtype=";
    if (!variable.isAutocast)
        return "<tf.Variable" + begin + variable.trueDtype + ">";
    if (family == PolicyFamily::TfKeras)
        return "<AutoCastVariable" + begin + variable.trueDtype + " dtype_to_cast_to=" + variable.dtype + ">";
    return "<AutoCastVariable" + begin + variable.dtype + " true_dtype=" + variable.trueDtype + ">";
}

} // namespace ulpscope
