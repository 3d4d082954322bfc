// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/export_catalog.h"
#include "app/io/exports/te_recipe.h"
#include "app/io/exports/torch_model.h"
#include "app/io/keras/policy/python_text.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/model/resolved_policies.h"

#include <algorithm>
#include <set>

namespace ulpscope {

namespace {

Error noFloat8()
{
    return Error{
        "policies", message("no layer has a float8 policy that it takes, so there is nothing to say")};
}

void addLeftOut(std::vector<Message>& to, const std::vector<Message>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

/// Keras' quantized modes other than float8 have no counterpart in training.
void leaveOutModes(const std::vector<TorchWeights>& weights, bool saysFloat8, std::vector<Message>& leftOut)
{
    for (const TorchWeights& layer : weights)
        if (layer.policy.isQuantized() && !(saysFloat8 && layer.policy.isFloat8()))
            leftOut.push_back(message("The %1 of %2: the layer computes in %3.")
                                  .with(layer.policy.quantizationMode)
                                  .with(layer.path)
                                  .with(layer.policy.computeDtype));
}

/// Extents that FP8 products on a GPU must have (a multiple of 16) and these layers do not.
void leaveOutOddSizes(
    const std::vector<TorchWeights>& weights, const Message& what, std::vector<Message>& leftOut)
{
    constexpr std::int64_t kMultiple = 16;
    for (const TorchWeights& layer : weights)
        if ((layer.policy.isFloat8() || layer.recipe.className != noRecipe().className)
            && (layer.inputs % kMultiple != 0 || layer.outputs % kMultiple != 0))
            leftOut.push_back(message("%1 has %2 and %3; %4 takes multiples of 16.")
                                  .with(layer.path)
                                  .with(counted(layer.inputs, message("%1 input"), message("%1 inputs")))
                                  .with(counted(layer.outputs, message("%1 output"), message("%1 outputs")))
                                  .with(what));
}

/// Distinct recipes of the layers, in order of appearance.
std::vector<TeRecipe> recipesOf(const std::vector<TorchWeights>& weights)
{
    std::vector<TeRecipe> recipes;
    for (const TorchWeights& layer : weights) {
        const std::optional<TeRecipe> recipe = teRecipeOf(layer.policy, layer.recipe);
        if (recipe && std::none_of(recipes.begin(), recipes.end(), [&](const TeRecipe& known) {
                return known.name == recipe->name;
            }))
            recipes.push_back(*recipe);
    }
    return recipes;
}

/// "DelayedScaling, Float8CurrentScaling, Format": what the recipes' code imports.
std::string importsOf(const std::vector<TeRecipe>& recipes)
{
    std::set<std::string> names;
    for (const TeRecipe& recipe : recipes) {
        names.insert(recipe.className);
        if (recipe.arguments.find("Format.") != std::string::npos)
            names.insert("Format");
    }
    return joinedText(names, ", ");
}

/// Python's re.escape, so that a layer's name matches itself alone.
std::string escapedPattern(std::string_view name)
{
    constexpr std::string_view kSpecial = "()[]{}?*+-|^$\\.&~# ";
    std::string pattern;
    for (const char c : name) {
        if (kSpecial.find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// A YAML text in double quotes, which has the escapes of JSON and \xNN.
std::string yamlText(std::string_view text)
{
    return pythonText(text);
}

std::string pattern(const std::vector<std::string>& paths)
{
    const std::string alternatives = joinedText(paths, "|", escapedPattern);
    return yamlText("^(" + alternatives + ")$");
}

} // namespace

/// An autocast region for every layer, and a GradScaler (torch.amp of PyTorch 2.4 and later).
Result<ExportedText> writeTorchAmp(const SessionSpec& session)
{
    const Result<TorchModel> model = torchModel(session, TorchLinear::Torch);
    if (!model)
        return model.error();
    const Result<std::string> training = torchTraining(session);
    if (!training)
        return training.error();
    ExportedText result{
        "# PyTorch 2.4 or later: an autocast region for every layer, as its Keras policy has it.\n"
        "import torch\nfrom torch import nn\n\n\n"
            + model->text + "\n\n" + *training,
        {}};
    leaveOutModes(model->weights, false, result.leftOut);
    addLeftOut(result.leftOut, model->leftOut);
    return result;
}

/// Recipes and te.Linear layers of Transformer Engine 2.20.
Result<ExportedText> writeTransformerEngine(const SessionSpec& session)
{
    const Result<TorchModel> model = torchModel(session, TorchLinear::TransformerEngine);
    if (!model)
        return model.error();
    const std::vector<TeRecipe> recipes = recipesOf(model->weights);
    if (recipes.empty())
        return noFloat8();
    const Result<std::string> training = torchTraining(session);
    if (!training)
        return training.error();
    std::string text = "# Transformer Engine 2.20 for PyTorch: te.autocast was called fp8_autocast before.\n"
                       "import torch\nimport transformer_engine.pytorch as te\nfrom torch import nn\n"
                       "from transformer_engine.common.recipe import "
        + importsOf(recipes) + "\n\n";
    for (const TeRecipe& recipe : recipes)
        text += recipe.name + " = " + recipe.className + "(\n    " + recipe.arguments + "\n)\n";
    ExportedText result{text + "\n\n" + model->text + "\n\n" + *training, {}};
    const bool hasKerasFloat8 = std::any_of(model->weights.begin(), model->weights.end(),
        [](const TorchWeights& layer) { return layer.policy.isFloat8() && layer.recipe == noRecipe(); });
    if (hasKerasFloat8) {
        result.leftOut.push_back(
            message("That a scale is two steps late: Transformer Engine's is one step late, and it updates "
                    "scales in skipped steps too."));
        result.leftOut.push_back(
            message("That float32 layers round their bias to bfloat16 under float8, as Keras does."));
    }
    for (const TorchWeights& layer : model->weights)
        if (layer.recipe.className != noRecipe().className && !teRecipeOf(layer.policy, layer.recipe))
            result.leftOut.push_back(message("The recipe %1 of %2: Transformer Engine has none like it.")
                                         .with(layer.recipe.className)
                                         .with(layer.path));
    leaveOutOddSizes(model->weights, message("Transformer Engine's FP8 product"), result.leftOut);
    leaveOutModes(model->weights, true, result.leftOut);
    addLeftOut(result.leftOut, model->leftOut);
    return result;
}

/// The YAML of nvidia-dlfw-inspect for that model.
Result<ExportedText> writeInspectConfig(const SessionSpec& session)
{
    const Result<TorchModel> model = torchModel(session, TorchLinear::TransformerEngine);
    if (!model)
        return model.error();
    std::vector<std::string> float8;
    std::vector<std::string> others;
    for (const TorchWeights& layer : model->weights)
        (teRecipeOf(layer.policy, layer.recipe) ? float8 : others).push_back(layer.path);
    if (float8.empty())
        return noFloat8();
    // transformer_engine/debug/features of 2.20: that version prefers the name DisableQuantizationLayer, and takes both.
    const std::string every = std::to_string(session.probes.tensorsEvery);
    std::string text
        = "# nvidia-dlfw-inspect with Transformer Engine 2.20: features of its layers, which are named by\n"
          "# their Keras paths. A layer can be in one section only.\n";
    if (!others.empty())
        text += "layers_without_float8:\n  enabled: True\n  layers:\n    layer_name_regex_pattern: "
            + pattern(others)
            + "\n  transformer_engine:\n    DisableFP8Layer:\n      enabled: True\n    LogTensorStats:\n"
              "      enabled: True\n      tensors: [activation, gradient, weight, wgrad]\n"
              "      stats: [min, max, mean, std, l1_norm, l2_norm]\n      freq: "
            + every + "\n";
    text
        += "layers_with_float8:\n  enabled: True\n  layers:\n    layer_name_regex_pattern: " + pattern(float8)
        + "\n  transformer_engine:\n    LogFp8TensorStats:\n      enabled: True\n"
          "      tensors: [activation, gradient, weight]\n"
          "      stats: [underflows%, scale_inv_min, scale_inv_max, mse]\n      freq: "
        + every + "\n";
    ExportedText result{std::move(text), {}};
    result.leftOut.push_back(message("The recipe: amax history, margin and formats are in the te-recipe."));
    for (const LayerSpec& layer : session.model.layers) {
        const std::string path = session.model.layerPath(layer);
        const bool isNamed = std::find(float8.begin(), float8.end(), path) != float8.end()
            || std::find(others.begin(), others.end(), path) != others.end();
        if (!isNamed && layer.className != "InputLayer")
            result.leftOut.push_back(
                message("%1: Transformer Engine has no %2 to look into.").with(path).with(layer.className));
    }
    return result;
}

/// convert_to_float8_training with a filter that names the layers (torchao 0.18).
Result<ExportedText> writeTorchaoFloat8(const SessionSpec& session)
{
    const Result<TorchModel> model = torchModel(session, TorchLinear::Torch);
    if (!model)
        return model.error();
    const Result<std::string> training = torchTraining(session);
    if (!training)
        return training.error();
    std::string layers;
    for (const TorchWeights& layer : model->weights)
        if (layer.policy.isFloat8())
            layers += "    " + pythonText(layer.attribute) + ",  # " + pythonText(layer.path) + "\n";
    if (layers.empty())
        return noFloat8();
    // torchao/float8/config.py of 0.18: the default config scales each tensor by its amax, with gradients in e5m2.
    ExportedText result{"# torchao 0.18: float8 training for the layers whose Keras policy is float8.\n"
                        "import torch\nfrom torch import nn\n"
                        "from torchao.float8 import Float8LinearConfig, convert_to_float8_training\n\n"
                        "FLOAT8_LAYERS = {\n"
            + layers + "}\n\n\n" + model->text
            + "\n\ndef module_filter_fn(module: nn.Module, fqn: str) -> bool:\n    return fqn in FLOAT8_LAYERS\n\n\n"
              "def make_model():\n    return convert_to_float8_training(\n"
              "        Model(), config=Float8LinearConfig(), module_filter_fn=module_filter_fn\n    )\n\n\n"
            + *training,
        {}};
    result.leftOut.push_back(
        message("Keras' delayed scaling with its amax history: torchao scales each tensor by its amax "
                "of the same step."));
    leaveOutOddSizes(model->weights, message("torchao's float8 product"), result.leftOut);
    leaveOutModes(model->weights, true, result.leftOut);
    addLeftOut(result.leftOut, model->leftOut);
    return result;
}

} // namespace ulpscope
