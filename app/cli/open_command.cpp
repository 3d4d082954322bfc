// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/runs/run_seeds.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/tensors/stored_values.h"
#include "app/io/tensors/tensor_reference.h"
#include "app/judge/arithmetic/array_difference.h"
#include "app/judge/arithmetic/would_lose.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/scaling/float8_scaling.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

struct OpenArguments
{
    std::string what;
    std::vector<std::string> formats;
    bool asJson = false;
};

std::string_view typeName(const TensorEntry& entry)
{
    return entry.type != nullptr ? entry.type->name : std::string_view("?");
}

/// A float8 layer's operand, as the file has it.
struct ReadAmaxes
{
    StoredAmaxes place;
    double scale = 0;
    std::vector<float> amaxes; ///< the oldest first
};

/// Reports tensors that cannot be read and lists the rest.
std::vector<ReadAmaxes> readAmaxes(TensorFile& file)
{
    std::vector<ReadAmaxes> all;
    for (const StoredAmaxes& place : storedAmaxes(file.tensors())) {
        const Result<StoredTensor> scale = file.read(place.scale);
        const Result<StoredTensor> history = scale ? file.read(place.history) : scale;
        if (history)
            all.push_back({place, scale->value(0), inOrderOfSteps(*history)});
        else
            complain(history.error().text());
    }
    return all;
}

std::string amaxTable(const std::vector<ReadAmaxes>& all)
{
    std::vector<std::vector<std::string>> rows{
        {"float8 layer", "operand", "scale", "newest amax", "largest", "steps"}};
    for (const ReadAmaxes& one : all) {
        const std::vector<float>& amaxes = one.amaxes;
        const auto first = std::ranges::find_if(amaxes, [](float amax) { return amax != 0; });
        rows.push_back({one.place.layer, std::string(one.place.operand), roundedText(one.scale),
            amaxes.empty() ? "" : roundedText(static_cast<double>(amaxes.back())),
            amaxes.empty() ? "" : roundedText(static_cast<double>(largestAmax(amaxes))),
            std::to_string(amaxes.end() - first) + " of " + std::to_string(amaxes.size())});
    }
    return alignedTable(rows);
}

/// A file's contents.
int list(TensorFile& file, bool asJson)
{
    const std::vector<ReadAmaxes> float8 = readAmaxes(file);
    if (asJson) {
        Json json{{"kind", file.kind()}, {"facts", Json::object()}, {"tensors", Json::array()},
            {"notices", file.notices()}};
        for (const auto& [name, value] : file.facts())
            json["facts"][name] = value;
        for (const TensorEntry& entry : file.tensors())
            json["tensors"].push_back(
                {{"name", entry.name}, {"dtype", entry.type != nullptr ? Json(entry.type->name) : Json()},
                    {"stored_as", entry.storedAs}, {"shape", entry.shape}, {"bytes", entry.bytes},
                    {"remark", entry.remark}});
        if (!float8.empty())
            json["float8"] = Json::array();
        for (const ReadAmaxes& one : float8) {
            Json amaxes = Json::array();
            for (const float amax : one.amaxes)
                amaxes.push_back(static_cast<double>(amax));
            json["float8"].push_back({{"layer", one.place.layer}, {"operand", one.place.operand},
                {"scale", one.scale}, {"amaxes", std::move(amaxes)}});
        }
        return print(layoutJson(json));
    }
    std::uint64_t bytes = 0;
    std::vector<std::vector<std::string>> rows{{"tensor", "dtype", "shape", "bytes", ""}};
    for (const TensorEntry& entry : file.tensors()) {
        bytes += entry.bytes;
        rows.push_back({entry.name, std::string(typeName(entry)), indexText(entry.shape),
            std::to_string(entry.bytes), entry.remark});
    }
    std::string text = alignedTable(rows);
    text += counted(static_cast<std::int64_t>(file.tensors().size()), "tensor") + ", " + std::to_string(bytes)
        + " bytes (" + std::string(file.kind()) + ")\n";
    if (!float8.empty())
        text += '\n' + amaxTable(float8) + '\n';
    for (const auto& [name, value] : file.facts())
        text += shownLine(name) + ": " + shownLine(value) + '\n';
    for (const std::string& notice : file.notices())
        text += notice + '\n';
    return print(text);
}

