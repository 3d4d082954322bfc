// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/torch_model.h"

#include "app/io/exports/python_template.h"
#include "app/io/exports/te_recipe.h"
#include "app/io/keras/model/keras_regularizer.h"
#include "app/io/keras/model/model_parts.h"
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/keras/policy/python_text.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/activations.h"
#include "engine/layer/support/initializer.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/layer_numerics.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

struct Pair
{
    std::string_view keras;
    std::string_view torch;
};

constexpr std::array<Pair, 11> kInitializers{
    {{"glorot_uniform", "nn.init.xavier_uniform_({})"}, {"glorot_normal", "nn.init.xavier_normal_({})"},
        {"he_normal", "nn.init.kaiming_normal_({}, nonlinearity=\"relu\")"},
        {"he_uniform", "nn.init.kaiming_uniform_({}, nonlinearity=\"relu\")"},
        {"random_normal", "nn.init.normal_({}, std=0.05)"},
        {"random_uniform", "nn.init.uniform_({}, a=-0.05, b=0.05)"},
        {"truncated_normal", "nn.init.trunc_normal_({}, std=0.05, a=-0.1, b=0.1)"},
        {"orthogonal", "nn.init.orthogonal_({})"}, {"identity", "nn.init.eye_({})"},
        {"zeros", "nn.init.zeros_({})"}, {"ones", "nn.init.ones_({})"}}};

/// Initializers that PyTorch refuses for a bias, which has one axis; Keras uses its length for both fans.
constexpr std::array<std::string_view, 6> kMatrixInitializers{
    "glorot_uniform", "glorot_normal", "he_normal", "he_uniform", "orthogonal", "identity"};

constexpr std::array<Pair, 4> kDtypes{{{"float16", "torch.float16"}, {"bfloat16", "torch.bfloat16"},
    {"float32", "torch.float32"}, {"float64", "torch.float64"}}};

template <std::size_t N>
std::optional<std::string> lookUp(const std::array<Pair, N>& rows, std::string_view name)
{
    for (const Pair& row : rows)
        if (row.keras == name)
            return std::string(row.torch);
    return std::nullopt;
}

std::string withArgument(std::string text, const std::string& argument)
{
    return text.replace(text.find("{}"), 2, argument);
}

std::string variable(std::size_t layer)
{
    return "x" + std::to_string(layer);
}

void leaveOutRegularizers(const ModelPart& part, const LayerClass& row, std::vector<Message>& leftOut)
{
    for (const ParameterSpec& spec : row.parameters)
        if (isRegularizer(spec.name) && *part.spec.config.find(spec.name) != spec.defaultValue)
            leftOut.push_back(message("The %1 of %2.").with(spec.name).with(part.path));
}

void leaveOutArithmetic(bool isTruncated, std::vector<Message>& leftOut)
{
    if (isTruncated)
        leftOut.push_back(message(
            "The truncation of normal initializers: PyTorch's draw from the whole normal distribution."));
    leftOut.push_back(
        message("What a GPU's kernels do inside a matrix product: its order of sums, and its accumulator."));
}

class TorchWriter
{
public:
    TorchWriter(const SessionSpec& session, const std::vector<ModelPart>& parts, TorchLinear linear)
        : m_session(session)
        , m_parts(parts)
        , m_linear(linear)
    {
    }

