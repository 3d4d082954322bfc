// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_catalog.h"

#include "engine/layer/attention/multi_head_attention.h"
#include "engine/layer/core/embedding.h"
#include "engine/layer/core/merging_layers.h"
#include "engine/layer/core/random_layers.h"
#include "engine/layer/core/shape_layers.h"
#include "engine/layer/image/pooling.h"
#include "engine/layer/layer_parameters.h"
#include "engine/layer/normalization/normalization.h"

namespace ulpscope {

// Each stands in a file of its own. Declared here alone, so that such a layer is its file and its row.
Result<Shape> convolutionShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> denseShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> einsumDenseShape(const Config& config, std::span<const Shape> inputs);
template <int kAxes>
Result<Shape> croppingShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> permuteShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> preluShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> repeatVectorShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> softmaxShape(const Config& config, std::span<const Shape> inputs);
Result<Shape> unitNormalizationShape(const Config& config, std::span<const Shape> inputs);
template <int kAxes>
Result<Shape> upSamplingShape(const Config& config, std::span<const Shape> inputs);
template <int kAxes>
Result<Shape> zeroPaddingShape(const Config& config, std::span<const Shape> inputs);
std::vector<std::string> convolutionVariables(const Config& config);
std::vector<std::string> denseVariables(const Config& config);
std::vector<std::string> einsumDenseVariables(const Config& config);
std::vector<std::string> preluVariables(const Config& config);
std::pair<Index, Index> einsumDenseFans(const Config& config, const Shape& input);
graph::Value activationFormula(const LayerCall& call);
graph::Value convolutionFormula(const LayerCall& call);
graph::Value croppingFormula(const LayerCall& call);
graph::Value denseFormula(const LayerCall& call);
graph::Value einsumDenseFormula(const LayerCall& call);
graph::Value eluFormula(const LayerCall& call);
graph::Value leakyReluFormula(const LayerCall& call);
graph::Value permuteFormula(const LayerCall& call);
graph::Value preluFormula(const LayerCall& call);
graph::Value reluFormula(const LayerCall& call);
graph::Value repeatVectorFormula(const LayerCall& call);
graph::Value rescalingFormula(const LayerCall& call);
graph::Value softmaxFormula(const LayerCall& call);
graph::Value unitNormalizationFormula(const LayerCall& call);
graph::Value upSamplingFormula(const LayerCall& call);
graph::Value zeroPaddingFormula(const LayerCall& call);

namespace {

Result<Shape> sameShape(const Config&, std::span<const Shape> inputs)
{
    return inputs[0];
}

Result<Shape> oneShape(const Config&, std::span<const Shape> inputs)
{
    for (const Shape& shape : inputs)
        if (!(shape == inputs[0]))
            return Error{
                "inputs", "expected inputs of one shape, got " + inputs[0].text() + " and " + shape.text()};
    return inputs[0];
}

constexpr int kManyInputs = 16;
constexpr double kMaxFeatures = 1 << 16;
constexpr double kLargestExtent = 1 << 24;

constexpr std::string_view kPoolingConfig
    = R"({"pool_size": null, "padding": "valid", "strides": null, "data_format": "channels_last"})";
constexpr std::string_view kGlobalPoolingConfig = R"({"data_format": "channels_last", "keepdims": false})";

std::vector<LayerClass> makeCatalog()
{
    using namespace parameters;
    return {
        {{.name = "InputLayer",
             .description = "Where the data enters.",
             .parameters
             = {required("shape", Integers{}, "Extents of one example, without the batch.", kLargestExtent)}},
            {.formula = {.shape = inputShape},
                .minInputs = 0,
                .maxInputs = 0,
                .keras = {.build = KerasBuild::InputShape},
                .torch = {kNoTorch}}},

        {{.name = "Dense",
             .description = "Every output is a weighted sum of all inputs.",
             .parameters = joined({{required("units", std::int64_t{1}, "Number of outputs.", 1 << 20),
                                       activation(), useBias()},
                 ofKernelAndBias()})},
            {.formula
                = {.call = denseFormula, .shape = denseShape, .variables = denseVariables, .isLinear = true},
                .hasProducts = true,
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"units": null, "activation": "linear", "use_bias": true, "kernel_initializer": null, )"
                      R"("bias_initializer": null, "kernel_regularizer": null, "bias_regularizer": null, )"
                      R"("kernel_constraint": null, "bias_constraint": null, "quantization_config": null})",
                    .quantizedCalls = {"int8", "float8", "int4", "ternary", "gptq", "awq"},
                    .drawsWeights = true},
                .torch = {kTorchLinear},
                .group = LayerGroup::Core}},

