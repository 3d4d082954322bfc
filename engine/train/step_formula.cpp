// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_formula.h"

#include "engine/dtype/rounding.h"
#include "engine/graph/gradient.h"
#include "engine/layer/layer_call.h"
#include "engine/loss/loss_formula.h"
#include "engine/optimizer/gradient_formula.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/optimizer/update_formula.h"
#include "engine/session/compile_outcome.h"
#include "engine/train/penalty_formulas.h"
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
    return isOverridden && layer.layerClass->name != "Dense" ? message("a recipe or an override") : Message();
}

std::string placeOf(const PlannedLayer& layer)
{
    return "layers[" + std::to_string(layer.layer) + "]";
}

/// The layers' formulas, without dtypes; the last value is the model's output.
Status addLayers(
    Builder& builder, const ModelPlan& plan, Index batch, StepPasses& passes, PenaltyFormulas& penalties)
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
        passes.addLayer(layer);
        const Value output = layer.layerClass->formula.call(
            {builder, layer.options, std::move(inputs), layer.outputShape.withBatch(batch)});
        const bool isOwn = output.node().owner == builder.owner();
        outputs.push_back(penalties.addLayer(
            layer.options.config, isOwn ? output : builder.apply(Operation::Copy, {output})));
    }
    builder.graph().addOutput({"prediction", outputs.back().id()});
    return success();
}

/// The loss and the scaled gradients of all variables, in their order; returns the loss scale.
Value addLoss(Builder& builder, const TrainingSpec& training, const ArithmeticRules& rules,
    const Format& floatx, PenaltyFormulas& penalties)
{
    const Value output(builder, builder.graph().outputs().back().value); // the prediction
    builder.setOwner({}, Pass::Loss);
    const LossClass& row = *findRow(lossCatalog(), training.loss.className);
    const Value loss = lossFormula(row, training.loss.config, builder.cast(output, floatx),
        rules.logitsKernel(*output.format(), floatx));
    builder.graph().addOutput({"loss", penalties.addTo(loss).id()});

    const Value scale = builder.input("loss_scale", {}, &float32Format());
    const bool isWider = contains(float32Format(), floatx);
    const Value taken
        = training.loop == TrainingLoop::CustomWithoutScaling ? builder.constant(1, scale.format()) : scale;
    const double weight = roundToFormat(floatx, training.lossWeight);
    const Value seed = builder.cast((isWider ? taken : builder.cast(taken, floatx)) * weight, floatx);
    penalties.setScale(taken);
    // What has its next value is not trained.
    std::vector<graph::ValueId> variables;
    for (std::size_t i = 0; i < builder.graph().nodes().size(); ++i)
        if (const graph::Node& node = builder.graph().nodes()[i]; node.operation == Operation::Variable
            && !node.attributes.isUntrained
            && std::ranges::none_of(builder.graph().outputs(),
                [i](const graph::Output& known) { return known.variable == graph::ValueId(i); }))
            variables.emplace_back(i);
    const auto gradients = addGradients(builder, loss, seed, variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const Value variable(builder, variables[i]);
        builder.setOwner(variable.node().owner, Pass::Backward);
        const Value gradient = gradients[i]
            ? builder.cast(Value(builder, *gradients[i]), *variable.format())
            : builder.broadcast(builder.constantLike(0, variable), variable.shape());
        builder.graph().addOutput({"gradient", penalties.added(gradient, variable).id(), variables[i]});
    }
    return scale;
}

/// What a step of the session does with its gradients.
class Updates
{
public:
    Updates(Builder& builder, const CheckedSession& checked, const StepPasses& passes, const Value& lossScale)
        : m_builder(builder)
        , m_passes(passes)
        , m_training(checked.session.training)
        , m_optimizer(*findRow(optimizerCatalog(), m_training.optimizer.className))
        , m_arithmetic(checked.arithmetic.kind)
        , m_rule(*lossScaleOf(checked.session).rule)
        , m_floatx(floatxFor(checked.session.policies))
        , m_lossScale(lossScale)
    {
    }

