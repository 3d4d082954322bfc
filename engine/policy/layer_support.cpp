// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/layer_support.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ulpscope {

namespace {

struct QuantizedClass
{
    std::string_view layerClass;
    std::vector<std::string_view> modes;
};

const std::vector<QuantizedClass>& quantizedClasses()
{
    static const std::vector<QuantizedClass> classes{
        {"Dense", {"int8", "float8", "int4", "ternary", "gptq", "awq"}},
        {"EinsumDense", {"int8", "float8", "int4", "gptq", "awq"}},
        {"Embedding", {"int8", "int4"}},
        {"ReversibleEmbedding", {"int8", "int4"}},
        {"TernaryDense", {"ternary"}},
    };
    return classes;
}

/// Classes whose weights are drawn at random, which Keras does in floating point only.
bool drawsWeights(std::string_view layerClass)
{
    constexpr std::array<std::string_view, 16> kLayerClasses{"Dense", "EinsumDense", "Embedding",
        "ReversibleEmbedding", "TernaryDense", "Conv1D", "Conv2D", "Conv3D", "DepthwiseConv1D",
        "DepthwiseConv2D", "SeparableConv1D", "SeparableConv2D", "Conv1DTranspose", "Conv2DTranspose",
        "MultiHeadAttention", "GroupedQueryAttention"};
    return std::find(kLayerClasses.begin(), kLayerClasses.end(), layerClass) != kLayerClasses.end();
}

/// Classes that draw noise in the compute dtype.
bool drawsNoise(std::string_view layerClass)
{
    constexpr std::array<std::string_view, 4> kLayerClasses{
        "Dropout", "GaussianNoise", "GaussianDropout", "AlphaDropout"};
    return std::find(kLayerClasses.begin(), kLayerClasses.end(), layerClass) != kLayerClasses.end();
}

std::optional<Error> refusalOfMode(std::string_view layerClass, const std::string& mode)
{
    const std::string name(layerClass);
    if (!hasQuantizedCall(layerClass, mode)) {
        const bool isQuantizable = std::any_of(quantizedClasses().begin(), quantizedClasses().end(),
            [&](const QuantizedClass& row) { return row.layerClass == layerClass; });
        return Error{"",
            isQuantizable ? "Invalid quantization mode '" + mode + "' for " + name
                          : "Layer " + name + " does not have a `_" + mode + "_call` method implemented",
            ErrorKind::NotImplementedError};
    }
    if (mode == "gptq" || mode == "awq")
        return Error{"",
            "a " + name + " constructed with a '" + mode
                + "' policy lacks the calibrated weights that its call reads; quantize a trained model with "
                  "calibration data instead",
            ErrorKind::AttributeError};
    return std::nullopt;
}

} // namespace

bool hasQuantizedCall(std::string_view layerClass, std::string_view quantizationMode)
{
    for (const QuantizedClass& row : quantizedClasses())
        if (row.layerClass == layerClass)
            return std::find(row.modes.begin(), row.modes.end(), quantizationMode) != row.modes.end();
    return false;
}

DTypePolicy withoutMissingCall(std::string_view layerClass, const DTypePolicy& given)
{
    return hasQuantizedCall(layerClass, given.quantizationMode) ? given : sourcePolicy(given);
}

bool hasIntegerKernel(const DTypePolicy& policy)
{
    return policy.quantizationMode == "int8" || policy.quantizationMode == "int4";
}

bool hasKerasPath(std::string_view layerClass)
{
    constexpr std::array<std::string_view, 29> kWithout{"Activation", "ActivityRegularization",
        "AlphaDropout", "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "Dropout", "ELU",
        "GaussianDropout", "GaussianNoise", "GlobalAveragePooling1D", "GlobalAveragePooling2D",
        "GlobalAveragePooling3D", "GlobalMaxPooling1D", "GlobalMaxPooling2D", "GlobalMaxPooling3D",
        "Identity", "LeakyReLU", "Masking", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D", "ReLU", "Reshape",
        "Softmax", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "UnitNormalization"};
    return std::find(kWithout.begin(), kWithout.end(), layerClass) == kWithout.end();
}

std::optional<Error> kerasRefusal(std::string_view layerClass, const DTypePolicy& policy)
{
    if (layerClass == "InputLayer") // has a dtype, not a policy
        return std::nullopt;
    if (policy.isQuantized())
        if (std::optional<Error> refusal = refusalOfMode(layerClass, policy.quantizationMode))
            return refusal;
    const std::string name(layerClass);
    if (policy.computeDtype == "string")
        return Error{"", "data type 'string' cannot be computed with", ErrorKind::TypeError};
    // Quantized weights are made of integers; float8 keeps a kernel in the variable dtype.
    const bool drawsKernel = drawsWeights(layerClass) && (!policy.isQuantized() || policy.isFloat8());
    if (drawsKernel && !isFloatDtype(policy.variableDtype))
        return Error{"",
            "the initial weights of a " + name
                + " are drawn in a floating-point dtype, and its variable dtype is " + policy.variableDtype,
            ErrorKind::ValueError};
    const std::string& compute = policy.computeDtype;
    const bool isInteger = compute == "bool" || compute.starts_with("int") || compute.starts_with("uint");
    if ((drawsNoise(layerClass) && isInteger) || (layerClass == "Softmax" && compute == "bool"))
        return Error{"", name + " does not work with compute dtype " + compute, ErrorKind::TypeError};
    const bool isMixedInside = layerClass == "BatchNormalization" || layerClass == "MultiHeadAttention";
    if (isMixedInside && compute.starts_with("float8"))
        return Error{"", compute + " has no common dtype with the other tensors inside " + name,
            ErrorKind::ValueError};
    return std::nullopt;
}

} // namespace ulpscope
