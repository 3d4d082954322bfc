// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/export_catalog.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "app/io/keras/model/keras_regularizer.h"
#include "app/io/keras/model/model_parts.h"
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/keras/policy/python_text.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

using Arguments = std::vector<std::string>;

/// An expression for the policy: its name where keras.dtype_policies.get makes the same of it.
std::string policyExpression(const DTypePolicy& policy)
{
    if (isNameEnough(policy))
        return pythonText(policy.name);
    const std::string className(ulpscope::className(policy.policyClass));
    const bool isPlain = !policy.isQuantized();
    Arguments arguments{pythonText(isPlain ? policy.name : policy.constructorMode())};
    if (!isPlain)
        arguments.push_back("source_name=" + pythonText(policy.sourceName));
    if (policy.policyClass == PolicyClass::QuantizedFloat8DTypePolicy)
        arguments.push_back("amax_history_length=" + std::to_string(policy.amaxHistoryLength));
    return pythonCall(
        (isPlain ? "keras." : "keras.dtype_policies.") + className, arguments, 0, std::string::npos);
}

std::string policyExpression(const KerasPolicy& policy)
{
    const auto* map = std::get_if<DTypePolicyMap>(&policy);
    if (map == nullptr)
        return policyExpression(std::get<DTypePolicy>(policy));
    std::string entries;
    for (const auto& [key, entry] : map->entries)
        entries += (entries.empty() ? "" : ", ") + pythonText(key) + ": keras.dtype_policies.get("
            + policyExpression(entry) + ")";
    return "keras.dtype_policies.DTypePolicyMap(" + policyExpression(map->defaultPolicy) + ", {" + entries
        + "})";
}

/// The catalog's parameters as keyword arguments of Keras, without those that have the catalog's default.
Arguments parameterArguments(const Config& config, const std::vector<ParameterSpec>& specs, bool withDefaults)
{
    Arguments arguments;
    for (const ParameterSpec& spec : specs)
        if (const ParameterValue* value = config.find(spec.name);
            value != nullptr && (withDefaults || spec.isRequired || *value != spec.defaultValue))
            arguments.push_back(spec.name + "=" + pythonValue(*value));
    return arguments;
}

template <class Row>
std::string componentCall(const std::string& module, const Component& component, std::span<const Row> rows,
    const Arguments& more = {})
{
    Arguments arguments
        = parameterArguments(component.config, findRow(rows, component.className)->parameters, true);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return pythonCall(module + component.className, arguments, 0, std::string::npos);
}

/// Writes a schedule's object, which replaces the number as learning rate.
std::string learningRateExpression(const TrainingSpec& training)
{
    const std::string initial = pythonValue(*training.optimizer.config.find("learning_rate"));
    const Component& schedule = training.schedule;
    if (schedule.className == "constant")
        return initial;
    const std::string head = "keras.optimizers.schedules." + schedule.className;
    if (schedule.className == "PiecewiseConstantDecay") {
        const auto& boundaries = schedule.config.list("boundaries");
        std::string steps;
        std::string values;
        for (std::size_t i = 0; i <= boundaries.size(); ++i) {
            const double factor = std::pow(schedule.config.number("factor"), static_cast<double>(i));
            values += (i == 0 ? "" : ", ")
                + pythonNumber(training.optimizer.config.number("learning_rate") * factor);
            if (i < boundaries.size())
                steps += (i == 0 ? "" : ", ") + std::to_string(boundaries[i]);
        }
        return head + "([" + steps + "], [" + values + "])";
    }
    Arguments arguments{initial};
    const bool warmsUp = schedule.className == "CosineDecay" && schedule.config.integer("warmup_steps") > 0;
    for (const ParameterSpec& spec : findRow(scheduleCatalog(), schedule.className)->parameters)
        if (warmsUp || !spec.name.starts_with("warmup"))
            arguments.push_back(spec.name + "=" + pythonValue(*schedule.config.find(spec.name)));
    return pythonCall(head, arguments, 0, std::string::npos);
}

