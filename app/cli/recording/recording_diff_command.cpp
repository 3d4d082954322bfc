// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/findings/recording_difference.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope::cli {

namespace {

struct RecordingDiffArguments
{
    RecordingArgument recording;
    std::string other; ///< empty: what the layers make here
    std::vector<std::string> rules; ///< "module.=": FROM=TO
    double tolerance = 0;
    bool isWhole = false;
    bool asJson = false;
};

std::vector<PathRule> pathRules(const std::vector<std::string>& texts)
{
    std::vector<PathRule> rules;
    for (const std::string& text : texts) {
        const std::size_t at = text.find('=');
        if (at == std::string::npos)
            fail({"--path", "expected FROM=TO, got " + shownText(text)});
        rules.push_back({text.substr(0, at), text.substr(at + 1)});
    }
    return rules;
}

RecordingDifference comparedWith(Recording& recording, const RecordingDiffArguments& arguments)
{
    ProgressBar bar("comparing", "tensor");
    const auto progress = [&](std::size_t done, std::size_t all) {
        bar.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(all));
    };
    if (arguments.other.empty()) {
        const Kernels kernels = orFail(Kernels::load());
        return orFail(compareWithEmulation(recording, kernels, arguments.tolerance, {}, progress));
    }
    const std::vector<PathRule> rules = pathRules(arguments.rules);
    const std::optional<NamePattern> pattern = arguments.recording.patternFor(arguments.other);
    Recording other = orFail(Recording::open(arguments.other, pattern));
    return orFail(compareRecordings(recording, other, arguments.tolerance, rules, {}, progress));
}

