// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/io/json/json_text.h"
#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_place.h"
#include "app/judge/logs/log_statistics.h"
#include "app/judge/logs/log_verdict.h"
#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

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
        {"loss_scale", Json::array()}, {"loss", Json::array()}, {"validation_loss", Json::array()},
        {"gradient_norm", Json::array()}, {"statistics", Json::array()}, {"unread", Json::array()}};
    for (const LogVerdict& verdict : judgement.verdicts) {
        Json facts = Json::array();
        for (const LogFact fact : verdict.facts)
            facts.push_back(rowOf(fact).id);
        Json places = Json::array();
        for (const LogPlace& place : verdict.places)
            places.push_back(placeText(place).text());
        json["verdicts"].push_back({{"id", verdict.id}, {"severity", severityName(verdict.severity)},
            {"sentence", verdict.sentence.text()}, {"why", verdict.why}, {"facts", std::move(facts)},
            {"lines", verdict.lines}, {"places", std::move(places)}});
    }
    for (const ScalePoint& point : judgement.scale)
        json["loss_scale"].push_back(
            {{"line", point.line}, {"step", orNull(point.step)}, {"value", point.scale}});
    const auto number
        = [](double value) { return std::isfinite(value) ? Json(value) : Json(shortestText(value)); };
    const auto addSeries = [&](const char* key, std::optional<double> LogEvent::*quantity) {
        for (const LogEvent& event : log.events)
            if (event.*quantity)
                json[key].push_back({{"line", event.line}, {"step", orNull(event.step)},
                    {"value", number(*(event.*quantity))}});
    };
    addSeries("loss", &LogEvent::loss);
    addSeries("validation_loss", &LogEvent::validationLoss);
    addSeries("gradient_norm", &LogEvent::gradientNorm);
    for (const StatisticSeries& series : statisticSeries(log)) {
        Json values = Json::array();
        for (const LogStatistic* each : series.values)
            values.push_back({{"line", each->line}, {"step", each->step}, {"value", number(each->value)}});
        json["statistics"].push_back({{"layer", series.layer}, {"tensor", series.tensor},
            {"statistic", series.statistic}, {"values", std::move(values)}});
    }
    for (const UnreadNumber& unread : log.unread)
        json["unread"].push_back(
            {{"name", unread.name}, {"count", unread.count}, {"example", number(unread.example)}});
    return json;
}

/// "  At lines 3, 10." or "  At step 3, step 10."
std::string placesText(const std::vector<LogPlace>& places)
{
    const bool areLines = places.size() > 1
        && std::ranges::all_of(places, [](const LogPlace& place) { return place.part == 0; });
    std::string text;
    std::string before;
    for (const LogPlace& place : places) {
        std::string now = areLines ? std::to_string(place.line) : placeText(place).text();
        if (now != before) // a change that the table can show
            text += (text.empty() ? areLines ? "  At lines " : "  At " : ", ") + now;
        before = std::move(now);
    }
    return text.empty() ? text : text + ".\n";
}

std::string countsText(const TrainingLog& log, const LogJudgement& judgement)
{
    const auto countOf = [&](std::optional<double> LogEvent::*quantity) {
        return std::count_if(log.events.begin(), log.events.end(),
            [&](const LogEvent& event) { return (event.*quantity).has_value(); });
    };
    std::string text = log.stack + ": " + counted(static_cast<std::int64_t>(log.lines), "line") + ", "
        + counted(countOf(&LogEvent::loss), "loss", "losses") + ", "
        + counted(static_cast<std::int64_t>(judgement.scale.size()), "loss scale") + ", "
        + counted(judgement.skippedSteps, "skipped step");
    if (const auto validations = countOf(&LogEvent::validationLoss))
        text += ", " + counted(validations, "validation loss", "validation losses");
    if (const auto norms = countOf(&LogEvent::gradientNorm))
        text += ", " + counted(norms, "gradient norm");
    if (!log.statistics.empty())
        text += ", " + counted(static_cast<std::int64_t>(log.statistics.size()), "figure") + " of tensors";
    return text + '\n';
}

/// "Other numbers: time (0.5), data (0.01)."
std::string unreadText(const std::vector<UnreadNumber>& unread)
{
    constexpr std::size_t kMaxListed = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(unread.size(), kMaxListed); ++i)
        text += (i == 0 ? "" : ", ") + unread[i].name + " (" + shortestText(unread[i].example) + ')';
    return unread.size() > kMaxListed ? text + " and " + std::to_string(unread.size() - kMaxListed) + " more"
                                      : text;
}

/// If no name in the log was known, adds the names found and the options that say what they mean.
Error withNames(Error error, const LogArguments& arguments)
{
    if (error.message != Message(kNothingKnown))
        return error;
    const Result<std::string> text = readWholeFile(arguments.file, kLargestLog);
    if (!text)
        return error;
    const std::vector<UnreadNumber> unread = unreadNumbers(*text, arguments.names);
    if (!unread.empty())
        error.message = verbatim(error.message.text() + "; its numbers are named " + unreadText(unread)
            + "; say which is the loss with --loss NAME, and so --loss-scale, --gradient-norm, --step, --skipped");
    return error;
}

int run(const LogArguments& arguments)
{
    const TrainingLog log = orFail(loadTrainingLog(arguments.file, {}, arguments.names),
        [&](const Error& error) { return withNames(error, arguments); });
    const LogJudgement judgement = judgeLog(log);
    if (arguments.asJson)
        return print(layoutJson(asJson(log, judgement)));
    std::string output;
    for (const LogVerdict& verdict : judgement.verdicts)
        output += verdict.sentence.text() + "\n  " + verdict.why + '\n' + placesText(verdict.places);
    output += '\n' + countsText(log, judgement);
    const bool hasLoss = std::any_of(
        log.events.begin(), log.events.end(), [](const LogEvent& event) { return event.loss.has_value(); });
    if (!hasLoss && !log.unread.empty())
        output += "Numbers of other names: " + unreadText(log.unread)
            + ". --loss NAME says which is the loss.\n";
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
        "falling for an infinity of the forward or the backward pass that no scale helps; whether gradients were clipped while\n"
        "scaled, whether the schedule counts skipped steps, and which tensors underflow. Each with the places that it follows\n"
        "from. Lines of words, progress bars, tables and JSON are read, of one line or many; losses of a validation are kept\n"
        "apart. Known by their words:\n"
        + stacks
        + "For a log with names of its own, --loss, --loss-scale, --gradient-norm, --step and --skipped give the names: the words\n"
          "before a number, a key of JSON, a column of a table. Where none is known, the names that were found are listed.\n"
          "Example: ulpscope-cli log train.log\n"
          "Example: ulpscope-cli log own.log --step it --loss L --loss-scale S --skipped skip");
    auto arguments = std::make_shared<LogArguments>();
    command.add_option("FILE", arguments->file, "The log of a training")->required();
    const auto addName = [&](const char* option, std::string& name, const char* description) {
        command.add_option(option, name, description)->type_name("NAME");
    };
    addName("--loss", arguments->names.loss, "What the log calls the loss");
    addName("--loss-scale,--scale", arguments->names.lossScale, "What it calls the loss scale");
    addName("--gradient-norm", arguments->names.gradientNorm, "What it calls the norm of all gradients");
    addName("--step", arguments->names.step, "What it calls the step");
    addName("--skipped", arguments->names.skipped,
        "What it calls the number of steps that a line says were skipped");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