    void add()
    {
        m_formula = m_optimizer.formulaOf(rulesOf(m_arithmetic).updates);
        m_builder.setOwner({}, Pass::Update);
        UpdateStepValues step{m_builder.input("learning_rate", {}, &m_floatx),
            m_builder.input("iterations", {}, &float64Format())};
        const bool accumulates = config().integer("gradient_accumulation_steps") > 1;
        if (accumulates)
            m_isUpdate = m_builder.input("is_update", {}, &m_floatx);
        if (config().flag("use_ema") && config().integer("ema_overwrite_frequency") > 0)
            m_isOverwrite = m_builder.input("is_overwrite", {}, &m_floatx);
        std::vector<GradientSlot> slots;
        for (const graph::Output& output : m_builder.graph().outputs())
            if (output.name == "gradient")
                slots.push_back({Value(m_builder, *output.variable), Value(m_builder, output.value)});
        for (GradientSlot& slot : slots) {
            m_builder.setOwner(slot.variable.node().owner, Pass::Update);
            if (accumulates)
                slot.accumulator = m_builder.variable(
                    "gradient_accumulator", slot.variable.shape(), slot.variable.format());
        }
        const TrainingLoop loop = m_training.loop;
        prepareGradients({config(), m_rule, loop != TrainingLoop::CustomWithoutUnscaling,
                             loop == TrainingLoop::CustomClippedWhileScaled, m_lossScale, m_isUpdate},
            slots);
        for (const GradientSlot& slot : slots)
            addUpdate(step, slot);
    }

private:
    const Config& config() const { return m_training.optimizer.config; }

    void addUpdate(UpdateStepValues& step, const GradientSlot& slot)
    {
        const Value& variable = slot.variable;
        m_builder.setOwner(variable.node().owner, Pass::Update);
        UpdateCall call{config(), step, variable, variable, slot.gradient};
        call.numbersIn = m_passes.updatesIn(variable.node().owner);
        call.variable = call.weights = decayed(config(), variable, call.learningRate());
        Value next = updated(variable, m_formula(call));
        std::vector<std::pair<Value, Value>> kept;
        for (const UpdateCall::Kept& each : call.kept)
            kept.emplace_back(each.state, updated(each.state, each.next));
        if (config().flag("use_ema")) {
            const Value average = m_builder.variable("average", variable.shape(), variable.format());
            const Value moved = nextAverage(config(), average, next, step.iterations);
            kept.emplace_back(average, moved);
            if (m_isOverwrite)
                next = overwritten(moved, next, m_builder.cast(*m_isOverwrite, *variable.format()));
        }
        if (slot.accumulator)
            kept.emplace_back(*slot.accumulator, *slot.nextAccumulator);
        m_builder.graph().addOutput({"next", next.id(), variable.id()});
        for (const auto& [state, value] : kept)
            m_builder.graph().addOutput({"next", value.id(), state.id()});
    }

    /// Where gradients are only accumulated all stays.
    Value updated(const Value& before, const Value& after) const
    {
        return m_isUpdate ? select(m_builder.cast(*m_isUpdate, *after.format()), after, before) : after;
    }

    Builder& m_builder;
    const StepPasses& m_passes;
    const TrainingSpec& m_training;
    const OptimizerClass& m_optimizer;
    ArithmeticKind m_arithmetic;
    UpdateFormula m_formula = nullptr;
    const LossScaleRule& m_rule;
    const Format& m_floatx;
    Value m_lossScale;
    std::optional<Value> m_isUpdate;
    std::optional<Value> m_isOverwrite;
};

} // namespace

Result<Graph> stepFormula(const CheckedSession& checked, StepPart part)
{
    const TrainingSpec& training = checked.session.training;
    Graph formulas;
    Builder layers(formulas);
    layers.leaveFormatsOpen();
    StepPasses passes(checked);
    PenaltyFormulas penalties;
    if (const Status status = addLayers(layers, checked.plan, training.batchSize, passes, penalties); !status)
        return status.error();
    Graph step = passes.ofFormulas(std::move(formulas));
    if (part == StepPart::Whole) {
        Builder builder(step);
        const Format& floatx = floatxFor(checked.session.policies);
        const Value lossScale
            = addLoss(builder, training, rulesOf(checked.arithmetic.kind), floatx, penalties);
        Updates(builder, checked, passes, lossScale).add();
    }
    return passes.ofStep(std::move(step));
}

} // namespace ulpscope
