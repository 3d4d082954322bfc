// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/recorded_series.h"
#include "app/judge/arithmetic/recipe_scales.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ulpscope::cli {

namespace {

struct RecordingScalesArguments
{
    RecordingArgument recording;
    std::string tensor;
    std::string format;
    std::vector<std::int64_t> histories{1024};
    bool isWhole = false;
    bool asJson = false;
};

/// JSON has no such numbers.
Json finiteOrText(double value)
{
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

Json scalesJson(const std::vector<SeriesPoint>& points, const std::vector<ScaleSeries>& scales)
{
    Json list = Json::array();
    for (const ScaleSeries& series : scales) {
        Json steps = Json::array();
        for (std::size_t i = 0; i < series.steps.size(); ++i)
            steps.push_back({{"step", points[i].step}, {"amax", finiteOrText(amaxOfPoint(points[i]))},
                {"scale", finiteOrText(series.steps[i].scale)},
                {"limit", finiteOrText(series.steps[i].limit)}, {"saturates", series.steps[i].saturates},
                {"headroom_bits", finiteOrText(series.steps[i].headroomBits)}});
        list.push_back({{"recipe", series.recipe.name},
            {"history", series.recipe.historyLength > 0 ? Json(series.recipe.historyLength) : Json()},
            {"saturated_steps", series.saturated},
            {"median_headroom_bits", finiteOrText(series.medianHeadroomBits)}, {"steps", std::move(steps)}});
    }
    return list;
}

std::string scalesTable(const std::vector<ScaleSeries>& scales)
{
    std::vector<std::vector<std::string>> rows{
        {"recipe", "steps that saturate", "binades unused (median)", "first scale", "last scale"}};
    for (const ScaleSeries& series : scales)
        rows.push_back({series.recipe.title,
            std::to_string(series.saturated) + " of " + std::to_string(series.steps.size()),
            roundedText(series.medianHeadroomBits), roundedText(series.steps.front().scale),
            roundedText(series.steps.back().scale)});
    return alignedTable(rows);
}

/// Returns a table of every scale at every step.
std::string stepsTable(const std::vector<SeriesPoint>& points, const std::vector<ScaleSeries>& scales)
{
    std::vector<std::vector<std::string>> rows{{"step", "amax"}};
    for (const ScaleSeries& series : scales)
        rows.front().push_back(series.recipe.title);
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::string> row{std::to_string(points[i].step), roundedText(amaxOfPoint(points[i]))};
        for (const ScaleSeries& series : scales)
            row.push_back(roundedText(series.steps[i].scale) + (series.steps[i].saturates ? " !" : ""));
        rows.push_back(std::move(row));
    }
    return "\n" + alignedTable(rows) + "!: the step's amax is beyond what the scale maps into the format\n";
}

int showScales(const RecordingScalesArguments& arguments)
{
    Recording recording = arguments.recording.open();
    const RecordingTensor* tensor = recordedTensor(recording, arguments.tensor, std::nullopt);
    const std::vector<ScaleRecipe> recipes = orFail(scaleRecipes(arguments.histories), "--history");
    const std::vector<SeriesPoint> points = orFail(seriesOf(recording, arguments.tensor));
    const bool isGradient = tensor->name.kind() == RecordedRole::Gradient;
    const std::string format = !arguments.format.empty() ? arguments.format
        : isGradient                                     ? "float8_e5m2"
                                                         : "float8_e4m3fn";
    std::vector<double> amaxes;
    for (const SeriesPoint& point : points)
        amaxes.push_back(amaxOfPoint(point));
    std::vector<ScaleSeries> scales;
    for (const ScaleRecipe& recipe : recipes)
        scales.push_back(scalesUnder(recipe, format, amaxes));
    if (arguments.asJson)
        return print(layoutJson(
            Json{{"tensor", arguments.tensor}, {"format", format}, {"recipes", scalesJson(points, scales)}}));
    return print(arguments.tensor + " in " + format + ", by the amax of "
        + counted(static_cast<std::int64_t>(points.size()), "recorded step") + "\n" + scalesTable(scales)
        + (arguments.isWhole ? stepsTable(points, scales) : ""));
}

} // namespace

void defineRecordingScales(CLI::App& command, Action& action)
{
    command.footer(
        "What each recipe that has one scale for a tensor would have scaled it by, from the largest magnitudes that it really had. A\n"
        "delayed recipe sees the recorded steps alone: of every tenth step a history of 16 spans 160. Block recipes (mxfp8, nvfp4)\n"
        "have no such scale: recording tensor --recipe says what they lose.\n"
        "Examples: ulpscope-cli recording scales recording layer_1/input --history 16 --history 1024\n"
        "          ulpscope-cli recording scales recording layer_1/output_gradient --all");
    auto arguments = std::make_shared<RecordingScalesArguments>();
    arguments->recording.addTo(command);
    command.add_option("TENSOR", arguments->tensor, "Which of its tensors: LAYER/ROLE")->required();
    command
        .add_option(
            "--history", arguments->histories, "Steps whose amaxes a delayed recipe keeps; may repeat")
        ->allow_extra_args(false)
        ->type_name("STEPS")
        ->capture_default_str();
    command
        .add_option("--format", arguments->format,
            "What is scaled to (default: float8_e5m2 for gradients, else float8_e4m3fn)")
        ->check(CLI::IsMember({"float8_e4m3fn", "float8_e5m2"}));
    command.add_flag("--all", arguments->isWhole, "Every step's scales too");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return showScales(*arguments); }; });
}

} // namespace ulpscope::cli