    Result<TorchModel> write()
    {
        for (std::size_t i = 1; i < m_parts.size(); ++i)
            if (const Status status = addLayer(i); !status)
                return status.error().within("layers[" + std::to_string(i) + "]");
        if (m_init.empty())
            m_init = "        pass\n";
        m_model.text = "class Model(nn.Module):\n    # The layers of the Keras model "
            + pythonText(m_session.model.name) + ".\n    def __init__(self):\n        super().__init__()\n"
            + m_init + "\n    def forward(self, x0):\n        device = x0.device.type\n" + m_forward
            + "        return " + variable(m_parts.size() - 1) + "\n";
        leaveOutArithmetic(m_isTruncated, m_model.leftOut);
        return m_model;
    }

private:
    Status addLayer(std::size_t index)
    {
        const ModelPart& part = m_parts[index];
        const std::optional<std::string> dtype = lookUp(kDtypes, part.policy.computeDtype);
        if (!dtype)
            return Error{
                "policy", message("PyTorch does not compute in %1").with(verbatim(part.policy.computeDtype))};
        std::vector<std::string> inputs;
        for (const std::size_t input : part.inputs)
            inputs.push_back(variable(input) + ".to(" + *dtype + ")");
        const LayerClass& row = *findRow(layerCatalog(), part.spec.className);
        const bool isDense = row.torch.call == kTorchLinear;
        const Result<std::string> output = isDense ? linear(index, inputs[0]) : plain(index, row, inputs);
        if (!output)
            return output.error();
        leaveOutRegularizers(part, row, m_model.leftOut);
        // Only a product needs autocast for its weights; a softmax would leave the compute dtype under it.
        const bool isMixed = isDense && part.policy.computeDtype != part.policy.variableDtype;
        m_forward += "        with torch.autocast(device, "
            + (isMixed ? "dtype=" + *dtype : std::string("enabled=False")) + ")"
            + (isDense && m_linear == TorchLinear::TransformerEngine ? teRegion(part.policy, recipeOf(part))
                                                                     : "")
            + ":  # " + pythonText(part.path) + ": " + part.policy.name + "\n            " + variable(index)
            + " = " + *output + "\n";
        return isDense ? addActivation(index) : success();
    }

    static std::string teRegion(const DTypePolicy& policy, const Component& recipe)
    {
        const std::optional<TeRecipe> te = teRecipeOf(policy, recipe);
        return te ? ", te.autocast(enabled=True, recipe=" + te->name + ")" : ", te.autocast(enabled=False)";
    }

    /// The recipe that applies to the part, with all its parameters.
    Component recipeOf(const ModelPart& part) const
    {
        const Result<LayerRecipe> recipe
            = recipeOfLayer(part.spec.recipe, m_session.policies, part.spec.className, part.policy);
        if (!recipe || recipe->recipe.isNone())
            return noRecipe();
        return *checkComponent(recipeCatalog(), "recipe", recipe->component);
    }

    Result<std::string> linear(std::size_t index, const std::string& input)
    {
        const ModelPart& part = m_parts[index];
        const DTypePolicy& policy = part.policy;
        const Config& config = part.spec.config;
        TorchWeights weights{"layer_" + std::to_string(index), part.path, policy, recipeOf(part),
            m_parts[part.inputs[0]].outputShape.last(), config.integer("units")};
        const bool usesBias = config.flag("use_bias");
        const bool isTe = m_linear == TorchLinear::TransformerEngine;
        std::string arguments = std::to_string(weights.inputs) + ", " + std::to_string(weights.outputs);
        if (!usesBias)
            arguments += ", bias=False";
        const std::optional<std::string> stored = lookUp(kDtypes, policy.variableDtype);
        if (!stored)
            return Error{"policy",
                message("PyTorch does not train weights in %1").with(verbatim(policy.variableDtype))};
        if (isTe)
            arguments += ", params_dtype=" + *stored + ", name=" + pythonText(part.path);
        else if (policy.variableDtype != "float32")
            arguments += ", dtype=" + *stored;
        const std::string self = "self." + weights.attribute;
        m_init += "        " + self + " = " + (isTe ? "te" : "nn") + ".Linear(" + arguments + ")"
            + (isTe ? "" : "  # " + pythonText(part.path)) + "\n";
        for (const auto& [parameter, key] :
            {std::pair{"weight", "kernel_initializer"}, {"bias", "bias_initializer"}}) {
            const bool isKernel = std::string_view(parameter) == "weight";
            if (!isKernel && !usesBias)
                continue;
            const std::string name = textOf(*initializerByName(config.text(key)));
            const std::optional<std::string> initializer = lookUp(kInitializers, name);
            if (!initializer || (!isKernel && std::ranges::count(kMatrixInitializers, name) > 0))
                return Error{
                    key, message("no counterpart of '%1' in PyTorch is known here").with(verbatim(name))};
            if (name == "glorot_normal" || name == "he_normal")
                m_isTruncated = true;
            m_init += "        " + withArgument(*initializer, self + "." + parameter) + "\n";
        }
        m_model.weights.push_back(std::move(weights));
        return self + "(" + input + ")";
    }

