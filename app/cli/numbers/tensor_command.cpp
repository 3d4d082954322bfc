// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/progress_bar.h"
#include "app/cli/runs/run_seeds.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/judge/arithmetic/would_lose.h"
#include "app/judge/runs/element_story.h"
#include "engine/base/number_text.h"
#include "engine/train/birthplace.h"
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
    std::vector<std::int64_t> element;
    bool asJson = false;
};

/// The element's place in row-major order.
std::int64_t elementAt(const Shape& shape, const std::vector<std::int64_t>& index)
{
    const Error wrong{"--element", "expected an index of the shape " + shape.text()};
    if (static_cast<int>(index.size()) != shape.rank())
        fail(wrong);
    std::int64_t element = 0;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const std::int64_t at = index[static_cast<std::size_t>(axis)];
        if (at < 0 || at >= shape[axis])
            fail(wrong);
        element = element * shape[axis] + at;
    }
    return element;
}

std::string historyTable(const ElementHistory& history)
{
    std::vector<std::vector<std::string>> rows{{"pass", "layer", "operation", "from", "before rounding",
        "after", "dtype", "code", "effect", "float64"}};
    const auto orEmpty
        = [](const std::optional<double>& value) { return value ? briefText(*value) : std::string(); };
    for (const HistoryRow& row : history.rows)
        rows.push_back(
            {std::string(passName(row.pass)), row.layer, row.operation, operandsMessage(row).text(),
                orEmpty(row.detail.exact), briefText(row.detail.result), std::string(row.detail.format->name),
                bitsOf(row), effectMessage(row).text(), orEmpty(row.reference)});
    return alignedTable(std::move(rows));
}

Json historyJson(const ElementHistory& history)
{
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    Json rows = Json::array();
    for (const HistoryRow& row : history.rows) {
        Json operands = Json::object();
        for (const NamedValue& operand : row.detail.operands)
            operands[operand.name] = operand.value;
        Json terms = Json::array();
        for (const ElementDetail::Term& term : row.detail.terms)
            terms.push_back({{"index", term.index}, {"left", term.left}, {"right", term.right}});
        rows.push_back({{"pass", passName(row.pass)}, {"layer", row.layer}, {"operation", row.operation},
            {"operands", operands}, {"term_count", row.detail.termCount}, {"largest_terms", terms},
            {"exact", orNull(row.detail.exact)}, {"accumulated", orNull(row.detail.accumulated)},
            {"result", row.detail.result}, {"dtype", row.detail.format->name}, {"code", bitsOf(row)},
            {"effect", effectMessage(row).text()}, {"is_use", row.isUse}, {"goes_into", row.goesInto},
            {"float64", orNull(row.reference)}});
    }
    return rows;
}

/// The layer's path or the last part of it.
bool isLayer(const std::string& path, const std::string& wanted)
{
    return path == wanted || path.substr(path.rfind('/') + 1) == wanted;
}

TensorName findTensor(const TrainingRun& run, const TensorArguments& arguments)
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
        fail({"--tensor", "'" + arguments.layer + "' has no '" + arguments.tensor + "'; it has " + known});
    std::vector<std::string> layers;
    for (const TensorName& name : run.tensors())
        if (std::find(layers.begin(), layers.end(), name.layer) == layers.end())
            layers.push_back(name.layer);
    for (const std::string& layer : layers)
        known += (known.empty() ? "" : ", ") + layer;
    fail({"--layer", "no layer '" + arguments.layer + "'; there are " + known});
}

int execute(const TensorArguments& arguments)
{
    SessionSpec session = sessionArgument(arguments.session);
    session.probes.tensorsEvery = 1; // updates are kept at sampled steps
    const Kernels kernels = orFail(Kernels::load());
    TrainingRun run = orFail(TrainingRun::create(session, kernels), inside(arguments.session));
    if (!arguments.element.empty())
        run.keepStates(std::size_t{256} << 20); // the step is done again
    const TensorName name = findTensor(run, arguments);
    {
        ProgressBar bar("training");
        while (run.stepsDone() <= arguments.step) {
            run.step();
            bar.show(run.stepsDone(), arguments.step + 1);
        }
    }
    const TensorSnapshot tensor = run.snapshot(name);
    if (tensor.values.empty()) {
        complain(name.layer + " has no " + name.name + " at step " + std::to_string(arguments.step));
        return kFailed;
    }
    std::optional<ElementHistory> history;
    if (!arguments.element.empty()) {
        const std::int64_t element = elementAt(tensor.shape, arguments.element);
        history = run.history({name, element});
    }
    if (history && !arguments.asJson) {
        const Message finding = findingMessage(*history);
        return print(name.layer + ", " + name.name + " " + history->index + " at step "
            + std::to_string(history->step) + " is " + briefText(history->value) + ". " + finding.text()
            + "\n" + historyTable(*history));
    }
    std::vector<WouldLose> losses;
    const bool asksNothing = arguments.formats.empty() && arguments.recipes.empty();
    for (const std::string& format : asksNothing ? commonTrainingFormats() : arguments.formats) {
        const WouldLose loss = orFail(wouldLose(tensor, format, kernels), "--format");
        losses.push_back(loss);
    }
    const std::vector<WouldLose> underRecipes = lossesUnderRecipes(tensor, arguments.recipes, kernels);
    losses.insert(losses.end(), underRecipes.begin(), underRecipes.end());
    if (arguments.asJson) {
        Json json{{"layer", name.layer}, {"tensor", name.name}, {"step", tensor.step},
            {"shape", tensor.shape.text()}, {"dtype", tensor.format->name}, {"loss_scale", tensor.scale},
            {"would_lose", lossJson(losses)}};
        if (history)
            json["history"] = historyJson(*history);
        return print(layoutJson(json));
    }
    return print(name.layer + ", " + name.name + " " + tensor.shape.text() + " in "
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
        "--element follows one number through the step instead: each operation with what it takes and makes.\n"
        "Example: ulpscope-cli tensor circle --layer dense_2 --tensor \"kernel gradient\" --step 100 --format float8_e5m2\n"
        "         ulpscope-cli tensor lost-updates --layer dense_2 --tensor kernel --step 100 --element 2,3\n"
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
    command
        .add_option(
            "--element", arguments->element, "Index of an element, from 0: follow it through the step")
        ->delimiter(',')
        ->type_name("I,J");
    addRecipeOption(command, arguments->recipes);
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return execute(*arguments); }; });
}

} // namespace ulpscope::cli