Result<std::vector<WouldLose>> lossesOf(
    const TensorSnapshot& tensor, const std::vector<std::string>& formats, const Kernels& kernels)
{
    ProgressBar progress("would lose", "format");
    std::vector<WouldLose> losses;
    for (const std::string& format : formats) {
        progress.show(static_cast<std::int64_t>(losses.size()), static_cast<std::int64_t>(formats.size()));
        const Result<WouldLose> loss = wouldLose(tensor, format, kernels);
        if (!loss)
            return loss.error();
        losses.push_back(*loss);
    }
    return losses;
}

/// Prints one tensor.
int show(const TensorReference& reference, const OpenArguments& arguments)
{
    StoredTensor tensor = orFail(loadTensor(reference));
    const Result<TensorSnapshot> snapshot = snapshotOf(tensor, reference.name);
    if (!snapshot)
        fail({arguments.what, snapshot.error().message});
    tensor.bytes = {}; // tensors are large: no copy of the bytes is kept
    const Kernels kernels = orFail(Kernels::load());
    const ValueSummary summary = summaryOf(snapshot->values);
    const std::vector<WouldLose> losses = orFail(
        lossesOf(*snapshot, arguments.formats.empty() ? commonTrainingFormats() : arguments.formats, kernels),
        "--format");
    if (arguments.asJson) {
        Json json{{"dtype", tensor.type->name}, {"shape", tensor.shape}, {"elements", summary.elements},
            {"zeros", summary.zeros}, {"nan", summary.nans}, {"inf", summary.infinities},
            {"amax", summary.largest}, {"min_nonzero", summary.least}, {"mean", summary.mean},
            {"would_lose", lossJson(losses)}};
        return print(layoutJson(json));
    }
    const std::vector<std::vector<std::string>> facts{{"dtype", std::string(tensor.type->name)},
        {"shape", indexText(tensor.shape)}, {"elements", std::to_string(summary.elements)},
        {"zeros", std::to_string(summary.zeros)}, {"NaN", std::to_string(summary.nans)},
        {"infinite", std::to_string(summary.infinities)}, {"amax", shortestText(summary.largest)},
        {"min non-zero", shortestText(summary.least)}, {"mean", roundedText(summary.mean)}};
    return print(alignedTable(facts) + '\n' + lossTable(losses));
}

int run(const OpenArguments& arguments)
{
    const TensorReference reference = parseTensorReference(arguments.what);
    if (!reference.name.empty())
        return show(reference, arguments);
    const std::unique_ptr<TensorFile> file = orFail(openTensorFile(reference.file));
    if (!arguments.formats.empty() && file->tensors().size() == 1)
        return show(reference, arguments);
    if (!arguments.formats.empty())
        fail({"--format", "needs one tensor: FILE::NAME"});
    return list(*file, arguments.asJson);
}

} // namespace

void defineOpen(CLI::App& command, Action& action)
{
    std::string kinds;
    for (const TensorFileKind& kind : tensorFileKinds())
        kinds += "  " + std::string(kind.title) + " (" + std::string(kind.suffixes) + ")\n";
    command.footer("A file is told by what is in it:\n" + kinds
        + "Of FILE::TENSOR the numbers are read and cast as they are. NumPy writes bfloat16 and float8 without saying so: ask\n"
          "for FILE::TENSOR:bfloat16. Nothing in a file is executed; objects of Python's are not made, only looked through.\n"
          "Of float8 layers in a .keras file the scales and amaxes are shown; --json has the histories, the oldest amax first.\n"
          "Examples: ulpscope-cli open model.safetensors\n"
          "          ulpscope-cli open checkpoint.pt::model.fc.weight --format float8_e4m3fn --format mxfp8\n"
          "          ulpscope-cli stats --to float8_e5m2 model.keras::layers/dense/vars/0");
    auto arguments = std::make_shared<OpenArguments>();
    command.add_option("FILE[::TENSOR[:DTYPE]]", arguments->what, "What to open")->required();
    command
        .add_option(
            "--format", arguments->formats, "A number or block format; may repeat (default: common ones)")
        ->allow_extra_args(false)
        ->type_name("FORMAT");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