    Result<std::string> activation(std::size_t index, const std::string& value)
    {
        const std::string& name = m_parts[index].spec.config.text("activation");
        const std::string_view function = activationFunction(name).torch;
        if (function.empty())
            return Error{"activation",
                message("no counterpart of '%1' in PyTorch is known here").with(verbatim(name))};
        return *filledPython(function, {}, {}, [&](std::string_view) { return value; });
    }

    /// Writes the activation after the autocast region, because autocast would compute a softmax in float32 and Keras does not.
    Status addActivation(std::size_t index)
    {
        const Result<std::string> value = activation(index, variable(index));
        if (!value)
            return value.error();
        if (*value != variable(index))
            m_forward += "        " + variable(index) + " = " + *value + "\n";
        return success();
    }

    /// Writes the layer as its row says. Refuses a parameter that the row cannot express, unless it is a penalty or has its default.
    Result<std::string> plain(
        std::size_t index, const LayerClass& row, const std::vector<std::string>& inputs)
    {
        const ModelPart& part = m_parts[index];
        const Config& config = part.spec.config;
        const TorchForm& form = row.torch;
        if (form.call == kTorchActivation)
            return activation(index, inputs[0]);
        const std::string self = "self.layer_" + std::to_string(index);
        const auto place = [&](std::string_view name) { return placeOf(part, inputs, self, name); };
        const std::optional<std::string> module = filledPython(form.module, config, row.parameters, place);
        const std::optional<std::string> call = filledPython(form.call, config, row.parameters, place);
        bool isWhole = form.call != kNoTorch && module && call;
        for (const ParameterSpec& spec : row.parameters)
            isWhole = isWhole
                && (isRegularizer(spec.name) || hasPlace(form.call, spec.name)
                    || hasPlace(form.module, spec.name) || *config.find(spec.name) == spec.defaultValue);
        if (!isWhole)
            return Error{"class",
                message(
                    "no counterpart of this %1 in PyTorch is known here; a keras-model or keras-python can say it")
                    .with(verbatim(row.name))};
        if (!module->empty())
            m_init += "        " + self + " = " + *module + "  # " + pythonText(part.path) + "\n";
        return *call;
    }

    /// {x}: the first input, in the compute dtype; {raw} before that and {cast} what does it. {inputs: + }: all, with what
    /// stands between them. {module}, {features}: of the last axis.
    static std::string placeOf(const ModelPart& part, const std::vector<std::string>& inputs,
        const std::string& self, std::string_view name)
    {
        const std::string& first = inputs[0];
        const std::size_t cast = first.find(".to(");
        if (name == "x")
            return first;
        if (name == "raw")
            return first.substr(0, cast);
        if (name == "cast")
            return first.substr(cast);
        if (name == "module")
            return self;
        if (name == "features")
            return std::to_string(part.outputShape.last());
        constexpr std::string_view kInputs = "inputs:";
        check(name.starts_with(kInputs), "[torch] rows have the places that are said here");
        std::string all;
        for (const std::string& input : inputs)
            all += (all.empty() ? "" : std::string(name.substr(kInputs.size()))) + input;
        return all;
    }

    const SessionSpec& m_session;
    const std::vector<ModelPart>& m_parts;
    TorchLinear m_linear;
    TorchModel m_model;
    std::string m_init;
    std::string m_forward;
    bool m_isTruncated = false;
};

Message noCounterpart(const Component& component)
{
    return message("no counterpart of %1 in PyTorch is known here").with(verbatim(component.className));
}

/// PyTorch's weight decay, clipping and accumulation are other steps in other places; so are its schedules.
Status hasCounterpart(const TrainingSpec& training)
{
    if (training.schedule.className != "constant")
        return Error{"training.learning_rate_schedule.class", noCounterpart(training.schedule)};
    for (const ParameterSpec& spec : commonOptimizerParameters())
        if (*training.optimizer.config.find(spec.name) != spec.defaultValue)
            return Error{
                "training.optimizer." + spec.name, message("no counterpart in PyTorch is known here")};
    return success();
}

Result<std::string> optimizerExpression(const TrainingSpec& training)
{
    if (const Status known = hasCounterpart(training); !known)
        return known.error();
    const Component& optimizer = training.optimizer;
    const OptimizerClass& row = *findRow(optimizerCatalog(), optimizer.className);
    if (row.torch.empty())
        return Error{"training.optimizer.class", noCounterpart(optimizer)};
    Config config = optimizer.config;
    if (const ParameterValue* momentum = config.find("momentum");
        momentum != nullptr && *momentum == ParameterValue(0.0))
        config.set("nesterov", false); // changes nothing in Keras, and PyTorch refuses it
    return *filledPython(row.torch, config, row.parameters);
}