Arguments optimizerArguments(const TrainingSpec& training, Arguments more)
{
    const Config& config = training.optimizer.config;
    Arguments arguments;
    for (const ParameterSpec& spec : findRow(optimizerCatalog(), training.optimizer.className)->parameters) {
        const auto common = std::find_if(commonOptimizerParameters().begin(),
            commonOptimizerParameters().end(), [&](const ParameterSpec& c) { return c.name == spec.name; });
        const ParameterValue& value = *config.find(spec.name);
        if (spec.name == "learning_rate")
            arguments.push_back("learning_rate=" + learningRateExpression(training));
        else if (common == commonOptimizerParameters().end() || value != common->defaultValue)
            arguments.push_back(spec.name + "=" + pythonValue(value));
        else if (value != spec.defaultValue) // AdamW without decay
            arguments.push_back(spec.name + "=0.0");
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// Keras wants both extents of a window.
ParameterValue twoExtents(const ParameterValue& value)
{
    std::vector<std::int64_t> extents = std::get<std::vector<std::int64_t>>(value);
    if (extents.size() == 1)
        extents.push_back(extents.front());
    return extents;
}

/// The layer's arguments as Keras names and spells them.
Arguments layerArguments(const LayerSpec& layer)
{
    Arguments arguments;
    for (const ParameterSpec& spec : findRow(layerCatalog(), layer.className)->parameters) {
        const ParameterValue& value = *layer.config.find(spec.name);
        const bool mustBeSaid
            = spec.isRequired || std::ranges::count(kerasClass(layer.className).required, spec.name) > 0;
        if (!isKerasParameter(layer.className, spec.name) || (!mustBeSaid && value == spec.defaultValue))
            continue;
        const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
        std::string text
            = pythonValue(list != nullptr && isKerasWindow(spec.name) ? twoExtents(value) : value);
        if (list != nullptr && spec.name == "axis" && list->size() == 1)
            text = std::to_string(list->front());
        if (const KerasSides& sides = kerasClass(layer.className).sides;
            list != nullptr && spec.name == sides.parameter)
            text = kerasSides(*list, sides.axes);
        if (text == pythonText("gelu_tanh"))
            text = "lambda x: keras.activations.gelu(x, approximate=True)";
        if (value == ParameterValue(std::vector<std::int64_t>{}))
            continue; // strides that are the pool's size
        if (isRegularizer(spec.name))
            text = kerasExpression(*regularizerByName(std::get<std::string>(value)));
        if (isKerasInitializer(spec.name))
            text = kerasInitializerExpression(std::get<std::string>(value));
        if (spec.name == "output_shape") // -1: known from the input
            for (std::size_t at = 0; (at = text.find("-1", at)) != std::string::npos;)
                text.replace(at, 2, "None");
        arguments.push_back(spec.name + "=" + text);
    }
    return arguments;
}

class KerasWriter
{
public:
    KerasWriter(const CheckedSession& checked, std::vector<ModelPart> parts)
        : m_session(checked.session)
        , m_parts(std::move(parts))
        // A quantized global policy would reach layers, and the model, that have no such call.
        , m_global(sourcePolicy(checked.session.policies.global))
    {
    }

    std::string text() const
    {
        std::string text
            = "# Keras 3: the model and its dtype policies, as Ulpscope trains it.\nimport keras\n";
        text += usesHub() ? "import keras_hub\n\n" : "\n";
        if (const Format& floatx = floatxFor(m_session.policies); floatx.name != "float32")
            text += "keras.config.set_floatx(" + pythonText(floatx.name) + ")\n";
        text += "keras.config.set_dtype_policy(" + policyExpression(m_global) + ")\n\n";
        text += m_session.model.isSequential() ? sequential() : functional();
        text += "\n" + compile() + "\nif __name__ == \"__main__\":\n    model.summary()\n";
        return text;
    }

private:
    std::string layerCall(const ModelPart& part, std::size_t indent) const
    {
        const bool isInput = part.inputs.empty();
        Arguments arguments = layerArguments(part.spec);
        arguments.push_back("name=" + pythonText(part.spec.name));
        if (const KerasPolicy dtype = dtypeOf(part); !isInput && dtype != KerasPolicy(m_global))
            arguments.push_back("dtype=" + policyExpression(dtype));
        const std::string layers
            = kerasClass(part.spec.className).isOfKerasHub ? "keras_hub.layers." : "keras.layers.";
        return pythonCall(isInput ? "keras.Input" : layers + part.spec.className, arguments, indent);
    }

    bool usesHub() const
    {
        return std::any_of(m_parts.begin(), m_parts.end(),
            [](const ModelPart& part) { return kerasClass(part.spec.className).isOfKerasHub; });
    }

    std::string sequential() const
    {
        std::string text = "model = keras.Sequential(\n    [\n";
        for (const ModelPart& part : m_parts)
            text += "        " + layerCall(part, 8) + ",\n";
        return text + "    ],\n    name=" + pythonText(m_session.model.name) + ",\n)\n";
    }

    /// "(x1)", "([x1, x2])", for attention "(x1, x2)"
    static std::string callOn(const ModelPart& part)
    {
        const bool areSeparate = kerasClass(part.spec.className).build == KerasBuild::AttentionShapes;
        std::string inputs;
        for (const std::size_t input : kerasCallInputs(part.spec, part.inputs))
            inputs += (inputs.empty() ? "x" : ", x") + std::to_string(input);
        if (!areSeparate)
            return part.inputs.size() == 1 ? "(" + inputs + ")" : "([" + inputs + "])";
        const nlohmann::ordered_json arguments = kerasCallArguments(part.spec);
        for (auto argument = arguments.begin(); argument != arguments.end(); ++argument)
            inputs += ", " + argument.key() + "=True";
        return "(" + inputs + ")" + (arguments.contains("return_attention_scores") ? "[0]" : "");
    }

    std::string functional() const
    {
        std::string text;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            text += "x" + std::to_string(i) + " = " + layerCall(m_parts[i], 0)
                + (m_parts[i].inputs.empty() ? "" : callOn(m_parts[i])) + "\n";
        return text + "model = keras.Model(x0, x" + std::to_string(m_parts.size() - 1)
            + ", name=" + pythonText(m_session.model.name) + ")\n";
    }

    std::string compile() const
    {
        const TrainingSpec& training = m_session.training;
        const LossScale scale = lossScaleOf(m_session);
        const std::string factor = pythonNumber(static_cast<double>(scale.scale));
        Arguments more;
        if (scale.rule == &kFixedLossScale && scale.scale != 1)
            more.push_back("loss_scale_factor=" + factor);
        std::string text = "optimizer = "
            + pythonCall("keras.optimizers." + training.optimizer.className,
                optimizerArguments(training, std::move(more)), 0, std::string::npos)
            + "\n";
        if (scale.rule == &kKerasLossScale)
            text += "optimizer = keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=" + factor
                + ", dynamic_growth_steps=" + std::to_string(scale.growthSteps) + ")\n";
        Arguments arguments{
            "optimizer=optimizer", "loss=" + componentCall("keras.losses.", training.loss, lossCatalog())};
        if (training.lossWeight != 1)
            arguments.push_back("loss_weights=[" + pythonNumber(training.lossWeight) + "]");
        if (scale.rule != &kKerasLossScale && m_global.name == "mixed_float16")
            arguments.emplace_back("auto_scale_loss=False");
        return text + pythonCall("model.compile", arguments, 0) + "\n";
    }

    const SessionSpec& m_session;
    std::vector<ModelPart> m_parts;
    DTypePolicy m_global;
};

} // namespace

/// Python that builds and compiles the model.
Result<ExportedText> writeKerasPython(const SessionSpec& given)
{
    const SessionSpec session = withKeras3Policies(given);
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    std::vector<ModelPart> parts = modelParts(*checked);
    ExportedText result{{}, {}};
    for (const ModelPart& part : parts) {
        dtypeOf(part, &result.leftOut);
        for (Message& sentence : gapsOfLayer(part.spec)) // the rest Python can say
            result.leftOut.push_back(std::move(sentence));
    }
    leaveOutBiases(*checked, parts, result.leftOut);
    result.text = KerasWriter(*checked, std::move(parts)).text();
    leaveOutNumerics(session.model, result.leftOut);
    leaveOutRecipes(session, result.leftOut);
    if (const LossScale scale = lossScaleOf(session);
        scale.isScaled() && scale.rule != &kFixedLossScale && scale.rule != &kKerasLossScale)
        result.leftOut.push_back(
            message("The loss scale %1: its rule is not one of Keras 3's, so the code has none.")
                .with(effectiveLossScale(session).className));
    if (!session.policies.map.empty())
        result.leftOut.push_back(
            message("The map as a map: each layer is given the policy that the map gives it."));
    if (session.policies.global.isQuantized())
        result.leftOut.push_back(message(
            "The global policy %1: it is given to the layers that have such a call, and the others run under its source.")
                                     .with(session.policies.global.name));
    for (const LayerSpec& layer : session.model.layers)
        if (!layer.kerasConfig.empty())
            result.leftOut.push_back(
                message("What was kept of the imported config of %1; a keras-model has it.")
                    .with(layer.name));
    result.leftOut.push_back(message("The data, and the seed of weights and batches."));
    return result;
}

} // namespace ulpscope
