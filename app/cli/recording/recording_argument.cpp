// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recording_argument.h"

#include "app/cli/command.h"
#include "app/io/recordings/recording_files.h"
#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <set>

namespace ulpscope::cli {

void RecordingArgument::addTo(CLI::App& command)
{
    command.add_option("WHAT", path, "The recording: a folder, or a file of tensors")->required();
    CLI::Option* option = command
                              .add_option("--names", names,
                                  "How its tensors are named (default: told by the names themselves)")
                              ->type_name("PATTERN");
    command
        .add_flag("--keep-names", isKept, "Keep that beside the recording, so that it need not be said again")
        ->needs(option);
}

Result<Recording> RecordingArgument::open() const
{
    const Result<std::optional<NamePattern>> pattern = patternFor(path);
    if (!pattern)
        return pattern.error();
    Result<Recording> recording = Recording::open(path, *pattern);
    if (recording && isKept)
        if (const Status kept = keepPattern(path, recording->pattern()); !kept)
            return kept.error();
    return recording;
}

Result<std::optional<NamePattern>> RecordingArgument::patternFor(const std::string& recording) const
{
    if (names.empty())
        return keptPattern(recording);
    const Result<NamePattern> pattern = NamePattern::parse(names);
    if (!pattern)
        return pattern.error().within("--names");
    return std::optional(*pattern);
}

Result<const RecordingTensor*> recordedTensor(
    const Recording& recording, const std::string& tensor, std::optional<std::int64_t> step)
{
    const std::vector<const RecordingTensor*> series = recording.series(tensor);
    if (series.empty()) {
        std::set<std::string> names;
        for (const RecordingTensor& each : recording.tensors())
            names.insert(each.name.tensor());
        return Error{
            "TENSOR", unknownName("tensor", tensor, std::vector<std::string>(names.begin(), names.end()))};
    }
    for (const RecordingTensor* each : series)
        if (!step || each->name.step == *step)
            return each;
    return Error{"--step",
        "'" + shownText(tensor) + "' is not recorded at step " + std::to_string(*step) + "; it is at "
            + counted(static_cast<std::int64_t>(series.size()), "step") + " from "
            + std::to_string(series.front()->name.step) + " to " + std::to_string(series.back()->name.step)};
}

Result<std::pair<std::int64_t, std::int64_t>> stepRange(const std::string& text)
{
    const std::pair<std::int64_t, std::int64_t> all{0, std::numeric_limits<std::int64_t>::max()};
    if (text.empty())
        return all;
    const auto number = [](std::string_view digits) -> std::optional<std::int64_t> {
        std::int64_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool isWhole
            = read.ec == std::errc() && read.ptr == digits.data() + digits.size() && value >= 0;
        return isWhole ? std::optional(value) : std::nullopt;
    };
    const std::size_t dots = text.find("..");
    const std::string first = text.substr(0, dots);
    const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
    const std::optional<std::int64_t> from = first.empty() ? std::optional(all.first) : number(first);
    const std::optional<std::int64_t> to = last.empty() ? std::optional(all.second) : number(last);
    if (!from || !to || *from > *to)
        return Error{"--steps", "expected a step or a range such as 10..200, got " + shownText(text)};
    return std::pair{*from, *to};
}

std::string indexText(const std::vector<std::int64_t>& index)
{
    std::string text;
    for (const std::int64_t place : index)
        text += (text.empty() ? "" : ", ") + std::to_string(place);
    return "[" + text + "]";
}

} // namespace ulpscope::cli
