// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_formula.h"

#include "engine/graph/functions.h"
#include "engine/graph/gradient.h"
#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/graph/passes/product_rows.h"
#include "engine/layer/layer_call.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/optimizer/update_formula.h"

#include <algorithm>

namespace ulpscope {

namespace {

using graph::Builder;
using graph::Graph;
using graph::Operation;
using graph::Value;

Error noFormula(std::string place, Message what)
{
    return Error{std::move(place), message("%1 cannot be shown as operations yet").with(std::move(what))};
}

/// What of a layer no pass does yet; empty: nothing.
Message unknownNumerics(const PlannedLayer& layer)
{
    const LayerNumerics& numerics = layer.options.numerics;
    if (numerics.integerKernel)
        return message("a kernel of integers");
    if (numerics.scaling)
        return message("a float8 policy");
    if (numerics.update || numerics.biasSums != SumRounding::EachAddition
        || *numerics.output != *numerics.compute
        || std::ranges::any_of(numerics.products, [](const ProductOverrides& product) {
               return product.left || product.right || product.accumulator;
           }))
        return message("a recipe or an override");
    const auto& entries = layer.options.config.entries();
    const bool isRegularized = std::ranges::any_of(entries, [](const Config::Entry& entry) {
        const auto* text = std::get_if<std::string>(&entry.second);
        return entry.first.ends_with("_regularizer") && text != nullptr && !text->empty();
    });
    return isRegularized ? message("a regularizer") : Message();
}

std::string placeOf(const PlannedLayer& layer)
{
    return "layers[" + std::to_string(layer.layer) + "]";
}

/// The layers' formulas, without dtypes; the last value is the model's output.
Status addLayers(Builder& builder, const ModelPlan& plan, Index batch)
{
    std::vector<Value> outputs;
    for (const PlannedLayer& layer : plan.layers) {
        const LayerNumerics& numerics = layer.options.numerics;
        if (outputs.empty()) {
            outputs.push_back(
                builder.input("features", layer.outputShape.withBatch(batch), numerics.compute));
            continue;
        }
        if (Message unknown = unknownNumerics(layer); !unknown.empty())
            return noFormula(placeOf(layer), std::move(unknown));
        std::vector<Value> inputs;
        for (auto input = layer.inputs.begin(); input != layer.inputs.end(); ++input) {
            const Value& from = outputs[*input];
            builder.setOwner(from.node().owner, Pass::Forward);
            // An input that is given twice is cast twice, and its gradients meet in its own dtype.
            const bool isRepeated = *input != 0 && std::find(layer.inputs.begin(), input, *input) != input;
            inputs.push_back(isRepeated ? builder.apply(Operation::Copy, {from}) : from);
        }
        builder.setOwner(builder.graph().addOwner({.path = layer.path,
                             .className = layer.layerClass->name,
                             .compute = numerics.compute,
                             .variable = numerics.variable,
                             .castFirst = layer.castFirst}),
            Pass::Forward);
        const LayerFormula formula = layer.layerClass->formula;
        const std::optional<Value> output = formula == nullptr
            ? std::nullopt
            : formula({builder, layer.options, std::move(inputs), layer.outputShape.withBatch(batch)});
        if (!output)
            return noFormula(placeOf(layer), message("the layer %1").with(layer.layerClass->name));
        const bool isOwn = output->node().owner == builder.owner();
        outputs.push_back(isOwn ? *output : builder.apply(Operation::Copy, {*output}));
    }
    builder.graph().addOutput({"prediction", outputs.back().id()});
    return success();
}

/// keras.ops.mean over the last axis, and the mean of these over all examples: sums of narrow formats are float32's (loss/loss_sum.h).
Value meanOf(const Value& terms)
{
    Builder& builder = terms.builder();
    const Format& format = *terms.format();
    const Format& wide = format.precision() < float32Format().precision() ? float32Format() : format;
    const Shape& shape = terms.shape();
    const auto last = static_cast<std::uint8_t>(1U << (shape.rank() - 1));
    const auto others = static_cast<std::uint8_t>(last - 1U);
    const Value sums = builder.sum(builder.cast(terms, wide), last, graph::SumOrder::Sequential);
    const Value means = builder.cast(sums / static_cast<double>(shape.last()), format);
    const Value total = builder.sum(builder.cast(means, wide), others, graph::SumOrder::Sequential);
    return builder.cast(total, format) / static_cast<double>(shape.elements() / shape.last());
}

/// The loss and the scaled gradients of all variables, in their order.
Status addLoss(Builder& builder, const TrainingSpec& training, const Format& floatx)
{
    const Value output(builder, builder.graph().outputs().back().value); // the prediction
    builder.setOwner({}, Pass::Loss);
    const Value target = builder.input("targets", output.shape(), &floatx);
    const LossClass& row = *findRow(lossCatalog(), training.loss.className);
    const Value prediction = builder.cast(output, floatx);
    const std::optional<Value> terms
        = row.term == nullptr ? std::nullopt : row.term(training.loss.config, prediction, target);
    if (!terms)
        return noFormula(
            "training.loss", message("the loss %1 with these parameters").with(training.loss.className));
    const Value loss = meanOf(*terms);
    builder.graph().addOutput({"loss", loss.id()});

    const Value scale = builder.input("loss_scale", {}, &floatx);
    const Value seed = scale * training.lossWeight;
    // What has its next value is not trained.
    std::vector<graph::ValueId> variables;
    for (std::size_t i = 0; i < builder.graph().nodes().size(); ++i)
        if (builder.graph().nodes()[i].operation == Operation::Variable
            && std::ranges::none_of(builder.graph().outputs(),
                [i](const graph::Output& known) { return known.variable == graph::ValueId(i); }))
            variables.emplace_back(i);
    const auto gradients = addGradients(builder, loss, seed, variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const Value variable(builder, variables[i]);
        builder.setOwner(variable.node().owner, Pass::Backward);
        const graph::ValueId gradient = gradients[i]
            ? *gradients[i]
            : builder.broadcast(builder.constantLike(0, variable), variable.shape()).id();
        builder.graph().addOutput({"gradient", gradient, variables[i]});
    }
    return success();
}

Message unknownTraining(const TrainingSpec& training)
{
    const Config& config = training.optimizer.config;
    if (config.number("clipnorm") > 0 || config.number("clipvalue") > 0
        || config.number("global_clipnorm") > 0)
        return message("clipping");
    if (config.integer("gradient_accumulation_steps") > 1)
        return message("accumulating gradients");
    if (config.number("weight_decay") != 0)
        return message("weight decay");
    return config.flag("use_ema") ? message("a moving average of weights") : Message();
}

Status addUpdates(Builder& builder, const TrainingSpec& training, const Format& floatx)
{
    const OptimizerClass& row = *findRow(optimizerCatalog(), training.optimizer.className);
    if (row.formula == nullptr)
        return noFormula(
            "training.optimizer", message("the optimizer %1").with(training.optimizer.className));
    if (Message unknown = unknownTraining(training); !unknown.empty())
        return noFormula("training.optimizer", std::move(unknown));
    builder.setOwner({}, Pass::Update);
    const Value rate = builder.input("learning_rate", {}, &floatx);
    const std::vector<graph::Output> outputs(
        builder.graph().outputs().begin(), builder.graph().outputs().end());
    const auto scale = std::ranges::find(builder.graph().nodes(), std::string("loss_scale"),
        [](const graph::Node& node) { return node.name; });
    const Value lossScale(
        builder, graph::ValueId(static_cast<std::size_t>(scale - builder.graph().nodes().begin())));
    for (const graph::Output& output : outputs) {
        if (output.name != "gradient")
            continue;
        const Value variable(builder, *output.variable);
        const Format& format = *variable.format();
        builder.setOwner(variable.node().owner, Pass::Update);
        const Value scaled = builder.cast(Value(builder, output.value), format);
        const Value gradient
            = training.lossScale.className == "none" ? scaled : scaled / builder.cast(lossScale, format);
        UpdateCall call{training.optimizer.config, variable, gradient, builder.cast(rate, format)};
        const Value next = row.formula(call);
        builder.graph().addOutput({"next", next.id(), variable.id()});
        for (const auto& [state, stateNext] : call.kept)
            builder.graph().addOutput({"next", stateNext.id(), state.id()});
    }
    return success();
}

} // namespace

Result<Graph> stepFormula(const CheckedSession& checked, StepPart part)
{
    const TrainingSpec& training = checked.session.training;
    if (checked.arithmetic.kind != ArithmeticKind::Written)
        return noFormula(
            "training.arithmetic", message("the arithmetic %1").with(rulesOf(checked.arithmetic.kind).name));
    Graph formulas;
    Builder layers(formulas);
    layers.leaveFormatsOpen();
    if (const Status status = addLayers(layers, checked.plan, training.batchSize); !status)
        return status.error();
    Graph step = graph::autocast(formulas);
    if (part == StepPart::Whole) {
        Builder builder(step);
        const Format& floatx = floatxFor(checked.session.policies);
        if (const Status status = addLoss(builder, training, floatx); !status)
            return status.error();
        if (const Status status = addUpdates(builder, training, floatx); !status)
            return status.error();
    }
    return graph::productRows(graph::broadcastDivision(step));
}

} // namespace ulpscope
