// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "engine/base/number_text.h"
#include "engine/io/json/json_text.h"
#include "engine/io/logs/training_log_reader.h"
#include "engine/judge/log_verdict.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct LogArguments
{
    std::string file;
    LogNames names;
    bool asJson = false;
};

Json asJson(const TrainingLog& log, const LogJudgement& judgement)
{
    const auto orNull = [](const auto& value) { return value ? Json(*value) : Json(); };
    Json json{{"stack", log.stack}, {"lines", log.lines}, {"skipped_steps", judgement.skippedSteps},
        {"loss_scale_argument", judgement.lossScaleArgument}, {"verdicts", Json::array()},
        {"loss_scale", Json::array()}, {"loss", Json::array()}};
    for (const LogVerdict& verdict : judgement.verdicts) {
        Json facts = Json::array();
        for (const LogFact fact : verdict.facts)
            facts.push_back(rowOf(fact).id);
        json["verdicts"].push_back({{"id", verdict.id}, {"severity", severityName(verdict.severity)},
            {"sentence", verdict.sentence.text()}, {"why", verdict.why}, {"facts", std::move(facts)},
            {"lines", verdict.lines}});
    }
    for (const ScalePoint& point : judgement.scale)
        json["loss_scale"].push_back(
            {{"line", point.line}, {"step", orNull(point.step)}, {"value", point.scale}});
    for (const LogEvent& event : log.events)
        if (event.loss)
            json["loss"].push_back({{"line", event.line}, {"step", orNull(event.step)},
                {"value", std::isfinite(*event.loss) ? Json(*event.loss) : Json(shortestText(*event.loss))}});
    return json;
}

/// "  Lines 3, 10."
std::string linesText(const std::vector<std::size_t>& lines)
{
    std::string text;
    for (const std::size_t line : lines)
        text += (text.empty() ? lines.size() == 1 ? "  Line " : "  Lines " : ", ") + std::to_string(line);
    return text.empty() ? text : text + ".\n";
}

int run(const LogArguments& arguments)
{
    const Result<TrainingLog> log = loadTrainingLog(arguments.file, {}, arguments.names);
    if (!log)
        return failWith(log.error());
    const LogJudgement judgement = judgeLog(*log);
    if (arguments.asJson)
        return print(layoutJson(asJson(*log, judgement)));
    std::string output;
    for (const LogVerdict& verdict : judgement.verdicts)
        output += verdict.sentence.text() + "\n  " + verdict.why + '\n' + linesText(verdict.lines);
    const auto losses = std::count_if(
        log->events.begin(), log->events.end(), [](const LogEvent& event) { return event.loss.has_value(); });
    output += '\n' + log->stack + ": " + counted(static_cast<std::int64_t>(log->lines), "line") + ", "
        + counted(losses, "loss", "losses") + ", "
        + counted(static_cast<std::int64_t>(judgement.scale.size()), "loss scale") + ", "
        + counted(judgement.skippedSteps, "skipped step") + '\n';
    if (!judgement.lossScaleArgument.empty())
        output += "To see that rule at work: ulpscope-cli run loss-scale --loss-scale '"
            + judgement.lossScaleArgument + "'\n";
    return print(output);
}

} // namespace

void defineLog(CLI::App& command, Action& action)
{
    std::string stacks;
    for (const LogStack& stack : logStacks())
        stacks += "  " + std::string(stack.name) + ": " + std::string(stack.example) + '\n';
    command.footer(
        "Says whether the loss is finite, and whether the loss scale is warming up, in its normal saw-tooth, stuck, exhausted, or\n"
        "falling for an infinity of the forward pass that no scale helps; whether gradients were clipped while scaled, and\n"
        "whether the schedule counts skipped steps. Each with the lines that it follows from. Known by their words:\n"
        + stacks
        + "Of a log in words of one's own, --loss, --scale, --step and --skipped say which: the word before a number, a key of\n"
          "JSON, a column of a table.\n"
          "Example: ulpscope-cli log train.log\n"
          "Example: ulpscope-cli log own.log --step it --loss L --scale S --skipped skip");
    auto arguments = std::make_shared<LogArguments>();
    command.add_option("FILE", arguments->file, "The log of a training")->required();
    const auto addName = [&](const char* option, std::string& name, const char* description) {
        command.add_option(option, name, description)->type_name("WORD");
    };
    addName("--loss", arguments->names.loss, "What the log calls the loss");
    addName("--scale", arguments->names.lossScale, "What it calls the loss scale");
    addName("--step", arguments->names.step, "What it calls the step");
    addName("--skipped", arguments->names.skipped,
        "What it calls the number of steps that a line says were skipped");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
