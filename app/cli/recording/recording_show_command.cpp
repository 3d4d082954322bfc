// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/recorded_series.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct RecordingShowArguments
{
    RecordingArgument recording;
    bool asJson = false;
};

std::string typeOf(const TensorEntry& entry)
{
    return std::string(entry.type != nullptr ? entry.type->name : std::string_view("?"));
}

std::string classOf(const Recording& recording, const std::string& path)
{
    const RecordedLayer* layer = recording.layer(path);
    return layer != nullptr ? shownLine(layer->className) : "";
}

int showAsJson(const Recording& recording)
{
    Json json{{"stack", recording.stack()}, {"steps", recording.steps()}, {"layers", Json::object()},
        {"tensors", Json::array()}, {"notices", Json::array()}};
    for (const Message& notice : recording.notices())
        json["notices"].push_back(notice.text());
    for (const std::string& path : recording.paths())
        json["layers"][path] = classOf(recording, path).empty() ? Json() : Json(classOf(recording, path));
    for (const RecordedSeries& series : seriesIn(recording)) {
        const TensorEntry& entry = recording.tensors()[series.tensors.front()].entry; // alike at most steps
        Json steps = Json::array();
        for (const std::size_t tensor : series.tensors)
            steps.push_back(recording.tensors()[tensor].name.step);
        json["tensors"].push_back({{"layer", series.path}, {"role", series.role},
            {"dtype", entry.type != nullptr ? Json(entry.type->name) : Json()}, {"shape", entry.shape},
            {"steps", std::move(steps)}});
    }
    return print(layoutJson(json));
}

int showRecording(const RecordingShowArguments& arguments)
{
    const Recording recording = arguments.recording.open();
    if (arguments.asJson)
        return showAsJson(recording);
    std::vector<std::vector<std::string>> rows{{"tensor", "class", "dtype", "shape", "steps", "from", "to"}};
    for (const RecordedSeries& series : seriesIn(recording)) {
        const RecordingTensor& first = recording.tensors()[series.tensors.front()];
        const RecordingTensor& last = recording.tensors()[series.tensors.back()];
        rows.push_back({series.tensor(), classOf(recording, series.path), typeOf(first.entry),
            indexText(first.entry.shape), std::to_string(series.tensors.size()),
            std::to_string(first.name.step), std::to_string(last.name.step)});
    }
    std::string text = alignedTable(rows);
    text += counted(static_cast<std::int64_t>(recording.tensors().size()), "tensor") + " of "
        + counted(static_cast<std::int64_t>(recording.paths().size()), "layer") + " at "
        + counted(static_cast<std::int64_t>(recording.steps().size()), "step")
        + (recording.stack().empty() ? "" : ", by " + shownLine(recording.stack())) + "\n";
    for (const Message& notice : recording.notices())
        text += notice.text() + "\n";
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
