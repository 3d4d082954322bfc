// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/attention/multi_head_attention.h"

#include "engine/layer/layer_call.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/initializer.h"
#include "engine/layer/support/regularizer.h"

#include <array>
#include <cmath>

namespace ulpscope {

namespace {

// The first product of attention, part of MultiHeadAttention. query: [batch, T, heads, key_dim]
// key: [batch, S, heads, key_dim]   y: [batch, heads, T, S] = query key^T / sqrt(key_dim)
Result<Shape> scoresShape(const Config&, std::span<const Shape> inputs)
{
    return Shape{inputs[0][1], inputs[0][0], inputs[1][0]};
}

// The second. probabilities: [batch, heads, T, S]   value: [batch, S, heads, value_dim]   y: [batch, T, heads, value_dim]
Result<Shape> contextShape(const Config&, std::span<const Shape> inputs)
{
    return Shape{inputs[0][1], inputs[1][1], inputs[1][2]};
}

graph::Value byHeads(const graph::Value& x)
{
    return x.builder().permute(x, std::array{0, 2, 1, 3});
}

/// Keras' einsum is no layer: the query is scaled in its own dtype before the two are promoted to one.
graph::Value scoresFormula(const LayerCall& call)
{
    graph::Builder& builder = call.builder;
    builder.skipAutocast();
    const double scale = 1 / std::sqrt(static_cast<double>(call.config().integer("key_dim")));
    const bool scalesQuery = call.config().flag("scales_query");
    const graph::Value scaled = scalesQuery ? call.inputs[0] * scale : call.inputs[0];
    const graph::Value query = byHeads(builder.cast(scaled, graph::CastTo::Compute));
    const graph::Value key = byHeads(builder.cast(call.inputs[1], graph::CastTo::Compute));
    const graph::Value product = builder.batchedProduct(query, key, Transpose::B);
    return scalesQuery ? product : product * scale;
}

graph::Value contextFormula(const LayerCall& call)
{
    return byHeads(call.builder.batchedProduct(call.inputs[0], byHeads(call.inputs[1]), Transpose::None));
}

bool computesStepByStep(const Config& config)
{
    return config.number("dropout") > 0 || config.flag("return_attention_scores");
}

// Operations on tensors, which Keras has no layer for and no session can name.

const LayerClass& scoresClass()
{
    static const LayerClass row{{.name = "AttentionScores",
                                    .description = "Products of queries and keys.",
                                    .parameters = {{.name = "key_dim",
                                                       .defaultValue = std::int64_t{1},
                                                       .description = "The scores are divided by its root."},
                                        {.name = "scales_query",
                                            .defaultValue = true,
                                            .description = "Whether the query is scaled, or the product."}}},
        {.formula = {.call = scoresFormula, .shape = scoresShape, .autocast = AutocastOf::Nothing},
            .minInputs = 2,
            .maxInputs = 2}};
    return row;
}

const LayerClass& contextClass()
{
    static const LayerClass row{{.name = "AttentionContext",
                                    .description = "Sums of values, weighted by probabilities.",
                                    .parameters = {}},
        {.formula = {.call = contextFormula, .shape = contextShape}, .minInputs = 2, .maxInputs = 2}};
    return row;
}

const LayerClass* catalogClass(const char* name)
{
    return findRow(layerCatalog(), name);
}

Config projection(const Config& attention, const char* equation, std::vector<std::int64_t> outputShape,
    const char* biasAxes)
{
    return {{"equation", std::string(equation)}, {"output_shape", std::move(outputShape)},
        {"bias_axes", attention.flag("use_bias") ? std::string(biasAxes) : std::string()},
        {"kernel_initializer", attention.text("kernel_initializer")},
        {"bias_initializer", attention.text("bias_initializer")},
        {"kernel_regularizer", attention.text("kernel_regularizer")},
        {"bias_regularizer", attention.text("bias_regularizer")},
        {"activity_regularizer", attention.text("activity_regularizer")}};
}

} // namespace

std::vector<ChildLayer> multiHeadAttentionChildren(const Config& config)
{
    std::vector<ChildLayer> children{
        {"query", "EinsumDense"}, {"key", "EinsumDense"}, {"value", "EinsumDense"}};
    if (computesStepByStep(config))
        children.push_back({"softmax", "Softmax", false});
    if (config.number("dropout") > 0)
        children.push_back({"dropout", "Dropout", false});
    children.push_back({"attention_output", "EinsumDense"});
    return children;
}

Result<std::vector<CompositeNode>> expandMultiHeadAttention(
    const Config& config, std::span<const Shape> inputs)
{
    const std::size_t valueInput = inputs.size() > 1 ? 1 : 0;
    const std::size_t keyInput = inputs.size() > 2 ? 2 : valueInput;
    if (const Status penalties = Penalties::check(config); !penalties)
        return penalties.error();
    // The kernel of attention_output has three axes as those of the other children have, and its bias one.
    if (const Status initializers = checkInitializers(
            config, {{"kernel_initializer", 3}, {"bias_initializer", config.flag("use_bias") ? 1 : 0}});
        !initializers)
        return initializers.error();
    for (const Shape& shape : inputs)
        if (shape.rank() != 2)
            return Error{"inputs", "expected inputs of shape (sequence, features), got " + shape.text()};
    if (inputs[valueInput][0] != inputs[keyInput][0])
        return Error{"inputs",
            "expected a value and a key of the same sequence length, got " + inputs[valueInput].text()
                + " and " + inputs[keyInput].text()};

    const std::int64_t heads = config.integer("num_heads");
    const std::int64_t keyDim = config.integer("key_dim");
    const std::int64_t valueDim = config.integer("value_dim") == 0 ? keyDim : config.integer("value_dim");
    const bool isStepByStep = computesStepByStep(config);
    const LayerClass* einsum = catalogClass("EinsumDense");
    std::vector<CompositeNode> nodes;
    const auto add = [&](CompositeNode node) {
        nodes.push_back(std::move(node));
        return NodeInput{false, nodes.size() - 1};
    };
    const auto project = [&](const char* name, std::size_t input, std::int64_t dim) {
        return add(
            {name, einsum, projection(config, "abc,cde->abde", {-1, heads, dim}, "de"), {{true, input}}});
    };
    const NodeInput query = project("query", 0, keyDim);
    const NodeInput key = project("key", keyInput, keyDim);
    const NodeInput value = project("value", valueInput, valueDim);
    // dot_product_attention first casts all three to one dtype, and its float32 probabilities to it too.
    const std::vector<NodeInput> promoted
        = isStepByStep ? std::vector<NodeInput>{} : std::vector{query, key, value};
    const NodeInput scores
        = add({"scores", &scoresClass(), {{"key_dim", keyDim}, {"scales_query", isStepByStep}}, {query, key},
            isStepByStep ? NodeNumerics::Inputs : NodeNumerics::InputsAtLeastFloat32, promoted});
    NodeInput probabilities
        = add({"softmax", catalogClass("Softmax"), {{"use_causal_mask", config.flag("use_causal_mask")}},
            {scores}, isStepByStep ? NodeNumerics::Policy : NodeNumerics::InputsAtLeastFloat32, promoted});
    if (config.number("dropout") > 0)
        probabilities = add(
            {"dropout", catalogClass("Dropout"), {{"rate", config.number("dropout")}}, {probabilities}});
    const NodeInput context
        = add({"context", &contextClass(), {}, {probabilities, value}, NodeNumerics::Inputs, promoted});
    add({"attention_output", einsum, projection(config, "abcd,cde->abe", {-1, inputs[0].last()}, "e"),
        {context}});
    return nodes;
}

} // namespace ulpscope
