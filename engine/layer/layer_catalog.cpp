// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_catalog.h"

#include "engine/layer/activation.h"
#include "engine/layer/add.h"
#include "engine/layer/concatenate.h"
#include "engine/layer/conv_2d.h"
#include "engine/layer/dense.h"
#include "engine/layer/dropout.h"
#include "engine/layer/einsum_dense.h"
#include "engine/layer/embedding.h"
#include "engine/layer/flatten.h"
#include "engine/layer/gaussian_noise.h"
#include "engine/layer/global_average_pooling.h"
#include "engine/layer/group_normalization.h"
#include "engine/layer/initializer.h"
#include "engine/layer/input_layer.h"
#include "engine/layer/layer_normalization.h"
#include "engine/layer/multi_head_attention.h"
#include "engine/layer/pooling_2d.h"
#include "engine/layer/reshape.h"
#include "engine/layer/rms_normalization.h"
#include "engine/layer/softmax.h"

namespace ulpscope {

namespace {

template <class T>
std::unique_ptr<Layer> make(const LayerOptions& options)
{
    return std::make_unique<T>(options);
}

ParameterSpec activationParameter()
{
    return {"activation", std::string("linear"), "Function applied to each output; softmax to each row.", {},
        {}, activationNames()};
}

ParameterSpec axisParameter(const char* description)
{
    return {"axis", std::int64_t{-1}, description, -6, 6};
}

ParameterSpec axesParameter(const char* description)
{
    return {"axis", std::vector<std::int64_t>{-1}, description, -6, 6, {}, false, false, true};
}

ParameterSpec initializerParameter(const char* name, const char* defaultName, const char* description)
{
    return {
        name, std::string(defaultName), description, {}, {}, initializerNames(), false, false, false, true};
}

ParameterSpec regularizerParameter(const char* name, const char* description)
{
    return {name, std::string(), description};
}

std::unique_ptr<Layer> makeGlobalAveragePooling1D(const LayerOptions& options)
{
    return std::make_unique<GlobalAveragePooling>(options, 1);
}

std::unique_ptr<Layer> makeGlobalAveragePooling2D(const LayerOptions& options)
{
    return std::make_unique<GlobalAveragePooling>(options, 2);
}

constexpr double kLongestWindow = 1 << 12;

ParameterSpec windowParameter(const char* name, std::vector<std::int64_t> defaultValue,
    const char* description, bool isRequired = false)
{
    return {name, std::move(defaultValue), description, 1, kLongestWindow, {}, isRequired};
}

/// padding and data_format.
void addImageParameters(std::vector<ParameterSpec>& parameters)
{
    parameters.push_back({"padding", std::string("valid"),
        "same: zeros around the image, so that strides of 1 keep its extents.", {}, {}, {"valid", "same"}});
    parameters.push_back({"data_format", std::string("channels_last"),
        "Order of the axes; Keras' other, channels_first, is not computed here.", {}, {}, {"channels_last"}});
}

LayerClass convolution(const char* name, const char* description, std::vector<ParameterSpec> own,
    const char* kernel, const std::vector<ParameterSpec>& activationAndBias)
{
    std::vector<ParameterSpec> parameters = std::move(own);
    parameters.push_back(
        windowParameter("strides", {1, 1}, "Pixels between neighbouring outputs: height, width."));
    addImageParameters(parameters);
    parameters.push_back(
        windowParameter("dilation_rate", {1, 1}, "Pixels between neighbouring taps: height, width."));
    if (std::string_view(name) == "Conv2D")
        parameters.push_back({"groups", std::int64_t{1},
            "Equal parts of the channels, each with filters of its own.", 1, 1 << 16});
    parameters.insert(parameters.end(), activationAndBias.begin(), activationAndBias.end());
    const std::string prefix = kernel;
    parameters.push_back(initializerParameter(
        (prefix + "_initializer").c_str(), "glorot_uniform", "Distribution of the initial kernel."));
    parameters.push_back(
        initializerParameter("bias_initializer", "zeros", "Distribution of the initial bias."));
    parameters.push_back(regularizerParameter((prefix + "_regularizer").c_str(),
        "Penalty on the kernel: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."));
    parameters.push_back(regularizerParameter("bias_regularizer", "Penalty on the bias, likewise."));
    parameters.push_back(regularizerParameter(
        "activity_regularizer", "Penalty on the output, in the compute dtype, divided by the batch size."));
    return {{name, description, std::move(parameters)}, false, true, 1, 1, make<Conv2D>, true};
}

/// center, scale and what goes with beta and gamma.
void addBetaAndGamma(std::vector<ParameterSpec>& parameters)
{
    parameters.insert(parameters.end(),
        {{"center", true, "Whether beta is added."}, {"scale", true, "Whether gamma multiplies."},
            initializerParameter("beta_initializer", "zeros", "Distribution of the initial beta."),
            initializerParameter("gamma_initializer", "ones", "Distribution of the initial gamma.")});
}

void addBetaAndGammaRegularizers(std::vector<ParameterSpec>& parameters)
{
    parameters.push_back(regularizerParameter(
        "beta_regularizer", "Penalty on beta: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."));
    parameters.push_back(regularizerParameter("gamma_regularizer", "Penalty on gamma, likewise."));
}

LayerClass batchNormalization()
{
    std::vector<ParameterSpec> parameters{axisParameter("The axis of the features; -1: the last."),
        {"momentum", 0.99, "What is left of the moving averages after a step.", 0, 1},
        {"epsilon", 1e-3, "Added to the variance.", 0, 1}};
    addBetaAndGamma(parameters);
    parameters.insert(parameters.end(),
        {initializerParameter("moving_mean_initializer", "zeros", "The moving mean at the start."),
            initializerParameter(
                "moving_variance_initializer", "ones", "The moving variance at the start.")});
    addBetaAndGammaRegularizers(parameters);
    return {{"BatchNormalization",
                "Mean 0 and variance 1 of each feature over the batch, then scaled and shifted.",
                std::move(parameters)},
        false, true, 1, 1, make<BatchNormalization>};
}

LayerClass layerNormalization()
{
    std::vector<ParameterSpec> parameters{
        axesParameter("The axis that is normalized, or the axes; -1: the last."),
        {"epsilon", 1e-3, "Added to the variance.", 0, 1}};
    addBetaAndGamma(parameters);
    addBetaAndGammaRegularizers(parameters);
    return {
        {"LayerNormalization", "Mean 0 and variance 1 along an axis, or several, then scaled and shifted.",
            std::move(parameters)},
        false, true, 1, 1, make<LayerNormalization>};
}

LayerClass groupNormalization()
{
    std::vector<ParameterSpec> parameters{
        {"groups", std::int64_t{32}, "How many groups the features are in; -1: one each.", -1, 1 << 16},
        axisParameter("The axis of the features; -1: the last."),
        {"epsilon", 1e-3, "Added to the variance.", 0, 1}};
    addBetaAndGamma(parameters);
    addBetaAndGammaRegularizers(parameters);
    return {{"GroupNormalization",
                "Mean 0 and variance 1 of each group of features in an example, then scaled and shifted.",
                std::move(parameters)},
        false, true, 1, 1, make<GroupNormalization>};
}

LayerClass pooling(const char* name, const char* description, bool isSizeRequired,
    std::unique_ptr<Layer> (*make)(const LayerOptions&))
{
    std::vector<ParameterSpec> parameters{
        windowParameter("pool_size", {2, 2}, "Extents of the window: height, width.", isSizeRequired),
        windowParameter(
            "strides", {}, "Pixels between neighbouring outputs; none given: the window's extents.")};
    addImageParameters(parameters);
    return {{name, description, std::move(parameters)}, false, false, 1, 1, make};
}

LayerClass globalAveragePooling(
    const char* name, const char* description, std::unique_ptr<Layer> (*make)(const LayerOptions&))
{
    return {{name, description,
                {{"keepdims", false, "Whether the axes that were averaged over stay, with an extent of 1."}}},
        false, false, 1, 1, make};
}

LayerClass multiHeadAttention(const std::vector<ParameterSpec>& common)
{
    constexpr double kMostHeads = 1 << 12;
    constexpr double kLargestDim = 1 << 16;
    std::vector<ParameterSpec> parameters{
        {"num_heads", std::int64_t{1}, "Number of attention heads.", 1, kMostHeads, {}, true},
        {"key_dim", std::int64_t{1}, "Size of each head's queries and keys.", 1, kLargestDim, {}, true},
        {"value_dim", std::int64_t{0}, "Size of each head's values; 0: that of the keys.", 0, kLargestDim},
        {"dropout", 0.0, "Probability that an attention probability is dropped in training.", 0, 0.999},
    };
    parameters.insert(parameters.end(), common.begin(), common.end());
    parameters.insert(parameters.end(),
        {{"use_causal_mask", false,
             "Whether a query sees earlier keys and its own only (an argument of the call)."},
            {"return_attention_scores", false,
                "As with this argument of Keras' call, scores and softmax are computed in the compute dtype; else, "
                "and without dropout, in float32."}});
    return {{"MultiHeadAttention", "Each position takes a weighted mean of all positions' values.",
                std::move(parameters)},
        false, true, 1, 3, nullptr, true, {multiHeadAttentionChildren, expandMultiHeadAttention}};
}

std::vector<LayerClass> makeCatalog()
{
    const ParameterSpec shape{"shape", std::vector<std::int64_t>{},
        "Extents of one example, without the batch.", 1, 1 << 24, {}, true};
    const ParameterSpec units{"units", std::int64_t{1}, "Number of outputs.", 1, 1 << 20, {}, true};
    const ParameterSpec useBias{"use_bias", true, "Whether a bias is added to each output."};
    const ParameterSpec kernelInitializer
        = initializerParameter("kernel_initializer", "glorot_uniform", "Distribution of the initial kernel.");
    const ParameterSpec biasInitializer
        = initializerParameter("bias_initializer", "zeros", "Distribution of the initial bias.");
    const ParameterSpec kernelRegularizer = regularizerParameter("kernel_regularizer",
        "Penalty on the kernel, in the variable dtype: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).");
    const ParameterSpec biasRegularizer
        = regularizerParameter("bias_regularizer", "Penalty on the bias, likewise.");
    const ParameterSpec activityRegularizer = regularizerParameter(
        "activity_regularizer", "Penalty on the output, in the compute dtype, divided by the batch size.");
    const ParameterSpec rate{"rate", 0.5, "Probability that an element is dropped in training.", 0, 0.999};
    constexpr int kManyInputs = 16;
    const ParameterSpec kernelSize
        = windowParameter("kernel_size", {3, 3}, "Extents of the window: height, width.", true);
    return {
        {{"InputLayer", "Where the data enters.", {shape}}, false, false, 0, 0, make<InputLayer>},
        {{"Dense", "Every output is a weighted sum of all inputs.",
             {units, activationParameter(), useBias, kernelInitializer, biasInitializer, kernelRegularizer,
                 biasRegularizer, activityRegularizer}},
            true, true, 1, 1, make<Dense>, true},
        {{"Activation", "A function of each element.", {activationParameter()}}, false, false, 1, 1,
            make<Activation>},
        {{"Dropout", "Drops random elements in training.", {rate}}, false, false, 1, 1, make<Dropout>},
        {{"Flatten", "All extents of an example become one.", {}}, false, false, 1, 1, make<Flatten>},
        {{"Add", "Sum of its inputs, as in a residual connection.", {}}, false, false, 2, kManyInputs,
            make<Add>},
        {{"Concatenate", "Its inputs side by side.",
             {axisParameter("The axis that grows; the batch is axis 0.")}},
            false, false, 2, kManyInputs, make<Concatenate>},
        {{"Reshape", "The same elements in another shape.",
             {{"target_shape", std::vector<std::int64_t>{-1},
                 "Extents of one example; one may be -1: what is left.", -1, 1 << 24, {}, true}}},
            false, false, 1, 1, make<Reshape>},
        {{"Softmax", "Probabilities along an axis, or several.",
             {axesParameter("The axis of each distribution, or its axes; -1: the last."),
                 {"use_causal_mask", false,
                     "Whether what is above the diagonal of the last two axes is masked."}}},
            false, false, 1, 1, make<Softmax>},
        layerNormalization(),
        globalAveragePooling(
            "GlobalAveragePooling1D", "The mean over the steps of a sequence.", makeGlobalAveragePooling1D),
        {{"EinsumDense", "A Dense layer over several axes.",
             {{"equation", std::string("...x,xy->...y"),
                  "Axes of input, kernel and output, such as \"abc,cd->abd\".", {}, {}, {}, true},
                 {"output_shape", std::vector<std::int64_t>{1},
                     "Extents of the output without the batch; -1 where the input says it.", -1, 1 << 20, {},
                     true, false, true},
                 activationParameter(),
                 {"bias_axes", std::string(),
                     "The output's axes that a bias is added to; none without a bias."},
                 kernelInitializer, biasInitializer, kernelRegularizer, biasRegularizer,
                 activityRegularizer}},
            true, true, 1, 1, make<EinsumDense>, true},
        multiHeadAttention({useBias, kernelInitializer, biasInitializer, kernelRegularizer, biasRegularizer,
            activityRegularizer}),
        convolution("Conv2D", "Every output is a weighted sum of a window of the image.",
            {{"filters", std::int64_t{1}, "Number of output channels.", 1, 1 << 16, {}, true}, kernelSize},
            "kernel", {activationParameter(), useBias}),
        convolution("DepthwiseConv2D", "A convolution of each channel by itself.",
            {kernelSize, {"depth_multiplier", std::int64_t{1}, "Outputs of each channel.", 1, 1 << 12}},
            "depthwise", {activationParameter(), useBias}),
        pooling("MaxPooling2D", "The largest of each window.", false, make<MaxPooling2D>),
        pooling("AveragePooling2D", "The mean of each window.", true, make<AveragePooling2D>),
        globalAveragePooling(
            "GlobalAveragePooling2D", "The mean over the pixels of an image.", makeGlobalAveragePooling2D),
        batchNormalization(),
        groupNormalization(),
        {{"RMSNormalization", "Root mean square 1 along the last axis, or the last few, then scaled.",
             {axesParameter("The axes that are normalized: the last, or the last few."),
                 {"epsilon", 1e-6, "Added to the mean square.", 0, 1}}},
            false, true, 1, 1, make<RMSNormalization>},
        {{"Embedding", "A row of a table for each id.",
             {{"input_dim", std::int64_t{1}, "Number of ids.", 1, 1 << 24, {}, true},
                 {"output_dim", std::int64_t{1}, "Numbers in each row.", 1, 1 << 16, {}, true},
                 initializerParameter(
                     "embeddings_initializer", "random_uniform", "Distribution of the initial table."),
                 regularizerParameter("embeddings_regularizer",
                     "Penalty on the table: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).")}},
            false, true, 1, 1, make<Embedding>},
        {{"PositionEmbedding",
             "A row of a table for each step of a sequence (KerasHub); to be added to its input.",
             {{"sequence_length", std::int64_t{1}, "Rows of the table: the longest sequence.", 1, 1 << 20, {},
                  true},
                 initializerParameter(
                     "initializer", "glorot_uniform", "Distribution of the initial table.")}},
            false, true, 1, 1, make<PositionEmbedding>},
        {{"GaussianNoise", "Adds random noise in training.",
             {{"stddev", 0.1, "Standard deviation of the noise.", 0, 1, {}, true},
                 {"draws_in_float32", false,
                     "Draws in float32 whatever the compute dtype, as custom layers do by mistake; another compute "
                     "dtype then raises."}}},
            false, false, 1, 1, make<GaussianNoise>},
    };
}

} // namespace

std::span<const LayerClass> layerCatalog()
{
    static const std::vector<LayerClass> rows = makeCatalog();
    return rows;
}

} // namespace ulpscope
