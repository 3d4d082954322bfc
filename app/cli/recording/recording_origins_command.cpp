// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/recording/recording_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/findings/nonfinite_origins.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct RecordingOriginsArguments
{
    RecordingArgument recording;
    std::string steps;
    std::vector<std::string> expected;
    bool asJson = false;
};

/// Computes the producers again and returns the local errors of those that can be.
std::vector<LocalError> producersAgain(Recording& recording, const OriginsReport& report)
{
    std::vector<LocalError> errors;
    const Result<Kernels> kernels = Kernels::load();
    for (const Origin& origin : report.origins) {
        if (!kernels || origin.kind != OriginKind::Producer)
            continue;
        Result<LocalError> error = localError(recording, report.step, origin.path, *kernels);
        if (error.ok() && error->birth)
            errors.push_back(*std::move(error));
    }
    return errors;
}

Json healthJson(const TensorHealth& health)
{
    return {{"tensor", health.tensor->name.tensor()},
        {"dtype", health.tensor->entry.type != nullptr ? Json(health.tensor->entry.type->name) : Json()},
        {"amax", health.summary.largest}, {"min_nonzero", health.summary.least}, {"nan", health.summary.nans},
        {"inf", health.summary.infinities}, {"expected", health.isExpected}};
}

Json operandJson(const RecordedOperand& operand)
{
    return {{"dtype", operand.dtype}, {"shape", operand.shape}, {"amax", operand.summary.largest},
        {"amin", operand.summary.least}, {"nan", operand.summary.nans}, {"inf", operand.summary.infinities}};
}

Json operationJson(const RecordedOperation& operation)
{
    Json operands = Json::array();
    for (const RecordedOperand& operand : operation.operands)
        operands.push_back(operandJson(operand));
    return {{"operation", operation.name}, {"derivative", operation.derivative}, {"layer", operation.layer},
        {"file", operation.file}, {"line", operation.line}, {"function", operation.function},
        {"code", operation.code}, {"made", operandJson(operation.made)}, {"operands", std::move(operands)}};
}

int originsAsJson(const OriginsReport& report, const std::vector<LocalError>& errors)
{
    Json json{{"step", report.step}, {"first", healthJson(report.tensors[*report.first])},
        {"layers", Json::array()}, {"road", Json::array()}, {"births", Json::array()},
        {"operations", Json::array()}, {"hints", Json::array()}};
    for (const RecordedOperation& operation : report.operations)
        json["operations"].push_back(operationJson(operation));
    for (const Message& hint : report.hints)
        json["hints"].push_back(hint.text());
    for (const Origin& origin : report.origins)
        json["layers"].push_back({{"layer", origin.path}, {"is", originName(origin.kind)},
            {"tensor", origin.tensor}, {"because", origin.because.text()}});
    for (const std::size_t place : report.road)
        json["road"].push_back(healthJson(report.tensors[place]));
    for (const LocalError& error : errors)
        json["births"].push_back(localErrorJson(error));
    return print(layoutJson(json));
}

std::string roadTable(const OriginsReport& report)
{
    std::vector<std::vector<std::string>> rows{
        {"the road there", "dtype", "min non-zero", "amax", "not finite"}};
    for (const std::size_t place : report.road) {
        const TensorHealth& health = report.tensors[place];
        rows.push_back({health.tensor->name.tensor(), std::string(health.tensor->entry.type->name),
            roundedText(health.summary.least), roundedText(health.summary.largest),
            std::to_string(health.summary.notFinite()) + (health.isExpected ? " (expected)" : "")});
    }
    return alignedTable(rows);
}

int showOrigins(const RecordingOriginsArguments& arguments)
{
    Recording recording = arguments.recording.open();
    const std::pair<std::int64_t, std::int64_t> range = stepRange(arguments.steps);
    std::optional<OriginsReport> found;
    {
        ProgressBar bar("reading", "tensor");
        found = orFail(findOrigins(recording, arguments.expected, range.first, range.second, {},
            [&](std::size_t done, std::size_t all) {
                bar.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(all));
            }));
    }
    if (!found)
        return print(arguments.asJson ? "null\n" : "Every number is finite, or expected not to be.\n");
    const OriginsReport& report = *found;
    const std::vector<LocalError> errors = producersAgain(recording, report);
    if (arguments.asJson)
        return originsAsJson(report, errors);
    std::string text = "step " + std::to_string(report.step)
        + ": the first tensor with a number that is not finite is "
        + report.tensors[*report.first].tensor->name.tensor() + "\n";
    for (const LocalError& error : errors)
        text += localErrorNotes(error);
    for (const Message& hint : report.hints)
        text += hint.text() + "\n";
    std::vector<std::vector<std::string>> rows{{"layer", "is a", "because"}};
    for (const Origin& origin : report.origins)
        rows.push_back({origin.path, std::string(originName(origin.kind)), origin.because.text()});
    return print(text + "\n" + alignedTable(rows) + "\n" + roadTable(report));
}

} // namespace

void defineRecordingOrigins(CLI::App& command, Action& action)
{
    command.footer(
        "Of the first recorded step with a number that is not finite: producers, whose inputs and weights are all finite; propagators, which\n"
        "got it; stoppers, behind which all is finite again; and the last 20 tensors before, in the order in which they came to be.\n"
        "A producer is computed again, which says by which operands. What PyTorch's recorder saw of single operations is told with their operands and\n"
        "lines of code. Infinities that are meant, as a mask's, are declared.\n"
        "Example: ulpscope-cli recording origins recording --expected '*.scores/output' --expected '*/input_3'");
    auto arguments = std::make_shared<RecordingOriginsArguments>();
    arguments->recording.addTo(command);
    command.add_option("--steps", arguments->steps, "Only this step, or these: 10..200")->type_name("STEPS");
    command
        .add_option("--expected", arguments->expected,
            "Tensors, LAYER/ROLE, whose infinities are meant; * stands for any characters; may repeat")
        ->allow_extra_args(false)
        ->type_name("TENSOR");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return showOrigins(*arguments); }; });
}

} // namespace ulpscope::cli
