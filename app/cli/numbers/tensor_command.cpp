// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/recipe_argument.h"
#include "app/cli/progress_bar.h"
#include "app/cli/runs/loss_table.h"
#include "app/cli/session_argument.h"
#include "app/io/json/json_text.h"
#include "app/judge/arithmetic/would_lose.h"
#include "engine/train/training_run.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

struct TensorArguments
{
    std::string session;
    std::string layer;
    std::string tensor;
    std::int64_t step = 0;
    std::vector<std::string> formats;
    std::vector<std::string> recipes;
    bool asJson = false;
};

/// The layer's path or the last part of it.
bool isLayer(const std::string& path, const std::string& wanted)
{
    return path == wanted || path.substr(path.rfind('/') + 1) == wanted;
}

Result<TensorName> findTensor(const TrainingRun& run, const TensorArguments& arguments)
{
    std::string known;
    bool hasLayer = false;
    for (const TensorName& name : run.tensors()) {
        if (!isLayer(name.layer, arguments.layer)) {
            continue;
        }
        hasLayer = true;
        if (name.name == arguments.tensor)
            return name;
        known += (known.empty() ? "" : ", ") + ("'" + name.name + "'");
    }
    if (hasLayer)
        return Error{
            "--tensor", "'" + arguments.layer + "' has no '" + arguments.tensor + "'; it has " + known};
    std::vector<std::string> layers;
    for (const TensorName& name : run.tensors())
        if (std::find(layers.begin(), layers.end(), name.layer) == layers.end())
            layers.push_back(name.layer);
    for (const std::string& layer : layers)
        known += (known.empty() ? "" : ", ") + layer;
    return Error{"--layer", "no layer '" + arguments.layer + "'; there are " + known};
}

int execute(const TensorArguments& arguments)
{
    Result<SessionSpec> session = sessionArgument(arguments.session);
    if (!session)
        return failWith(session.error());
    session->probes.tensorsEvery = 1; // updates are kept at sampled steps
    const Result<Kernels> kernels = Kernels::load();
    if (!kernels)
        return failWith(kernels.error());
    Result<TrainingRun> run = TrainingRun::create(*session, *kernels);
    if (!run)
        return failWith(inSession(arguments.session, run.error()));
    const Result<TensorName> name = findTensor(*run, arguments);
    if (!name)
        return failWith(name.error());
    {
        ProgressBar bar("training");
        while (run->stepsDone() <= arguments.step) {
            run->step();
            bar.show(run->stepsDone(), arguments.step + 1);
        }
    }
    const TensorSnapshot tensor = run->snapshot(*name);
    if (tensor.values.empty()) {
        complain(name->layer + " has no " + name->name + " at step " + std::to_string(arguments.step));
        return kFailed;
    }
    std::vector<WouldLose> losses;
    const bool asksNothing = arguments.formats.empty() && arguments.recipes.empty();
    for (const std::string& format : asksNothing ? commonTrainingFormats() : arguments.formats) {
        const Result<WouldLose> loss = wouldLose(tensor, format, *kernels);
        if (!loss)
            return failWith(loss.error().within("--format"));
        losses.push_back(*loss);
    }
    const Result<std::vector<WouldLose>> underRecipes
        = lossesUnderRecipes(tensor, arguments.recipes, *kernels);
    if (!underRecipes)
        return failWith(underRecipes.error().within("--recipe"));
    losses.insert(losses.end(), underRecipes->begin(), underRecipes->end());
    if (arguments.asJson) {
        Json json{{"layer", name->layer}, {"tensor", name->name}, {"step", tensor.step},
            {"shape", tensor.shape.text()}, {"dtype", tensor.format->name}, {"loss_scale", tensor.scale},
            {"would_lose", lossJson(losses)}};
        return print(layoutJson(json));
    }
    return print(name->layer + ", " + name->name + " " + tensor.shape.text() + " in "
        + std::string(tensor.format->name) + " at step " + std::to_string(tensor.step) + "\n"
        + lossTable(losses));
}

} // namespace

void defineTensor(CLI::App& command, Action& action)
{
    command.footer(
        "Trains up to the step, takes the tensor as it is stored (gradients with their loss scale) and casts it: no\n"
        "retraining. Block formats (mxfp8, nvfp4, ...) scale blocks along the last axis. Flushed: not zero, but zero in\n"
        "the format; of the elements that are not zero. Errors are over the elements that stay finite.\n"
        "--recipe: as an operand of the layer's products under a scaling recipe, blocks along what each product sums over;\n"
        "te_delayed with the scale that the tensor's own amax gives. Updates and optimizer states are tensors too:\n"
        "\"kernel update\", \"kernel momentum\"; no recipe rounds those.\n"
        "Example: ulpscope-cli tensor circle --layer dense_2 --tensor \"kernel gradient\" --step 100 --format float8_e5m2\n"
        "         ulpscope-cli tensor circle --layer dense_2 --tensor kernel --recipe mxfp8:rule=even --recipe te_block");
    auto arguments = std::make_shared<TensorArguments>();
    command.add_option("SESSION", arguments->session, "Session file or scene")->required();
    command.add_option("--layer", arguments->layer, "The layer's name or path")->required();
    command
        .add_option("--tensor", arguments->tensor, "Which of its tensors: \"output\", \"kernel gradient\"")
        ->required();
    command.add_option("--step", arguments->step, "As this step left it")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{100'000'000}))
        ->capture_default_str();
    command
        .add_option(
            "--format", arguments->formats, "A number or block format; may repeat (default: common ones)")
        ->allow_extra_args(false)
        ->type_name("FORMAT");
    addRecipeOption(command, arguments->recipes);
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return execute(*arguments); }; });
}

} // namespace ulpscope::cli
