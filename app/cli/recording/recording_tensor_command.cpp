// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/runs/run_seeds.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/recorded_series.h"
#include "app/io/tensors/stored_values.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct RecordingTensorArguments
{
    RecordingArgument recording;
    std::string tensor;
    std::optional<std::int64_t> step;
    std::vector<std::string> formats;
    std::vector<std::string> recipes;
    bool asJson = false;
};

/// The role of a tensor in its layer's products, by which recipes choose a format.
TensorRole tensorRoleOf(const RecordedName& name)
{
    switch (name.kind()) {
    case RecordedRole::Input:
        return TensorRole::Input;
    case RecordedRole::Output:
        return TensorRole::Output;
    case RecordedRole::Gradient:
        return name.role.starts_with("output") ? TensorRole::OutputGradient
            : name.role.starts_with("input")   ? TensorRole::InputGradient
                                               : TensorRole::WeightGradient;
    case RecordedRole::Variable:
        break;
    }
    return TensorRole::Weight;
}

/// The losses of the tensor at one step.
std::vector<WouldLose> lossesOf(
    Recording& recording, const RecordingTensor& tensor, const RecordingTensorArguments& arguments)
{
    TensorSnapshot snapshot
        = orFail(snapshotOf(orFail(recording.read(tensor)), tensor.name.role), [&](const Error& error) {
              return Error{tensor.name.tensor(), error.message};
          });
    snapshot.name.role = tensorRoleOf(tensor.name);
    const Kernels kernels = orFail(Kernels::load());
    std::vector<WouldLose> losses;
    const bool asksNothing = arguments.formats.empty() && arguments.recipes.empty();
    for (const std::string& format : asksNothing ? commonTrainingFormats() : arguments.formats)
        losses.push_back(orFail(wouldLose(snapshot, format, kernels), "--format"));
    const std::vector<WouldLose> under = lossesUnderRecipes(snapshot, arguments.recipes, kernels);
    losses.insert(losses.end(), under.begin(), under.end());
    return losses;
}

Json seriesJson(const std::vector<SeriesPoint>& series)
{
    Json list = Json::array();
    for (const SeriesPoint& point : series) {
        Json exponents = Json::array();
        for (const auto& [exponent, count] : point.exponents)
            exponents.push_back({exponent, count});
        list.push_back({{"step", point.step}, {"amax", point.summary.largest},
            {"min_nonzero", point.summary.least}, {"mean", point.summary.mean},
            {"zeros", point.summary.zeros}, {"nan", point.summary.nans}, {"inf", point.summary.infinities},
            {"elements", point.summary.elements}, {"exponents", std::move(exponents)}});
    }
    return list;
}

std::string seriesTable(const std::vector<SeriesPoint>& series)
{
    std::vector<std::vector<std::string>> rows{
        {"step", "amax", "min non-zero", "mean", "zeros", "not finite", "exponents"}};
    for (const SeriesPoint& point : series)
        rows.push_back({std::to_string(point.step), roundedText(point.summary.largest),
            roundedText(point.summary.least), roundedText(point.summary.mean),
            std::to_string(point.summary.zeros), std::to_string(point.summary.notFinite()),
            point.exponents.empty() ? "-"
                                    : std::to_string(point.exponents.begin()->first) + ".."
                    + std::to_string(point.exponents.rbegin()->first)});
    return alignedTable(rows);
}

int showTensor(const RecordingTensorArguments& arguments)
{
    Recording recording = arguments.recording.open();
    const RecordingTensor& shown = *recordedTensor(recording, arguments.tensor, arguments.step);
    const std::vector<SeriesPoint> series = orFail(seriesOf(recording, arguments.tensor));
    const std::vector<WouldLose> losses = lossesOf(recording, shown, arguments);
    if (arguments.asJson)
        return print(layoutJson(Json{{"layer", shown.name.path}, {"role", shown.name.role},
            {"dtype", shown.entry.type->name}, {"shape", shown.entry.shape}, {"series", seriesJson(series)},
            {"step", shown.name.step}, {"would_lose", lossJson(losses)}}));
    return print(seriesTable(series) + "\n" + shown.name.tensor() + " " + indexText(shown.entry.shape)
        + " in " + std::string(shown.entry.type->name) + " at step " + std::to_string(shown.name.step) + "\n"
        + lossTable(losses));
}

} // namespace

void defineRecordingTensor(CLI::App& command, Action& action)
{
    command.footer(
        "A table over the steps that have it, exponents as the lowest and the highest power of two, and what it would lose at one of\n"
        "them. Gradients are as they were recorded, with their loss scale.\n"
        "Examples: ulpscope-cli recording tensor recording layer_1/output --step 40 --format float8_e4m3fn\n"
        "          ulpscope-cli recording tensor recording layer_1/weight --recipe all --json");
    auto arguments = std::make_shared<RecordingTensorArguments>();
    arguments->recording.addTo(command);
    command.add_option("TENSOR", arguments->tensor, "Which of its tensors: LAYER/ROLE")->required();
    command.add_option("--step", arguments->step, "At which step it would lose (default: the first)");
    command
        .add_option(
            "--format", arguments->formats, "A number or block format; may repeat (default: common ones)")
        ->allow_extra_args(false)
        ->type_name("FORMAT");
    addRecipeOption(command, arguments->recipes);
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return showTensor(*arguments); }; });
}

} // namespace ulpscope::cli
