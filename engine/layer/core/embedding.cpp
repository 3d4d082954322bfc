// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/embedding.h"

#include "engine/base/number_text.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

using graph::Value;

std::vector<std::string> embeddingVariables(const Config&)
{
    return {"embeddings"};
}

Result<Shape> embeddingShape(const Config& config, std::span<const Shape> inputs)
{
    if (inputs[0].rank() + 2 > Shape::kMaxRank)
        return Error{"inputs", "expected an input of at most 4 axes, got " + inputs[0].text()};
    Shape shape = inputs[0];
    shape.append(config.integer("output_dim"));
    return shape;
}

Value embeddingFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Config& config = call.config();
    const Value table
        = call.variable("embeddings", {config.integer("input_dim"), config.integer("output_dim")}, false);
    const Value& ids = call.inputs[0];
    return call.builder.group(
        "embedding", {table, ids},
        [&] { return call.builder.cast(call.builder.gather(table, ids), graph::CastTo::Compute); },
        [](std::span<const Value> of, const Value&, const Value& g, std::size_t operand) {
            graph::Builder& builder = g.builder();
            if (operand == 0)
                return builder.scatterAdd(g, of[1], of[0].shape()); // in the dtype of what arrives
            return builder.broadcast(builder.constantLike(0, of[1]), of[1].shape());
        });
}

Result<Shape> positionEmbeddingShape(const Config& config, std::span<const Shape> inputs)
{
    if (inputs[0].rank() != 2)
        return Error{"inputs", "expected an input of shape (steps, features), got " + inputs[0].text()};
    const std::int64_t length = config.integer("sequence_length");
    if (inputs[0][0] > length)
        return Error{"sequence_length",
            "expected at least the input's " + counted(inputs[0][0], "step") + ", got "
                + std::to_string(length)};
    return inputs[0];
}

Value positionEmbeddingFormula(const LayerCall& call)
{
    const Shape table{call.config().integer("sequence_length"), call.output.last()};
    const Value rows = call.builder.slice(call.variable("embeddings", table), 0, 0, call.output[1]);
    return call.builder.broadcast(rows, call.output);
}

} // namespace ulpscope
