// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_formula.h"

#include "engine/graph/functions.h"
#include "engine/graph/gradient.h"
#include "engine/layer/layer_call.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/optimizer/torch_formulas.h"
#include "engine/optimizer/update_formula.h"
#include "engine/train/step_passes.h"

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
    const bool isOverridden = numerics.integerKernel || numerics.scaling
        || !(*numerics.output == *numerics.compute)
        || std::ranges::any_of(numerics.products, [](const ProductOverrides& product) {
               return product.left || product.right || product.accumulator;
           });
    if (isOverridden && layer.layerClass->name != "Dense")
        return message("a recipe or an override");
    if (layer.castFirst != nullptr)
        return message("a layer inside another");
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
Status addLayers(Builder& builder, const ModelPlan& plan, Index batch, StepPasses& passes)
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
        builder.setOwner(builder.graph().addOwner({.path = layer.path,
                             .className = layer.layerClass->name,
                             .compute = numerics.compute,
                             .variable = numerics.variable}),
            Pass::Forward);
        passes.addLayer(layer.options);
        std::vector<Value> inputs;
        for (const std::size_t input : layer.inputs)
            inputs.push_back(outputs[input]);
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
    const std::span<const graph::Output> outputs = builder.graph().outputs();
    const Value output(builder, outputs.front().value);
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
    std::vector<graph::ValueId> variables;
    for (std::size_t i = 0; i < builder.graph().nodes().size(); ++i)
        if (const graph::Node& node = builder.graph().nodes()[i];
            node.operation == Operation::Variable && !node.attributes.isUntrained)
            variables.emplace_back(i);
    const auto gradients = addGradients(builder, loss, seed, variables);
    for (std::size_t i = 0; i < variables.size(); ++i)
        builder.graph().addOutput({"gradient", gradients[i].value(), variables[i]});
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

Status addUpdates(Builder& builder, const CheckedSession& checked, const Format& floatx)
{
    const TrainingSpec& training = checked.session.training;
    const OptimizerClass& row = *findRow(optimizerCatalog(), training.optimizer.className);
    const bool isTorch
        = rulesOf(checked.arithmetic.kind).updates == UpdateFormulas::Torch && row.torchRule != nullptr;
    const auto formula = !isTorch ? row.formula : row.name == "SGD" ? torchSgdFormula : nullptr;
    if (formula == nullptr)
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
        const Value next = formula(call);
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
    Graph formulas;
    Builder layers(formulas);
    layers.leaveFormatsOpen();
    StepPasses passes(checked);
    if (const Status status = addLayers(layers, checked.plan, training.batchSize, passes); !status)
        return status.error();
    Graph step = passes.ofFormulas(std::move(formulas));
    if (part == StepPart::Whole) {
        Builder builder(step);
        const Format& floatx = floatxFor(checked.session.policies);
        if (const Status status = addLoss(builder, training, floatx); !status)
            return status.error();
        if (const Status status = addUpdates(builder, checked, floatx); !status)
            return status.error();
    }
    return passes.ofStep(std::move(step));
}

} // namespace ulpscope
