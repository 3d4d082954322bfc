// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/recording_argument.h"
#include "app/cli/text_table.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/io/json/json_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <map>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct RecordingShowArguments
{
    RecordingArgument recording;
    bool asJson = false;
};

/// What of a tensor is the same at most steps.
struct ShownSeries
{
    std::string path;
    std::string role;
    std::vector<std::int64_t> steps;
    const TensorEntry* entry = nullptr; ///< at the first
};

std::vector<ShownSeries> seriesOf(const Recording& recording)
{
    std::vector<ShownSeries> list;
    std::map<std::string, std::size_t> places;
    for (const RecordingTensor& tensor : recording.tensors()) {
        const auto [place, isNew] = places.emplace(tensor.name.tensor(), list.size());
        if (isNew)
            list.push_back({tensor.name.path, tensor.name.role, {}, &tensor.entry});
        list[place->second].steps.push_back(tensor.name.step);
    }
    return list;
}

std::string classOf(const Recording& recording, const std::string& path)
{
    const RecordedLayer* layer = recording.layer(path);
    return layer != nullptr ? shownLine(layer->className) : "";
}

int showAsJson(const Recording& recording)
{
    Json json{{"stack", recording.stack()}, {"steps", recording.steps()}, {"layers", Json::object()},
        {"tensors", Json::array()}, {"notices", recording.notices()}};
    for (const std::string& path : recording.paths())
        json["layers"][path] = classOf(recording, path).empty() ? Json() : Json(classOf(recording, path));
    for (const ShownSeries& series : seriesOf(recording))
        json["tensors"].push_back({{"layer", series.path}, {"role", series.role},
            {"dtype", series.entry->type != nullptr ? Json(series.entry->type->name) : Json()},
            {"shape", series.entry->shape}, {"steps", series.steps}});
    return print(layoutJson(json));
}

int showRecording(const RecordingShowArguments& arguments)
{
    const Result<Recording> recording = arguments.recording.open();
    if (!recording)
        return failWith(recording.error());
    if (arguments.asJson)
        return showAsJson(*recording);
    std::vector<std::vector<std::string>> rows{{"tensor", "class", "dtype", "shape", "steps", "from", "to"}};
    for (const ShownSeries& series : seriesOf(*recording))
        rows.push_back({series.path.empty() ? series.role : series.path + "/" + series.role,
            classOf(*recording, series.path),
            std::string(series.entry->type != nullptr ? series.entry->type->name : std::string_view("?")),
            indexText(series.entry->shape), std::to_string(series.steps.size()),
            std::to_string(series.steps.front()), std::to_string(series.steps.back())});
    std::string text = alignedTable(rows);
    text += counted(static_cast<std::int64_t>(recording->tensors().size()), "tensor") + " of "
        + counted(static_cast<std::int64_t>(recording->paths().size()), "layer") + " at "
        + counted(static_cast<std::int64_t>(recording->steps().size()), "step")
        + (recording->stack().empty() ? "" : ", by " + shownLine(recording->stack())) + "\n";
    for (const std::string& notice : recording->notices())
        text += notice + "\n";
    return print(text);
}

} // namespace

void defineRecordingShow(CLI::App& command, Action& action)
{
    command.footer(std::string(kNamesFooter) + "Example: ulpscope-cli recording show recording --json");
    auto arguments = std::make_shared<RecordingShowArguments>();
    arguments->recording.addTo(command);
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return showRecording(*arguments); }; });
}

} // namespace ulpscope::cli
