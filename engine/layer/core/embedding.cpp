// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/embedding.h"

#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"
#include "engine/tensor/lookup.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// Nothing flows back: the output does not depend on the input's values as real numbers.
void clear(const Tensor& input, const Format& format, std::span<Tensor> gradients)
{
    for (Tensor& gradient : gradients) {
        gradient.reset(input.shape(), format);
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, 0);
    }
}

Variable makeTable(const LayerOptions& options, const char* name, const char* initializer, Index rows,
    Index columns, Arithmetic& arithmetic)
{
    Variable table{name, {}, {}};
    const RandomKey key{options.seed, RandomUse::Initializer, options.index * 16, 0};
    initialize(arithmetic, options.config.text(initializer), Shape{rows, columns}, rows, columns, key,
        *options.numerics.variable, table.value);
    return table;
}

} // namespace

Embedding::Embedding(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_penalties(options().config, {"embeddings_regularizer"})
{
}

Result<Shape> Embedding::outputShape(std::span<const Shape> inputs) const
{
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    if (const Status initializers = checkInitializers(options().config, {{"embeddings_initializer", 2}});
        !initializers)
        return initializers.error();
    if (inputs[0].rank() + 2 > Shape::kMaxRank)
        return Error{"inputs", "expected an input of at most 4 axes, got " + inputs[0].text()};
    Shape shape = inputs[0];
    shape.append(options().config.integer("output_dim"));
    return shape;
}

Index Embedding::weightCount(std::span<const Shape>) const
{
    return options().config.integer("input_dim") * options().config.integer("output_dim");
}

void Embedding::build(std::span<const Shape>, Arithmetic& arithmetic)
{
    m_variables.clear();
    m_variables.push_back(makeTable(options(), "embeddings", "embeddings_initializer",
        options().config.integer("input_dim"), options().config.integer("output_dim"), arithmetic));
}

void Embedding::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Tensor& x = *inputs[0];
    const Index rows = options().config.integer("input_dim");
    m_ids.resize(static_cast<std::size_t>(x.size()));
    for (Index i = 0; i < x.size(); ++i)
        m_ids[static_cast<std::size_t>(i)] = namedRow(x.at(i), rows);
    takeRows(m_variables[0].value, m_ids, m_rows);
    if (isWatched(context.arithmetic))
        watchIds(context.arithmetic, x, rows);
    cast(context.arithmetic, m_rows, *numerics().compute, output);
    Shape shape = x.shape();
    shape.append(options().config.integer("output_dim"));
    output.reshape(shape);
    if (context.arithmetic.watch() != nullptr)
        context.arithmetic.watch()->moved(
            context.arithmetic, m_rows, output, [](Index element) { return element; });
    m_penalty = m_penalties.evaluate(context.arithmetic, m_variables, output);
}

void Embedding::watchIds(Arithmetic& arithmetic, const Tensor& ids, Index rows) const
{
    const auto wrong = std::find(m_ids.begin(), m_ids.end(), kNoRow);
    if (wrong == m_ids.end())
        return;
    const auto place = static_cast<Index>(wrong - m_ids.begin());
    reportBirth(arithmetic, translated("lookup"), ids, m_rows, place * m_rows.columns(),
        {{"id", ids.at(place)}, {"rows of the table", static_cast<double>(rows)}},
        "id " + shortestText(ids.at(place)) + " is no row of the table of " + std::to_string(rows)
            + ": ids go from 0 to " + std::to_string(rows - 1)
            + " (input_dim - 1), and such a lookup gives NaN, as in Keras on JAX");
}

void Embedding::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Variable& table = m_variables[0];
    addToRows(context.arithmetic,
        castIfNeeded(context.arithmetic, outputGradient, *numerics().compute, m_gradient), m_ids,
        table.value.rows(), table.gradient);
    m_penalties.addToGradients(context, m_variables);
    clear(*inputs[0], inputs[0]->format(), inputGradients);
}

Result<Shape> PositionEmbedding::outputShape(std::span<const Shape> inputs) const
{
    if (inputs[0].rank() != 2)
        return Error{"inputs", "expected an input of shape (steps, features), got " + inputs[0].text()};
    if (const Status initializers = checkInitializers(options().config, {{"initializer", 2}}); !initializers)
        return initializers.error();
    const std::int64_t length = options().config.integer("sequence_length");
    if (inputs[0][0] > length)
        return Error{"sequence_length",
            "expected at least the input's " + counted(inputs[0][0], "step") + ", got "
                + std::to_string(length)};
    return inputs[0];
}

Index PositionEmbedding::weightCount(std::span<const Shape> inputs) const
{
    return options().config.integer("sequence_length") * inputs[0].last();
}

void PositionEmbedding::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_variables.clear();
    m_variables.push_back(makeTable(options(), "embeddings", "initializer",
        options().config.integer("sequence_length"), inputs[0].last(), arithmetic));
}

void PositionEmbedding::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Shape& shape = inputs[0]->shape();
    m_ids.resize(static_cast<std::size_t>(shape[0] * shape[1]));
    for (std::size_t i = 0; i < m_ids.size(); ++i)
        m_ids[i] = static_cast<Index>(i) % shape[1];
    takeRows(
        castIfNeeded(context.arithmetic, m_variables[0].value, *numerics().compute, m_table), m_ids, output);
    output.reshape(shape);
}

void PositionEmbedding::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    const Shape& shape = inputs[0]->shape();
    unary(context.arithmetic, Unary::Copy, outputGradient, m_byExample);
    m_byExample.reshape(Shape{shape[0], shape[1] * shape[2]});
    columnSums(context.arithmetic, m_byExample, m_sums);
    m_sums.reshape(Shape{shape[1], shape[2]});
    addToRows(context.arithmetic, m_sums, std::span(m_ids).first(static_cast<std::size_t>(shape[1])),
        m_variables[0].value.rows(), m_variables[0].gradient);
    clear(*inputs[0], *numerics().compute, inputGradients);
}

std::optional<graph::Value> embeddingFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Config& config = call.config();
    const Shape table{config.integer("input_dim"), config.integer("output_dim")};
    return call.builder.gather(call.variable("embeddings", table), call.inputs[0]);
}

std::optional<graph::Value> positionEmbeddingFormula(const LayerCall& call)
{
    const Shape table{call.config().integer("sequence_length"), call.output.last()};
    const graph::Value rows = call.builder.slice(call.variable("embeddings", table), 0, 0, call.output[1]);
    return call.builder.broadcast(rows, call.output);
}

} // namespace ulpscope
