// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/number_text.h"
#include "engine/io/export/keras_exports.h"
#include "engine/io/export/python_text.h"
#include "engine/io/keras_export.h"
#include "engine/io/layer_policies.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "engine/train/checked_session.h"

#include <algorithm>

namespace ulpscope {

namespace {

using Arguments = std::vector<std::string>;

/// An expression for the policy: its name where keras.dtype_policies.get makes the same of it.
std::string policyExpression(const DTypePolicy& policy)
{
    const Result<DTypePolicy> byName = getPolicy(policy.name);
    if (byName && *byName == policy)
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

/// What the catalog's parameters are in Keras: keyword arguments, those of the catalog's default left out.
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

class Writer
{
public:
    Writer(const CheckedSession& checked, std::vector<LayerPolicy> policies)
        : m_session(checked.session)
        , m_plan(checked.plan)
        , m_policies(std::move(policies))
        // A quantized global policy would reach layers, and the model, that have no such call.
        , m_global(sourcePolicy(checked.session.policies.global))
    {
    }

    std::string text() const
    {
        std::string text
            = "# Keras 3: the model and its dtype policies, as Ulpscope trains it.\nimport keras\n\n";
        if (m_global.name == "float64")
            text += "keras.config.set_floatx(\"float64\")\n";
        text += "keras.config.set_dtype_policy(" + policyExpression(m_global) + ")\n\n";
        text += m_session.model.isSequential() ? sequential() : functional();
        text += "\n" + compile() + "\nif __name__ == \"__main__\":\n    model.summary()\n";
        return text;
    }

private:
    const DTypePolicy* policyOf(const PlannedLayer& layer) const
    {
        const auto found = std::find_if(m_policies.begin(), m_policies.end(),
            [&](const LayerPolicy& policy) { return policy.path == layer.path; });
        return found == m_policies.end() ? nullptr : &found->applied;
    }

    std::string layerCall(const PlannedLayer& layer, std::size_t indent) const
    {
        Arguments arguments = parameterArguments(layer.options.config, layer.layerClass->parameters, false);
        arguments.push_back("name=" + pythonText(layer.name));
        if (const DTypePolicy* policy = policyOf(layer); policy != nullptr && !(*policy == m_global))
            arguments.push_back("dtype=" + policyExpression(*policy));
        const bool isInput = layer.layerClass->maxInputs == 0;
        return pythonCall(
            isInput ? "keras.Input" : "keras.layers." + layer.layerClass->name, arguments, indent);
    }

    std::string sequential() const
    {
        std::string text = "model = keras.Sequential(\n    [\n";
        for (const PlannedLayer& layer : m_plan.layers)
            text += "        " + layerCall(layer, 8) + ",\n";
        return text + "    ],\n    name=" + pythonText(m_session.model.name) + ",\n)\n";
    }

    std::string functional() const
    {
        std::string text;
        for (std::size_t i = 0; i < m_plan.layers.size(); ++i) {
            const PlannedLayer& layer = m_plan.layers[i];
            text += "x" + std::to_string(i) + " = " + layerCall(layer, 0);
            std::string inputs;
            for (const std::size_t input : layer.inputs)
                inputs += (inputs.empty() ? "x" : ", x") + std::to_string(input);
            if (!inputs.empty())
                text += layer.inputs.size() == 1 ? "(" + inputs + ")" : "([" + inputs + "])";
            text += "\n";
        }
        return text + "model = keras.Model(x0, x" + std::to_string(m_plan.layers.size() - 1)
            + ", name=" + pythonText(m_session.model.name) + ")\n";
    }

    std::string compile() const
    {
        const TrainingSpec& training = m_session.training;
        const LossScale scale
            = findRow(lossScaleCatalog(), training.lossScale.className)->make(training.lossScale.config);
        const std::string factor = pythonNumber(static_cast<double>(scale.scale));
        Arguments more;
        if (scale.rule == LossScaleRule::Fixed && scale.scale != 1)
            more.push_back("loss_scale_factor=" + factor);
        std::string text = "optimizer = "
            + componentCall("keras.optimizers.", training.optimizer, optimizerCatalog(), more) + "\n";
        if (scale.rule == LossScaleRule::Dynamic)
            text += "optimizer = keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=" + factor
                + ", dynamic_growth_steps=" + std::to_string(scale.growthSteps) + ")\n";
        Arguments arguments{
            "optimizer=optimizer", "loss=" + componentCall("keras.losses.", training.loss, lossCatalog())};
        if (training.lossWeight != 1)
            arguments.push_back("loss_weights=[" + pythonNumber(training.lossWeight) + "]");
        if (scale.rule != LossScaleRule::Dynamic && m_global.name == "mixed_float16")
            arguments.emplace_back("auto_scale_loss=False");
        return text + pythonCall("model.compile", arguments, 0) + "\n";
    }

    const SessionSpec& m_session;
    const ModelPlan& m_plan;
    std::vector<LayerPolicy> m_policies;
    DTypePolicy m_global;
};

} // namespace

Result<PolicyExport> writeKerasPython(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    Result<std::vector<LayerPolicy>> policies = layerPolicies(session);
    if (!policies)
        return policies.error();
    PolicyExport result{Writer(*checked, std::move(*policies)).text(), {}};
    if (!session.policies.map.empty())
        result.leftOut.emplace_back(
            "The map as a map: each layer is given the policy that the map gives it.");
    if (session.policies.global.isQuantized())
        result.leftOut.push_back("The global policy " + session.policies.global.name
            + ": it is given to the layers that have such a call, and the others run under its source.");
    for (const LayerSpec& layer : session.model.layers)
        if (!layer.kerasConfig.empty())
            result.leftOut.push_back(
                "What was kept of the imported config of " + layer.name + "; a keras-model has it.");
    result.leftOut.emplace_back("The data, and the seed of weights and batches.");
    return result;
}

} // namespace ulpscope
