// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/keras_class.h"

#include "engine/base/catalog.h"
#include "engine/layer/layer_catalog.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

std::optional<Error> refusalOfMode(const std::string& name, const KerasClass& keras, const std::string& mode)
{
    if (!keras.hasQuantizedCall(mode))
        return Error{"",
            keras.quantizedCalls.empty()
                ? "Layer " + name + " does not have a `_" + mode + "_call` method implemented"
                : "Invalid quantization mode '" + mode + "' for " + name,
            ErrorKind::NotImplementedError};
    if (mode == "gptq" || mode == "awq")
        return Error{"",
            "a " + name + " constructed with a '" + mode
                + "' policy lacks the calibrated weights that its call reads; quantize a trained model with "
                  "calibration data instead",
            ErrorKind::AttributeError};
    return std::nullopt;
}

/// Classes whose noise is normal, which JAX refuses to draw in integers; uniform noise is selected by, which fails later.
constexpr std::array<std::string_view, 2> kNormalNoise{"GaussianNoise", "GaussianDropout"};

bool drawsNormalNoise(std::string_view layerClass)
{
    return std::find(kNormalNoise.begin(), kNormalNoise.end(), layerClass) != kNormalNoise.end();
}

/// What making a float8 layer's histories raises: three of this length, in float32.
std::optional<Error> refusalOfHistory(std::int64_t length)
{
    constexpr std::int64_t kMaxAmaxes = std::int64_t{1}
        << 40; // 4 TiB; what is refused below depends on the machine
    if (length < 0)
        return valueError("",
            "Cannot convert '(" + std::to_string(length)
                + ",)' to a shape. Negative dimensions are not allowed.");
    if (length > kMaxAmaxes)
        return Error{"",
            "Out of memory allocating an amax history of " + std::to_string(length) + " float32 numbers",
            ErrorKind::RuntimeError};
    return std::nullopt;
}

} // namespace

bool KerasClass::hasQuantizedCall(std::string_view mode) const
{
    return std::find(quantizedCalls.begin(), quantizedCalls.end(), mode) != quantizedCalls.end();
}

const KerasClass& kerasClass(std::string_view layerClass)
{
    if (const LayerClass* row = findRow(layerCatalog(), layerClass))
        return row->keras;
    if (const ForeignLayerClass* row = findRow(foreignLayerClasses(), layerClass))
        return row->keras;
    static const KerasClass unknown{.build = KerasBuild::InputShape};
    return unknown;
}

bool hasQuantizedCall(std::string_view layerClass, std::string_view quantizationMode)
{
    return kerasClass(layerClass).hasQuantizedCall(quantizationMode);
}

DTypePolicy withoutMissingCall(std::string_view layerClass, const DTypePolicy& given)
{
    return hasQuantizedCall(layerClass, given.quantizationMode) ? given : sourcePolicy(given);
}

bool hasIntegerKernel(const DTypePolicy& policy)
{
    return policy.quantizationMode == "int8" || policy.quantizationMode == "int4"
        || policy.quantizationMode == "ternary";
}

std::optional<Error> kerasRefusal(std::string_view layerClass, const DTypePolicy& policy)
{
    if (layerClass == "InputLayer") // has a dtype, not a policy
        return std::nullopt;
    const std::string name(layerClass);
    const KerasClass& keras = kerasClass(layerClass);
    // Before anything is made; a class without any such call is refused when it is called.
    if (policy.isQuantized() && !keras.quantizedCalls.empty()
        && !keras.hasQuantizedCall(policy.quantizationMode))
        return refusalOfMode(name, keras, policy.quantizationMode);
    if (policy.computeDtype == "string")
        return Error{"", "data type 'string' cannot be computed with", ErrorKind::TypeError};
    // Quantized weights are made of integers; float8, and a class that has no quantized call, keeps a kernel in the variable
    // dtype. Built before it is called.
    const bool drawsKernel
        = keras.drawsWeights && (!policy.isQuantized() || policy.isFloat8() || keras.quantizedCalls.empty());
    if (drawsKernel && !isFloatDtype(policy.variableDtype))
        return Error{"",
            "the initial weights of a " + name
                + " are drawn in a floating-point dtype, and its variable dtype is " + policy.variableDtype,
            ErrorKind::ValueError};
    if (policy.isQuantized())
        if (std::optional<Error> refusal = refusalOfMode(name, keras, policy.quantizationMode))
            return refusal;
    if (policy.isFloat8())
        if (std::optional<Error> refusal = refusalOfHistory(policy.float8HistoryLength()))
            return refusal;
    const std::string& compute = policy.computeDtype;
    const bool isInteger = compute == "bool" || compute.starts_with("int") || compute.starts_with("uint");
    if ((keras.drawsNoise && isInteger) || (keras.refusesBool && compute == "bool"))
        return Error{"", name + " does not work with compute dtype " + compute,
            drawsNormalNoise(layerClass) ? ErrorKind::ValueError : ErrorKind::TypeError};
    if (keras.mixesDtypes && compute.starts_with("float8"))
        return Error{"", compute + " has no common dtype with the other tensors inside " + name,
            ErrorKind::ValueError};
    return std::nullopt;
}

} // namespace ulpscope