        {{.name = "EinsumDense",
             .description = "A Dense layer over several axes.",
             .parameters = joined(
                 {{{.name = "equation",
                       .defaultValue = std::string("...x,xy->...y"),
                       .description = "Axes of input, kernel and output, such as \"abc,cd->abd\".",
                       .isRequired = true},
                      {.name = "output_shape",
                          .defaultValue = Integers{1},
                          .description
                          = "Extents of the output without the batch; -1 where the input says it.",
                          .minimum = -1,
                          .maximum = 1 << 20,
                          .isRequired = true,
                          .mayBeInteger = true},
                      activation(),
                      {.name = "bias_axes",
                          .defaultValue = std::string(),
                          .description = "The output's axes that a bias is added to; none without a bias."}},
                     ofKernelAndBias()})},
            {.formula = {.call = einsumDenseFormula,
                 .shape = einsumDenseShape,
                 .variables = einsumDenseVariables,
                 .isLinear = true,
                 .fans = einsumDenseFans},
                .dividesIntegerKernel = true,
                .hasProducts = true,
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"output_shape": null, "equation": null, "activation": "linear", "bias_axes": null, )"
                      R"("kernel_initializer": null, "bias_initializer": null, "kernel_regularizer": null, )"
                      R"("bias_regularizer": null, "activity_regularizer": null, "kernel_constraint": null, )"
                      R"("bias_constraint": null, "quantization_config": null})",
                    .quantizedCalls = {"int8", "float8", "int4", "gptq", "awq"},
                    .drawsWeights = true},
                .torch = {kNoTorch},
                .group = LayerGroup::Core}},

        {{.name = "Activation", .description = "A function of each element.", .parameters = {activation()}},
            {.formula = {.call = activationFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::AtOnce,
                    .config = R"({"activation": null})",
                    .required = {"activation"}},
                .torch = {kTorchActivation},
                .group = LayerGroup::Core}},

        {{.name = "ReLU",
             .description = "Its input above a threshold, and a share of it below.",
             .parameters = {{.name = "negative_slope",
                                .defaultValue = 0.0,
                                .description = "What the input is multiplied by below the threshold.",
                                .minimum = 0,
                                .maximum = 1e30},
                 {.name = "threshold",
                     .defaultValue = 0.0,
                     .description = "Where the input begins to pass.",
                     .minimum = 0,
                     .maximum = 1e30}}},
            {.formula = {.call = reluFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::AtOnce,
                    .config = R"({"max_value": null, "negative_slope": 0.0, "threshold": 0.0})"},
                .torch = {kNoTorch},
                .group = LayerGroup::Core}},

        {{.name = "LeakyReLU",
             .description = "Its input above 0, and a share of it below.",
             .parameters = {{.name = "negative_slope",
                 .defaultValue = 0.3,
                 .description = "What the input is multiplied by below 0.",
                 .minimum = 0,
                 .maximum = 1e30}}},
            {.formula = {.call = leakyReluFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::AtOnce, .config = R"({"negative_slope": 0.3})"},
                .torch = {"nn.functional.leaky_relu({x}, {negative_slope})"},
                .group = LayerGroup::Core}},

        {{.name = "ELU",
             .description = "Its input above 0, and what falls to -alpha below.",
             .parameters = {{.name = "alpha",
                 .defaultValue = 1.0,
                 .description = "What expm1 of the input is multiplied by below 0.",
                 .minimum = -1e30,
                 .maximum = 1e30}}},
            {.formula = {.call = eluFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::AtOnce, .config = R"({"alpha": 1.0})"},
                .torch = {"nn.functional.elu({x}, {alpha})"},
                .group = LayerGroup::Core}},

        {{.name = "PReLU",
             .description = "Its input above 0, and a share of it below that is learnt.",
             .parameters = {initializer("alpha_initializer", "zeros", "The shares at the start."),
                 regularizer(
                     "alpha_regularizer", "Penalty on the shares: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."),
                 {.name = "shared_axes",
                     .defaultValue = Integers{},
                     .description
                     = "Axes along which all elements have one share; they count from 1, after the batch.",
                     .minimum = 1,
                     .maximum = Shape::kMaxRank,
                     .mayBeInteger = true}}},
            {.formula = {.call = preluFormula, .shape = preluShape, .variables = preluVariables},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"alpha_initializer": null, "alpha_regularizer": null, "alpha_constraint": null, )"
                      R"("shared_axes": null})"},
                .torch = {kNoTorch},
                .group = LayerGroup::Core}},

        {{.name = "Softmax",
             .description = "Probabilities along an axis, or several.",
             .parameters = {axes("The axis of each distribution, or its axes; -1: the last."),
                 {.name = "use_causal_mask",
                     .defaultValue = false,
                     .description = "Whether what is above the diagonal of the last two axes is masked."}}},
            {.formula = {.call = softmaxFormula, .shape = softmaxShape},
                .keras = {.build = KerasBuild::AtOnce,
                    .config = R"({"axis": -1})",
                    .refusesBool = true,
                    .callArguments = {"use_causal_mask"},
                    .gaps = {{.parameter = "use_causal_mask",
                        .what = "The causal mask",
                        .why = "Keras' Softmax takes a mask from its caller, and here gets none."}},
                    .callTakesMask = true},
                .torch = {"torch.softmax({x}, dim={axis})"},
                .group = LayerGroup::Core}},

        {{.name = "Conv2D",
             .description = "Every output is a weighted sum of a window of the image.",
             .parameters = ofConvolution(
                 {required("filters", std::int64_t{1}, "Number of output channels.", kMaxFeatures),
                     kernelSize()},
                 {{.name = "groups",
                     .defaultValue = std::int64_t{1},
                     .description = "Equal parts of the channels, each with filters of its own.",
                     .minimum = 1,
                     .maximum = kMaxFeatures}},
                 "kernel")},
            {.formula
                = {.call = convolutionFormula, .shape = convolutionShape, .variables = convolutionVariables},
                .hasProducts = true,
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"filters": null, "kernel_size": null, "strides": null, "padding": "valid", )"
                      R"("data_format": "channels_last", "dilation_rate": null, "groups": 1, "activation": "linear", )"
                      R"("use_bias": true, "kernel_initializer": null, "bias_initializer": null, )"
                      R"("kernel_regularizer": null, "bias_regularizer": null, "activity_regularizer": null, )"
                      R"("kernel_constraint": null, "bias_constraint": null})",
                    .drawsWeights = true},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "DepthwiseConv2D",
             .description = "A convolution of each channel by itself.",
             .parameters = ofConvolution({kernelSize(),
                                             {.name = "depth_multiplier",
                                                 .defaultValue = std::int64_t{1},
                                                 .description = "Outputs of each channel.",
                                                 .minimum = 1,
                                                 .maximum = 1 << 12}},
                 {}, "depthwise")},
            {.formula
                = {.call = convolutionFormula, .shape = convolutionShape, .variables = convolutionVariables},
                .hasProducts = true,
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"depth_multiplier": 1, "kernel_size": null, "strides": null, "padding": "valid", )"
                      R"("data_format": "channels_last", "dilation_rate": null, "activation": "linear", )"
                      R"("use_bias": true, "depthwise_initializer": null, "bias_initializer": null, )"
                      R"("depthwise_regularizer": null, "bias_regularizer": null, "activity_regularizer": null, )"
                      R"("depthwise_constraint": null, "bias_constraint": null})",
                    .drawsWeights = true},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "MaxPooling2D",
             .description = "The largest of each window.",
             .parameters = ofPooling(false)},
            {.formula = {.call = maxPoolingFormula, .shape = poolingShape},
                .keras = {.build = KerasBuild::AtOnce, .config = kPoolingConfig},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "AveragePooling2D",
             .description = "The mean of each window.",
             .parameters = ofPooling(true)},
            {.formula = {.call = averagePoolingFormula, .shape = poolingShape},
                .keras = {.build = KerasBuild::AtOnce, .config = kPoolingConfig, .refusesBool = true},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "GlobalAveragePooling1D",
             .description = "The mean over the steps of a sequence.",
             .parameters = ofGlobalPooling()},
            {.formula = {.call = globalAveragePoolingFormula, .shape = globalPoolingShape<1>},
                .keras = {.build = KerasBuild::AtOnce, .config = kGlobalPoolingConfig, .callTakesMask = true},
                .torch = {"{x}.mean(dim=1{keepdims?, keepdim=True})"},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "GlobalAveragePooling2D",
             .description = "The mean over the pixels of an image.",
             .parameters = ofGlobalPooling()},
            {.formula = {.call = globalAveragePoolingFormula, .shape = globalPoolingShape<2>},
                .keras = {.build = KerasBuild::AtOnce, .config = kGlobalPoolingConfig},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "ZeroPadding1D",
             .description = "Zeros before and after a sequence.",
             .parameters = {ofBorders("padding", 1, "Steps of zeros before and after; one number is both.")}},
            {.formula = {.call = zeroPaddingFormula, .shape = zeroPaddingShape<1>},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"padding": null, "data_format": "channels_last"})",
                    .sides = {"padding", 1}},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "ZeroPadding2D",
             .description = "Zeros around an image.",
             .parameters = {ofBorders("padding", 1,
                 "Rows above and below, columns left and right; of two numbers one is both rows, the other both columns.")}},
            {.formula = {.call = zeroPaddingFormula, .shape = zeroPaddingShape<2>},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"padding": null, "data_format": "channels_last"})",
                    .sides = {"padding", 2}},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "Cropping1D",
             .description = "A sequence without its first and last steps.",
             .parameters = {ofBorders("cropping", 1, "Steps that go before and after; one number is both.")}},
            {.formula = {.call = croppingFormula, .shape = croppingShape<1>},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"cropping": null})",
                    .sides = {"cropping", 1}},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "Cropping2D",
             .description = "An image without its rim.",
             .parameters = {ofBorders("cropping", 0,
                 "Rows that go above and below, columns that go left and right; of two numbers one is both rows, the other both columns.")}},
            {.formula = {.call = croppingFormula, .shape = croppingShape<2>},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"cropping": null, "data_format": "channels_last"})",
                    .sides = {"cropping", 2}},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "UpSampling1D",
             .description = "Each step of a sequence several times.",
             .parameters = {{.name = "size",
                 .defaultValue = std::int64_t{2},
                 .description = "How many times.",
                 .minimum = 1,
                 .maximum = 1 << 12}}},
            {.formula = {.call = upSamplingFormula, .shape = upSamplingShape<1>},
                .keras = {.build = KerasBuild::InputShape, .config = R"({"size": 2})"},
                .torch = {"{x}.repeat_interleave({size}, dim=1)"},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "UpSampling2D",
             .description = "Each pixel of an image several times.",
             .parameters = {window("size", {2, 2}, "How many times: along the height, along the width."),
                 {.name = "interpolation",
                     .defaultValue = std::string("nearest"),
                     .description = "How pixels are made; Keras' others are not computed here.",
                     .choices = {"nearest"}}}},
            {.formula = {.call = upSamplingFormula, .shape = upSamplingShape<2>},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"size": null, "data_format": "channels_last", "interpolation": "nearest"})"},
                .torch = {kNoTorch},
                .group = LayerGroup::ConvolutionAndPooling}},

        {{.name = "MultiHeadAttention",
             .description = "Each position takes a weighted mean of all positions' values.",
             .parameters
             = joined({{required("num_heads", std::int64_t{1}, "Number of attention heads.", 1 << 12),
                           required("key_dim", std::int64_t{1}, "Size of each head's queries and keys.",
                               kMaxFeatures),
                           {.name = "value_dim",
                               .defaultValue = std::int64_t{0},
                               .description = "Size of each head's values; 0: that of the keys.",
                               .minimum = 0,
                               .maximum = kMaxFeatures},
                           dropoutRate("dropout", 0,
                               "Probability that an attention probability is dropped in training."),
                           useBias()},
                 ofKernelAndBias(),
                 {{.name = "use_causal_mask",
                      .defaultValue = false,
                      .description
                      = "Whether a query sees earlier keys and its own only (an argument of the call)."},
                     {.name = "return_attention_scores",
                         .defaultValue = false,
                         .description
                         = "As with this argument of Keras' call, scores and softmax are computed in the "
                           "compute dtype; else, and without dropout, in float32."}}})},
            {.composite = {multiHeadAttentionChildren, expandMultiHeadAttention},
                .hasProducts = true,
                .maxInputs = 3,
                .keras = {.build = KerasBuild::AttentionShapes,
                    .config
                    = R"({"num_heads": null, "key_dim": null, "value_dim": null, "dropout": 0.0, "use_bias": true, )"
                      R"("use_gate": false, "output_shape": null, "attention_axes": [1], "sliding_window": null, )"
                      R"("kernel_initializer": null, "bias_initializer": null, "kernel_regularizer": null, )"
                      R"("bias_regularizer": null, "activity_regularizer": null, "kernel_constraint": null, )"
                      R"("bias_constraint": null, "seed": null})",
                    .drawsWeights = true,
                    .mixesDtypes = true,
                    .callArguments = {"use_causal_mask", "return_attention_scores"}},
                .torch = {kNoTorch},
                .group = LayerGroup::AttentionAndEmbedding}},

        {{.name = "Embedding",
             .description = "A row of a table for each id.",
             .parameters = {required("input_dim", std::int64_t{1}, "Number of ids.", kLargestExtent),
                 required("output_dim", std::int64_t{1}, "Numbers in each row.", kMaxFeatures),
                 initializer(
                     "embeddings_initializer", "random_uniform", "Distribution of the initial table."),
                 regularizer("embeddings_regularizer",
                     "Penalty on the table: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).")}},
            {.formula = {.call = embeddingFormula,
                 .shape = embeddingShape,
                 .variables = embeddingVariables,
                 .autocast = AutocastOf::Nothing},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"input_dim": null, "output_dim": null, "embeddings_initializer": null, )"
                      R"("embeddings_regularizer": null, "activity_regularizer": null, "embeddings_constraint": null, )"
                      R"("mask_zero": false, "quantization_config": null})",
                    .quantizedCalls = {"int8", "int4"},
                    .drawsWeights = true},
                .torch = {kNoTorch},
                .group = LayerGroup::AttentionAndEmbedding}},

        {{.name = "PositionEmbedding",
             .description
             = "A row of a table for each step of a sequence (KerasHub); to be added to its input.",
             .parameters = {required("sequence_length", std::int64_t{1},
                                "Rows of the table: the longest sequence.", 1 << 20),
                 initializer("initializer", "glorot_uniform", "Distribution of the initial table.")}},
            {.formula = {.call = positionEmbeddingFormula,
                 .shape = positionEmbeddingShape,
                 .variables = embeddingVariables},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"sequence_length": null, "initializer": null})",
                    .isOfKerasHub = true},
                .torch = {kNoTorch},
                .group = LayerGroup::AttentionAndEmbedding}},

        {{.name = "BatchNormalization",
             .description = "Mean 0 and variance 1 of each feature over the batch, then scaled and shifted.",
             .parameters = joined({{axis("The axis of the features; -1: the last."),
                                       {.name = "momentum",
                                           .defaultValue = 0.99,
                                           .description = "What is left of the moving averages after a step.",
                                           .minimum = 0,
                                           .maximum = 1},
                                       epsilon(1e-3, "Added to the variance.")},
                 ofBetaAndGamma(
                     {initializer("moving_mean_initializer", "zeros", "The moving mean at the start."),
                         initializer(
                             "moving_variance_initializer", "ones", "The moving variance at the start.")})})},
            {.formula = {.call = batchNormalizationFormula,
                 .shape = normalizationShape,
                 .variables = batchNormalizationVariables,
                 .autocast = AutocastOf::Inputs},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"axis": -1, "momentum": 0.99, "epsilon": 0.001, "center": true, "scale": true, )"
                      R"("beta_initializer": null, "gamma_initializer": null, "moving_mean_initializer": null, )"
                      R"("moving_variance_initializer": null, "beta_regularizer": null, "gamma_regularizer": null, )"
                      R"("beta_constraint": null, "gamma_constraint": null, "synchronized": false, "renorm": false, )"
                      R"("renorm_clipping": null, "renorm_momentum": 0.99})",
                    .mixesDtypes = true,
                    .callTakesMask = true},
                .torch = {kNoTorch},
                .group = LayerGroup::Normalization}},

        {{.name = "LayerNormalization",
             .description = "Mean 0 and variance 1 along an axis, or several, then scaled and shifted.",
             .parameters = joined({{axes("The axis that is normalized, or the axes; -1: the last."),
                                       epsilon(1e-3, "Added to the variance.")},
                 ofBetaAndGamma()})},
            {.formula = {.call = layerNormalizationFormula,
                 .shape = normalizationShape,
                 .variables = gammaAndBeta,
                 .autocast = AutocastOf::Nothing},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"axis": [-1], "epsilon": 0.001, "center": true, "scale": true, "rms_scaling": false, )"
                      R"("beta_initializer": null, "gamma_initializer": null, "beta_regularizer": null, )"
                      R"("gamma_regularizer": null, "beta_constraint": null, "gamma_constraint": null})",
                    .writesAxesAsList = true},
                // In float32 or more, and rounded to the compute dtype at the end, as Keras does.
                .torch = {.call = "{module}({raw}.float()){cast}",
                    .module = "nn.LayerNorm({features}, eps={epsilon})"},
                .group = LayerGroup::Normalization}},

        {{.name = "GroupNormalization",
             .description
             = "Mean 0 and variance 1 of each group of features in an example, then scaled and shifted.",
             .parameters = joined({{{.name = "groups",
                                        .defaultValue = std::int64_t{32},
                                        .description = "How many groups the features are in; -1: one each.",
                                        .minimum = -1,
                                        .maximum = kMaxFeatures},
                                       axis("The axis of the features; -1: the last."),
                                       epsilon(1e-3, "Added to the variance.")},
                 ofBetaAndGamma()})},
            {.formula = {.call = groupNormalizationFormula,
                 .shape = groupNormalizationShape,
                 .variables = gammaAndBeta,
                 .autocast = AutocastOf::Nothing},
                .keras = {.build = KerasBuild::InputShape,
                    .config
                    = R"({"groups": 32, "axis": -1, "epsilon": 0.001, "center": true, "scale": true, )"
                      R"("beta_initializer": null, "gamma_initializer": null, "beta_regularizer": null, )"
                      R"("gamma_regularizer": null, "beta_constraint": null, "gamma_constraint": null})"},
                .torch = {kNoTorch},
                .group = LayerGroup::Normalization}},

        {{.name = "UnitNormalization",
             .description = "Each vector divided by its length.",
             .parameters = {axes("The axis along which the length is taken, or the axes; -1: the last.")}},
            {.formula = {.call = unitNormalizationFormula, .shape = unitNormalizationShape},
                .keras = {.build = KerasBuild::AtOnce, .config = R"({"axis": -1})"},
                .torch = {kNoTorch},
                .group = LayerGroup::Normalization}},

        {{.name = "RMSNormalization",
             .description = "Root mean square 1 along the last axis, or the last few, then scaled.",
             .parameters = {axes("The axes that are normalized: the last, or the last few."),
                 epsilon(1e-6, "Added to the mean square.")}},
            {.formula = {.call = rmsNormalizationFormula,
                 .shape = rmsNormalizationShape,
                 .variables = rmsNormalizationVariables},
                .keras = {.build = KerasBuild::InputShape,
                    .config = R"({"axis": -1, "epsilon": 1e-06})",
                    .writesAxesAsList = true},
                .torch = {kNoTorch},
                .group = LayerGroup::Normalization}},

        {{.name = "Dropout",
             .description = "Drops random elements in training.",
             .parameters = {dropoutRate("rate", 0.5, "Probability that an element is dropped in training.")}},
            {.formula = {.call = dropoutFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::AtOnce,
                    .config = R"({"rate": null, "seed": null, "noise_shape": null})",
                    .drawsNoise = true,
                    .required = {"rate"}},
                .torch = {"nn.functional.dropout({x}, p={rate}, training=self.training)"},
                .group = LayerGroup::Regularization}},

        {{.name = "GaussianNoise",
             .description = "Adds random noise in training.",
             .parameters = {{.name = "stddev",
                                .defaultValue = 0.1,
                                .description = "Standard deviation of the noise.",
                                .minimum = 0,
                                .maximum = 1,
                                .isRequired = true},
                 {.name = "draws_in_float32",
                     .defaultValue = false,
                     .description
                     = "Draws in float32 whatever the compute dtype, as custom layers do by mistake; "
                       "another compute dtype then raises."}}},
            {.formula
                = {.call = gaussianNoiseFormula, .shape = sameShape, .policyProblem = gaussianNoiseProblem},
                .keras = {.build = KerasBuild::AtOnce,
                    .config = R"({"stddev": null, "seed": null})",
                    .drawsNoise = true,
                    .gaps = {{.parameter = "draws_in_float32",
                        .what = "draws_in_float32",
                        .why = "Keras' own GaussianNoise draws in the compute dtype."}}},
                .torch = {kNoTorch},
                .group = LayerGroup::Regularization}},

        {{.name = "Add", .description = "Sum of its inputs, as in a residual connection.", .parameters = {}},
            {.formula = {.call = addFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {"{inputs: + }"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Concatenate",
             .description = "Its inputs side by side.",
             .parameters = {axis("The axis that grows; the batch is axis 0.")}},
            {.formula = {.call = concatenateFormula, .shape = concatenateShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = R"({"axis": -1})"},
                .torch = {"torch.cat([{inputs:, }], dim={axis})"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Multiply", .description = "Product of its inputs, element by element.", .parameters = {}},
            {.formula = {.call = multiplyFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {"{inputs: * }"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Subtract", .description = "Its first input minus its second.", .parameters = {}},
            {.formula = {.call = subtractFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = 2,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {"{inputs: - }"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Average", .description = "Mean of its inputs, element by element.", .parameters = {}},
            {.formula = {.call = averageFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {kNoTorch},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Maximum",
             .description = "The largest of its inputs, element by element.",
             .parameters = {}},
            {.formula = {.call = maximumFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {"torch.stack([{inputs:, }]).amax(dim=0)"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Minimum",
             .description = "The smallest of its inputs, element by element.",
             .parameters = {}},
            {.formula = {.call = minimumFormula, .shape = oneShape},
                .minInputs = 2,
                .maxInputs = kManyInputs,
                .keras = {.build = KerasBuild::InputShape, .config = "{}"},
                .torch = {"torch.stack([{inputs:, }]).amin(dim=0)"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Flatten", .description = "All extents of an example become one.", .parameters = {}},
            {.formula = {.call = reshapeFormula, .shape = flattenShape},
                .keras = {.build = KerasBuild::InputShape, .config = R"({"data_format": "channels_last"})"},
                .torch = {"torch.flatten({x}, 1)"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Reshape",
             .description = "The same elements in another shape.",
             .parameters = {{.name = "target_shape",
                 .defaultValue = Integers{-1},
                 .description = "Extents of one example; one may be -1: what is left.",
                 .minimum = -1,
                 .maximum = kLargestExtent,
                 .isRequired = true}}},
            {.formula = {.call = reshapeFormula, .shape = reshapeShape},
                .keras = {.build = KerasBuild::AtOnce, .config = R"({"target_shape": null})"},
                .torch = {"{x}.reshape(x0.shape[0], {target_shape})"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Permute",
             .description = "Its axes in another order.",
             .parameters = {{.name = "dims",
                 .defaultValue = Integers{1},
                 .description
                 = "The input's axis that each axis of the output is; they count from 1, after the batch.",
                 .minimum = 1,
                 .maximum = Shape::kMaxRank,
                 .isRequired = true}}},
            {.formula = {.call = permuteFormula, .shape = permuteShape},
                .keras = {.build = KerasBuild::InputShape, .config = R"({"dims": null})"},
                .torch = {"{x}.permute(0, {dims})"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "RepeatVector",
             .description = "A sequence whose steps are all its input.",
             .parameters = {required("n", std::int64_t{1}, "Number of steps.", 1 << 20)}},
            {.formula = {.call = repeatVectorFormula, .shape = repeatVectorShape},
                .keras = {.build = KerasBuild::InputShape, .config = R"({"n": null})"},
                .torch = {"{x}.unsqueeze(1).expand(-1, {n}, -1)"},
                .group = LayerGroup::MergingAndReshaping}},

        {{.name = "Rescaling",
             .description = "Its input times a number, and another added.",
             .parameters = {{.name = "scale",
                                .defaultValue = 1.0,
                                .description = "What each element is multiplied by.",
                                .minimum = -1e30,
                                .maximum = 1e30,
                                .isRequired = true},
                 {.name = "offset",
                     .defaultValue = 0.0,
                     .description = "What is added afterwards.",
                     .minimum = -1e30,
                     .maximum = 1e30}}},
            {.formula = {.call = rescalingFormula, .shape = sameShape},
                .keras = {.build = KerasBuild::InputShape, .config = R"({"scale": null, "offset": 0.0})"},
                .torch = {"{x} * {scale} + {offset}"},
                .group = LayerGroup::MergingAndReshaping}},
    };
}

} // namespace

std::span<const LayerClass> layerCatalog()
{
    static const std::vector<LayerClass> rows = makeCatalog();
    return rows;
}

std::span<const ForeignLayerClass> foreignLayerClasses()
{
    const KerasClass atOnce{.build = KerasBuild::AtOnce};
    const KerasClass noise{.build = KerasBuild::AtOnce, .drawsNoise = true};
    const KerasClass weights{.build = KerasBuild::InputShape, .drawsWeights = true};
    static const std::vector<ForeignLayerClass> rows{
        {"ActivityRegularization", atOnce},
        {"AlphaDropout", noise},
        {"AveragePooling1D", atOnce},
        {"AveragePooling3D", atOnce},
        {"Conv1D", weights},
        {"Conv1DTranspose", weights},
        {"Conv2DTranspose", weights},
        {"Conv3D", weights},
        {"DepthwiseConv1D", weights},
        {"GaussianDropout", noise},
        {"GlobalAveragePooling3D", atOnce},
        {"GlobalMaxPooling1D", atOnce},
        {"GlobalMaxPooling2D", atOnce},
        {"GlobalMaxPooling3D", atOnce},
        {"GroupedQueryAttention", weights},
        {"Identity", atOnce},
        {"Masking", atOnce},
        {"MaxPooling1D", atOnce},
        {"MaxPooling3D", atOnce},
        {"ReversibleEmbedding",
            {.build = KerasBuild::InputShape, .quantizedCalls = {"int8", "int4"}, .drawsWeights = true}},
        {"SeparableConv1D", weights},
        {"SeparableConv2D", weights},
        {"SpatialDropout1D", atOnce},
        {"SpatialDropout2D", atOnce},
        {"SpatialDropout3D", atOnce},
        {"TernaryDense",
            {.build = KerasBuild::InputShape, .quantizedCalls = {"ternary"}, .drawsWeights = true}},
    };
    return rows;
}

} // namespace ulpscope