Result<std::string> lossExpression(const Component& loss, const std::string& floatx)
{
    const bool fromLogits = loss.config.find("from_logits") != nullptr && loss.config.flag("from_logits");
    if (loss.className == "MeanSquaredError")
        return "nn.functional.mse_loss(output, y.to(" + floatx + "))";
    if (loss.className == "MeanAbsoluteError")
        return "nn.functional.l1_loss(output, y.to(" + floatx + "))";
    if (loss.className == "Huber")
        return "nn.functional.huber_loss(output, y.to(" + floatx
            + "), delta=" + pythonNumber(loss.config.number("delta")) + ")";
    if (loss.config.find("label_smoothing") != nullptr && loss.config.number("label_smoothing") != 0)
        return Error{"training.loss.label_smoothing", message("no counterpart in PyTorch is known here")};
    if (loss.className == "BinaryCrossentropy")
        return std::string("nn.functional.binary_cross_entropy") + (fromLogits ? "_with_logits" : "")
            + "(output, y.to(" + floatx + "))";
    if (loss.className == "SparseCategoricalCrossentropy")
        return std::string(fromLogits ? "nn.functional.cross_entropy(output"
                                      : "nn.functional.nll_loss(torch.log(output)")
            + ", y.long())";
    return Error{"training.loss.class", noCounterpart(loss)};
}

} // namespace

Result<TorchModel> torchModel(const SessionSpec& session, TorchLinear linear)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const std::vector<ModelPart> parts = modelParts(*checked);
    Result<TorchModel> model = TorchWriter(session, parts, linear).write();
    if (model)
        leaveOutNumerics(session.model, model->leftOut);
    if (model && linear == TorchLinear::Torch)
        leaveOutRecipes(session, model->leftOut);
    return model;
}

Result<std::string> torchTraining(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const TrainingSpec& training = checked->session.training;
    const Result<std::string> optimizer = optimizerExpression(training);
    if (!optimizer)
        return optimizer.error();
    const std::string floatx = "torch." + std::string(floatxFor(session.policies).name);
    const Result<std::string> loss = lossExpression(training.loss, floatx);
    if (!loss)
        return loss.error();
    const LossScale scale = lossScaleOf(session);
    const std::string factor = pythonNumber(static_cast<double>(scale.scale));
    const bool isDynamic = scale.rule->isDynamic;

    std::string text = "def make_optimizer(model):\n    return " + *optimizer + "\n\n\n";
    const bool isMoreThanGradScaler = scale.hysteresis > 1 || scale.least > 0 || scale.endsAt > 0;
    if (isDynamic && isMoreThanGradScaler)
        text += "# GradScaler stands for the loss scale " + training.lossScale.className
            + ", whose rule it does not have.\n";
    if (isDynamic)
        text += "def make_scaler(device):\n    return torch.amp.GradScaler(device, init_scale=" + factor
            + ", growth_factor=" + pythonNumber(scale.growthFactor) + ", backoff_factor="
            + pythonNumber(scale.shrinkFactor) + ",\n                                growth_interval="
            + std::to_string(scale.growthSteps) + ")\n\n\n";
    text += std::string("def train_step(model, optimizer, ") + (isDynamic ? "scaler, " : "") + "x, y):\n"
        + "    optimizer.zero_grad()\n    output = model(x).to(" + floatx + ")\n    loss = " + *loss + "\n";
    const std::string weighted
        = training.lossWeight == 1 ? "loss" : "loss * " + pythonNumber(training.lossWeight);
    if (isDynamic) {
        text += "    scaler.scale(" + weighted
            + ").backward()\n    scaler.step(optimizer)\n    scaler.update()\n";
    } else if (scale.isScaled() && scale.scale != 1) {
        text += "    (" + weighted + " * " + factor
            + ").backward()\n    for parameter in model.parameters():\n        parameter.grad /= " + factor
            + "\n    optimizer.step()\n";
    } else {
        text += "    (" + weighted + ").backward()\n    optimizer.step()\n";
    }
    return text + "    return loss.detach()\n";
}

} // namespace ulpscope
