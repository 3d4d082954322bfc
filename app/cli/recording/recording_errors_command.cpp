// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/findings/nonfinite_origins.h"
#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>

namespace ulpscope::cli {

namespace {

// Numbers of layers for Model Explorer, as its "custom node data" (google-ai-edge/model-explorer, node_data_builder.py): it colours the nodes
// of a graph whose ids, or names of output tensors, are these layers' paths.

/// Largest error of each layer against float64 over all its steps, or a text where an error was not finite. graph: the
/// id of the graph in Model Explorer.
std::string modelExplorerNodeData(const std::string& graph, std::span<const LocalError> errors)
{
    constexpr const char* kWorst = "#d7301f";
    std::map<std::string, double> largest; // infinity: not finite where float64 is
    std::vector<std::string> paths;
    for (const LocalError& error : errors) {
        if (!largest.contains(error.path))
            paths.push_back(error.path);
        double& value = largest[error.path];
        if (error.recorded.finiteInOne > 0)
            value = HUGE_VAL;
        else if (!std::isnan(error.recorded.relativeError)) // NaN: nothing was finite in either
            value = std::max(value, error.recorded.relativeError);
    }
    Json results = Json::object();
    for (const std::string& path : paths)
        results[path] = std::isfinite(largest[path]) ? Json{{"value", largest[path]}}
                                                     : Json{{"value", "not finite"}, {"bgColor", kWorst}};
    Json json;
    json[graph] = {{"results", std::move(results)},
        {"gradient", {{{"stop", 0}, {"bgColor", "#ffffff"}}, {{"stop", 1}, {"bgColor", kWorst}}}}};
    return layoutJson(json);
}

struct RecordingErrorsArguments
{
    RecordingArgument recording;
    std::string steps;
    std::vector<std::string> layers;
    std::string nodeData; ///< a file; empty: none
    std::string graph = "main";
    bool asJson = false;
};

/// A layer at a step, and its error or why there is none.
struct RedoneLayer
{
    std::string path;
    std::int64_t step = 0;
    Result<LocalError> error;
};

bool isAsked(const std::string& path, const std::vector<std::string>& layers)
{
    return layers.empty()
        || std::ranges::any_of(layers, [&](const std::string& text) { return fitsWildcards(path, text); });
}

std::vector<RedoneLayer> redoneLayers(Recording& recording, const RecordingErrorsArguments& arguments,
    std::pair<std::int64_t, std::int64_t> range, const Kernels& kernels)
{
    std::vector<std::pair<std::int64_t, std::string>> calls;
    for (const std::int64_t step : recording.steps())
        for (const std::string& path : recording.paths())
            if (step >= range.first && step <= range.second && isAsked(path, arguments.layers)
                && hasCall(recording, step, path))
                calls.emplace_back(step, path);
    ProgressBar bar("computing again", "layer");
    std::vector<RedoneLayer> redone;
    for (const auto& [step, path] : calls) {
        redone.push_back({path, step, localError(recording, step, path, kernels)});
        bar.show(static_cast<std::int64_t>(redone.size()), static_cast<std::int64_t>(calls.size()));
    }
    return redone;
}

int errorsAsJson(const std::vector<RedoneLayer>& redone)
{
    Json list = Json::array();
    for (const RedoneLayer& layer : redone)
        list.push_back(layer.error.ok() ? localErrorJson(*layer.error)
                                        : Json{{"layer", layer.path}, {"step", layer.step},
                                            {"not_redone", layer.error.error().text()}});
    return print(layoutJson(list));
}

void writeNodeData(const std::vector<RedoneLayer>& redone, const RecordingErrorsArguments& arguments)
{
    std::vector<LocalError> errors;
    for (const RedoneLayer& layer : redone)
        if (layer.error)
            errors.push_back(*layer.error);
    orFail(writeWholeFile(arguments.nodeData, modelExplorerNodeData(arguments.graph, errors)));
}

std::string ulpText(const ArrayDifference& difference)
{
    return difference.finiteInOne > 0 ? "not finite" : roundedText(difference.worstInUlps) + " ulp";
}

int showErrors(const RecordingErrorsArguments& arguments)
{
    Recording recording = arguments.recording.open();
    const std::pair<std::int64_t, std::int64_t> range = stepRange(arguments.steps);
    const Kernels kernels = orFail(Kernels::load());
    const std::vector<RedoneLayer> redone = redoneLayers(recording, arguments, range, kernels);
    if (redone.empty())
        fail({"", "no layer has both its input and its output recorded there"});
    if (!arguments.nodeData.empty())
        writeNodeData(redone, arguments);
    if (arguments.asJson)
        return errorsAsJson(redone);
    std::vector<std::vector<std::string>> rows{{"step", "layer", "class", "in", "error", "worst",
        "its dtype makes", "worst", "apart from that", ""}};
    std::string notes;
    std::map<std::string, std::size_t> left;
    for (const auto& [path, step, error] : redone) {
        if (!error) {
            ++left[path + ": " + error.error().text()];
            continue;
        }
        rows.push_back({std::to_string(step), path, error->className, std::string(error->format->name),
            roundedText(error->recorded.relativeError), ulpText(error->recorded),
            roundedText(error->emulated.relativeError), ulpText(error->emulated),
            std::to_string(error->apart.different) + " of " + std::to_string(error->apart.elements) + ", "
                + ulpText(error->apart),
            error->isOfItsDtype() ? "" : "not what its dtype makes"});
        notes += localErrorNotes(*error);
    }
    std::string text = rows.size() > 1 ? alignedTable(rows) + notes : "";
    for (const auto& [why, count] : left)
        text += "not computed again: " + why
            + (count > 1 ? " (" + counted(static_cast<std::int64_t>(count), "step") + ")" : "") + "\n";
    return print(text);
}

} // namespace

void defineRecordingErrors(CLI::App& command, Action& action)
{
    command.footer(
        "Each layer whose input, weights and output are recorded is computed again from these, in its own dtype and in float64: its local\n"
        "error, with nothing of what came before it. \"its dtype makes\" is what the dtype's arithmetic makes here; a recorded error of\n"
        "more than four times that has another cause. Dense, EinsumDense, Conv2D, normalizations, Softmax, activations and attention\n"
        "of one input to itself; torch's Linear, Conv2d, LayerNorm, RMSNorm, Softmax and MultiheadAttention as these.\n"
        "Of a large batch as many examples as 2^34 multiply-adds allow, those that are not finite first.\n"
        "Examples: ulpscope-cli recording errors recording\n"
        "          ulpscope-cli recording errors recording --steps 100..200 --layer 'encoder.*' --json");
    auto arguments = std::make_shared<RecordingErrorsArguments>();
    arguments->recording.addTo(command);
    command.add_option("--steps", arguments->steps, "Only this step, or these: 10..200")->type_name("STEPS");
    command
        .add_option("--layer", arguments->layers, "Only this layer; * stands for any characters; may repeat")
        ->allow_extra_args(false)
        ->type_name("LAYER");
    CLI::Option* nodeData
        = command
              .add_option("--node-data", arguments->nodeData,
                  "Write each layer's largest error for Model Explorer, whose nodes have the layers' paths for ids")
              ->type_name("FILE");
    command.add_option("--graph", arguments->graph, "The id of the graph there")
        ->needs(nodeData)
        ->capture_default_str();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return showErrors(*arguments); }; });
}

} // namespace ulpscope::cli