Json diffNumber(double value)
{
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

Json comparedJson(const ComparedTensor& tensor)
{
    Json json{{"tensor", tensor.name.tensor()}, {"step", tensor.name.step}, {"shape", tensor.shape},
        {"other_shape", tensor.otherShape},
        {"ulps_of", tensor.format != nullptr ? Json(tensor.format->name) : Json()},
        {"other_dtype", tensor.hasOtherDtype}, {"alike", tensor.isAlike()}};
    if (!tensor.difference)
        return json;
    json["different"] = tensor.difference->different;
    json["beyond"] = tensor.difference->beyond;
    json["worst_ulp"] = tensor.difference->worstInUlps;
    json["finite_in_one"] = tensor.difference->finiteInOne;
    json["relative_error"] = diffNumber(tensor.difference->relativeError);
    if (tensor.difference->first)
        json["first"] = {{"index", tensor.firstIndex}, {"value", diffNumber(tensor.first)},
            {"other", diffNumber(tensor.firstOther)}};
    return json;
}

std::vector<std::string> textsOf(const std::vector<Message>& messages)
{
    std::vector<std::string> texts;
    for (const Message& each : messages)
        texts.push_back(each.text());
    return texts;
}

std::vector<std::string> notRedoneTexts(const RecordingDifference& difference)
{
    std::vector<std::string> texts;
    for (const NotRedone& each : difference.notRedone)
        texts.push_back("layer " + shownLine(each.path) + ": " + each.why.text());
    std::sort(texts.begin(), texts.end());
    return texts;
}

int diffAsJson(const RecordingDifference& difference)
{
    Json json{{"first", difference.first ? comparedJson(difference.tensors[*difference.first]) : Json()},
        {"tensors", Json::array()}, {"only_in_first", textsOf(difference.onlyInFirst)},
        {"only_in_second", textsOf(difference.onlyInSecond)}};
    for (const std::string& each : notRedoneTexts(difference))
        json["only_in_first"].push_back(each);
    for (const ComparedTensor& tensor : difference.tensors)
        json["tensors"].push_back(comparedJson(tensor));
    return print(layoutJson(json));
}

std::string firstSentence(const RecordingDifference& difference)
{
    const std::string all = counted(static_cast<std::int64_t>(difference.tensors.size()), "tensor");
    if (!difference.first)
        return all + " are in both, and alike\n";
    const ComparedTensor& tensor = difference.tensors[*difference.first];
    std::string text = "the first difference of " + all + " is at step " + std::to_string(tensor.name.step)
        + " in " + shownLine(tensor.name.tensor());
    if (!tensor.difference)
        return text + ": " + indexText(tensor.shape) + " against " + indexText(tensor.otherShape) + "\n";
    return text + " " + indexText(tensor.firstIndex) + ": " + shortestText(tensor.first) + " against "
        + shortestText(tensor.firstOther) + "\n";
}

std::string diffTable(const RecordingDifference& difference, bool isWhole)
{
    std::vector<std::vector<std::string>> rows{
        {"step", "tensor", "ulps of", "beyond", "different", "worst", "relative L2", ""}};
    for (const ComparedTensor& tensor : difference.tensors) {
        if (tensor.isAlike() && !isWhole)
            continue;
        const std::string format = tensor.format != nullptr ? std::string(tensor.format->name) : "-";
        if (!tensor.difference) {
            rows.push_back(
                {std::to_string(tensor.name.step), tensor.name.tensor(), format, "-", "-", "-", "-",
                    tensor.shape == tensor.otherShape
                        ? "no numbers of ours"
                        : "shapes " + indexText(tensor.shape) + " and " + indexText(tensor.otherShape)});
            continue;
        }
        rows.push_back({std::to_string(tensor.name.step), tensor.name.tensor(), format,
            std::to_string(tensor.difference->beyond) + " of " + std::to_string(tensor.difference->elements),
            std::to_string(tensor.difference->different),
            roundedText(tensor.difference->worstInUlps) + " ulp",
            roundedText(tensor.difference->relativeError),
            tensor.difference->finiteInOne > 0
                ? std::to_string(tensor.difference->finiteInOne) + " finite in one of them alone"
                : ""});
    }
    return rows.size() > 1 ? alignedTable(rows) : "";
}

int diffRecordings(const RecordingDiffArguments& arguments)
{
    Recording recording = arguments.recording.open();
    const RecordingDifference difference = comparedWith(recording, arguments);
    if (arguments.asJson)
        return diffAsJson(difference);
    std::string text = firstSentence(difference) + diffTable(difference, arguments.isWhole);
    for (const Message& sentence : difference.onlyInFirst)
        text += "in the first alone: " + sentence.text() + "\n";
    for (const std::string& each : notRedoneTexts(difference))
        text += "not computed again: " + each + "\n";
    for (const Message& sentence : difference.onlyInSecond)
        text += "in the second alone: " + sentence.text() + "\n";
    return print(text);
}

} // namespace

void defineRecordingDiff(CLI::App& command, Action& action)
{
    command.footer(
        "Tensors are aligned by step, layer and role from the start, in the order of the first recording; what one of them has alone is told by\n"
        "name. A layer's \"module.\" and \"_orig_mod.\", which wrappers put before it, may be missing. Without OTHER the second is an\n"
        "emulation: each layer's output against what its dtype makes here of its recorded input and weights.\n"
        "--ulps counts units in the last place of the narrower of the two dtypes, at the second's number.\n"
        "Examples: ulpscope-cli recording diff cpu gpu --ulps 1\n"
        "          ulpscope-cli recording diff before after --path encoder.=model.encoder.\n"
        "          ulpscope-cli recording diff recording --json");
    auto arguments = std::make_shared<RecordingDiffArguments>();
    arguments->recording.addTo(command);
    command.add_option("OTHER", arguments->other, "The other recording (default: what the layers make here)");
    command.add_option("--ulps", arguments->tolerance, "How far apart numbers may be")
        ->check(CLI::Range(0.0, 1e300))
        ->capture_default_str();
    command
        .add_option("--path", arguments->rules,
            "Layers of the other whose path begins with FROM have TO in its place in the first; may repeat")
        ->allow_extra_args(false)
        ->type_name("FROM=TO");
    command.add_flag("--all", arguments->isWhole, "Tensors that are alike too");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return diffRecordings(*arguments); }; });
}

} // namespace ulpscope::cli
