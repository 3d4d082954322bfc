// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_catalog.h"

#include "engine/layer/activation.h"
#include "engine/layer/add.h"
#include "engine/layer/concatenate.h"
#include "engine/layer/dense.h"
#include "engine/layer/dropout.h"
#include "engine/layer/einsum_dense.h"
#include "engine/layer/flatten.h"
#include "engine/layer/global_average_pooling_1d.h"
#include "engine/layer/initializer.h"
#include "engine/layer/input_layer.h"
#include "engine/layer/layer_normalization.h"
#include "engine/layer/multi_head_attention.h"
#include "engine/layer/reshape.h"
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

ParameterSpec initializerParameter(const char* name, const char* defaultName, const char* description)
{
    return {name, std::string(defaultName), description, {}, {}, initializerNames()};
}

ParameterSpec regularizerParameter(const char* name, const char* description)
{
    return {name, std::string(), description};
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
    const ParameterSpec kernelInitializer{"kernel_initializer", std::string("glorot_uniform"),
        "Distribution of the initial kernel.", {}, {}, initializerNames()};
    const ParameterSpec biasInitializer{"bias_initializer", std::string("zeros"),
        "Distribution of the initial bias.", {}, {}, initializerNames()};
    const ParameterSpec rate{"rate", 0.5, "Probability that an element is dropped in training.", 0, 0.999};
    constexpr int kManyInputs = 16;
    return {
        {{"InputLayer", "Where the data enters.", {shape}}, false, false, 0, 0, make<InputLayer>},
        {{"Dense", "Every output is a weighted sum of all inputs.",
             {units, activationParameter(), useBias, kernelInitializer, biasInitializer,
                 regularizerParameter("kernel_regularizer",
                     "Penalty on the kernel, in the variable dtype: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02)."),
                 regularizerParameter("bias_regularizer", "Penalty on the bias, likewise."),
                 regularizerParameter("activity_regularizer",
                     "Penalty on the output, in the compute dtype, divided by the batch size.")}},
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
        {{"Softmax", "Probabilities along the last axis.",
             {axisParameter("The axis of each distribution, the last."),
                 {"use_causal_mask", false,
                     "Whether what is above the diagonal of the last two axes is masked."}}},
            false, false, 1, 1, make<Softmax>},
        {{"LayerNormalization", "Mean 0 and variance 1 along the last axis, then scaled and shifted.",
             {axisParameter("The axis that is normalized, the last."),
                 {"epsilon", 1e-3, "Added to the variance.", 0, 1},
                 {"center", true, "Whether beta is added."}, {"scale", true, "Whether gamma multiplies."},
                 initializerParameter("beta_initializer", "zeros", "Distribution of the initial beta."),
                 initializerParameter("gamma_initializer", "ones", "Distribution of the initial gamma.")}},
            false, true, 1, 1, make<LayerNormalization>},
        {{"GlobalAveragePooling1D", "The mean over the steps of a sequence.", {}}, false, false, 1, 1,
            make<GlobalAveragePooling1D>},
        {{"EinsumDense", "A Dense layer over several axes.",
             {{"equation", std::string("...x,xy->...y"),
                  "Axes of input, kernel and output, such as \"abc,cd->abd\".", {}, {}, {}, true},
                 {"output_shape", std::vector<std::int64_t>{1},
                     "Extents of the output without the batch; -1 where the input says it.", -1, 1 << 20, {},
                     true},
                 activationParameter(),
                 {"bias_axes", std::string(),
                     "The output's axes that a bias is added to; none without a bias."},
                 kernelInitializer, biasInitializer}},
            true, true, 1, 1, make<EinsumDense>, true},
        multiHeadAttention({useBias, kernelInitializer, biasInitializer}),
    };
}

} // namespace

std::span<const LayerClass> layerCatalog()
{
    static const std::vector<LayerClass> rows = makeCatalog();
    return rows;
}

} // namespace ulpscope
