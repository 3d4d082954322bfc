// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_module.h"

#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace ulpscope {

namespace {

constexpr std::array<std::string_view, 164> kLayers{"Activation", "ActivityRegularization",
    "AdaptiveAveragePooling1D", "AdaptiveAveragePooling2D", "AdaptiveAveragePooling3D",
    "AdaptiveMaxPooling1D", "AdaptiveMaxPooling2D", "AdaptiveMaxPooling3D", "Add", "AdditiveAttention",
    "AlphaDropout", "Attention", "AugMix", "AutoContrast", "Average", "AveragePooling1D", "AveragePooling2D",
    "AveragePooling3D", "AvgPool1D", "AvgPool2D", "AvgPool3D", "BatchNormalization", "Bidirectional",
    "CategoryEncoding", "CenterCrop", "Concatenate", "ContrastLimitedAdaptiveHistogramEqualization", "Conv1D",
    "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "ConvLSTM1D", "ConvLSTM2D",
    "ConvLSTM3D", "Convolution1D", "Convolution1DTranspose", "Convolution2D", "Convolution2DTranspose",
    "Convolution3D", "Convolution3DTranspose", "Cropping1D", "Cropping2D", "Cropping3D", "CutMix", "Dense",
    "DepthwiseConv1D", "DepthwiseConv2D", "Discretization", "Dot", "Dropout", "ELU", "EinsumDense",
    "Embedding", "Equalization", "Flatten", "FlaxLayer", "GRU", "GRUCell", "GaussianDropout", "GaussianNoise",
    "GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalAveragePooling3D", "GlobalAvgPool1D",
    "GlobalAvgPool2D", "GlobalAvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D",
    "GlobalMaxPooling1D", "GlobalMaxPooling2D", "GlobalMaxPooling3D", "GroupNormalization",
    "GroupQueryAttention", "HashedCrossing", "Hashing", "Identity", "InputLayer", "IntegerLookup", "JaxLayer",
    "LSTM", "LSTMCell", "Lambda", "Layer", "LayerNormalization", "LeakyReLU", "Masking",
    "MaxNumBoundingBoxes", "MaxPool1D", "MaxPool2D", "MaxPool3D", "MaxPooling1D", "MaxPooling2D",
    "MaxPooling3D", "Maximum", "MelSpectrogram", "Minimum", "MixUp", "MultiHeadAttention", "Multiply",
    "Normalization", "PReLU", "Permute", "Pipeline", "RMSNormalization", "RNN", "RandAugment",
    "RandomBrightness", "RandomColorDegeneration", "RandomColorJitter", "RandomContrast", "RandomCrop",
    "RandomElasticTransform", "RandomErasing", "RandomFlip", "RandomGaussianBlur", "RandomGrayscale",
    "RandomHue", "RandomInvert", "RandomPerspective", "RandomPosterization", "RandomRotation",
    "RandomSaturation", "RandomSharpness", "RandomShear", "RandomTranslation", "RandomZoom", "ReLU",
    "RepeatVector", "Rescaling", "Reshape", "Resizing", "ReversibleEmbedding", "STFTSpectrogram",
    "SeparableConv1D", "SeparableConv2D", "SeparableConvolution1D", "SeparableConvolution2D", "SimpleRNN",
    "SimpleRNNCell", "Softmax", "Solarization", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D",
    "SpectralNormalization", "StackedRNNCells", "StringLookup", "Subtract", "TFSMLayer", "TernaryDense",
    "TextVectorization", "TimeDistributed", "TorchModuleWrapper", "UnitNormalization", "UpSampling1D",
    "UpSampling2D", "UpSampling3D", "Wrapper", "ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D"};

// Folders of the package; what else a module begins with cannot be imported.
constexpr std::array<std::string_view, 30> kPublicParts{"activations", "applications", "backend", "callbacks",
    "config", "constraints", "datasets", "distillation", "distribution", "dtype_policies", "export",
    "initializers", "layers", "legacy", "losses", "metrics", "mixed_precision", "models", "ops", "optimizers",
    "preprocessing", "quantizers", "random", "regularizers", "saving", "src", "tree", "utils",
    "visualization", "wrappers"};
constexpr std::array<std::string_view, 26> kSourceParts{"activations", "applications", "backend", "callbacks",
    "constraints", "datasets", "distillation", "distribution", "dtype_policies", "export", "initializers",
    "layers", "legacy", "losses", "metrics", "models", "ops", "optimizers", "quantizers", "random",
    "regularizers", "saving", "trainers", "tree", "utils", "wrappers"};
constexpr std::array<std::string_view, 3> kExtensions{
    "keras_hub", "keras_cv", "keras_nlp"}; // whose classes are not known here
constexpr std::array<std::string_view, 3> kOlderStacks{
    "tensorflow", "tf_keras", "keras_core"}; // whose classes are not registered

template <std::size_t count>
bool has(const std::array<std::string_view, count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Module that Keras 3 writes for a class; empty for a class that is not Keras' own.
std::string_view ownModule(std::string_view className)
{
    if (className == "Sequential" || className == "Model")
        return "keras";
    if (className == "Functional")
        return "keras.src.models.functional";
    return has(kLayers, className) ? "keras.layers" : "";
}

/// "keras.src.engine" begins with "keras.src" and goes on with "engine".
std::string_view partAfter(std::string_view module, std::string_view begin)
{
    module.remove_prefix(std::min(module.size(), begin.size() + 1));
    return module.substr(0, module.find('.'));
}

bool isFound(std::string_view module, std::string_view className, std::string_view own)
{
    const bool isModel = className == "Sequential" || className == "Model";
    return module == own || (isModel && module == "keras.models");
}

/// How Keras refuses a class of a module of its own package.
std::optional<Error> refusalInKeras(
    const std::string& module, const std::string& className, std::string_view own)
{
    const std::string expected = own.empty() ? "" : "; expected \"" + std::string(own) + "\"";
    const bool isSource = module == "keras.src" || module.starts_with("keras.src.");
    const std::string_view part = partAfter(module, isSource ? "keras.src" : "keras");
    const bool isImported = part.empty()
        || (isSource ? has(kSourceParts, part) : has(kPublicParts, part) && module.size() == part.size() + 6);
    if (!isImported)
        return Error{"module",
            "Could not deserialize class '" + className + "' because its parent module " + module
                + " cannot be imported" + expected,
            ErrorKind::TypeError};
    // Which of the sources has which class differs between versions; of other parts than layers and models no list is kept.
    if (isSource
        || (own.empty() && module != "keras" && module != "keras.layers" && module != "keras.models"))
        return std::nullopt;
    return valueError(own.empty() ? "class_name" : "module",
        "Could not deserialize '" + module + "." + className + "' because it is not a KerasSaveable subclass"
            + expected);
}

} // namespace

std::optional<Error> classRefusal(const Json& envelope, bool isListed)
{
    const std::string className = textMember(envelope, "class_name");
    const std::string shown = shownText(className);
    const std::string_view own = ownModule(className);
    const auto given = envelope.find("module");
    const bool isGiven = given != envelope.end() && !given->is_null() && *given != "";
    // An initializer and its like are found by their names, whatever their modules.
    if (isListed ? given == envelope.end() : own.empty())
        return std::nullopt;
    if (isGiven && !given->is_string())
        return Error{"module", "expected a text, got " + shownJson(*given), ErrorKind::AttributeError};
    const std::string module = isGiven ? given->get<std::string>() : "";
    const std::string package = module.substr(0, module.find('.'));
    if (isFound(module, className, own) || has(kExtensions, package))
        return std::nullopt;
    const std::string registered
        = envelope.contains("registered_name") ? textMember(envelope, "registered_name") : className;
    const bool mayBeRegistered = registered.find('>') != std::string::npos
        || (!registered.empty() && own.empty() && package != "keras" && !has(kOlderStacks, package));
    if (mayBeRegistered)
        return std::nullopt;
    if (package == "keras")
        return refusalInKeras(shownText(module), shown, own);
    return Error{"module",
        "Could not locate class '" + shown + "'"
            + (own.empty() ? " by its module " : ": expected \"" + std::string(own) + "\", got ")
            + (given == envelope.end() ? "none" : shownJson(*given)),
        ErrorKind::TypeError};
}

} // namespace ulpscope
