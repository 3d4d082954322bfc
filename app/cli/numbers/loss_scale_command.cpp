// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/scaling/loss_scale.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <charconv>

namespace ulpscope::cli {

namespace {

constexpr std::int64_t kMaxSteps = 1'000'000;

struct LossScaleOptions
{
    std::string rule;
    std::vector<std::string> outcomes;
    std::vector<std::string> parameters; ///< "initial_scale=1024"
    bool showsAll = false;
    bool asJson = false;
};

struct Step
{
    std::int64_t step = 0;
    bool isFinite = true;
    LossScale before;
    LossScale after;
};

/// How often, and whether gradients are finite: "ok:2000", "overflow".
struct Outcomes
{
    bool isFinite = true;
    std::int64_t count = 1;
};

Outcomes outcomesOf(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const std::string word = text.substr(0, colon);
    Outcomes outcomes{word == "ok", 1};
    bool isRight = word == "ok" || word == "overflow";
    if (colon != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, outcomes.count);
        isRight = isRight && error == std::errc() && stop == end && outcomes.count >= 1
            && outcomes.count <= kMaxSteps;
    }
    if (!isRight)
        fail({"OUTCOME",
            "expected ok, overflow, or one with a count such as ok:2000, got " + shownText(text)});
    return outcomes;
}

LossScale scaleOf(const LossScaleOptions& options)
{
    Component component{options.rule, {}};
    std::vector<std::string> names;
    for (const std::string& parameter : options.parameters) {
        const std::size_t equals = parameter.find('=');
        Result<Json> value
            = equals == std::string::npos ? Result<Json>(Error{}) : parseJson(parameter.substr(equals + 1));
        if (!value && equals != std::string::npos)
            if (const std::optional<double> number
                = parseNumber(parameter.substr(equals + 1))) // ".5", which JSON has not
                value = Json(*number);
        const std::string name = parameter.substr(0, equals);
        names.push_back(name);
        const KerasScalerArgument* argument
            = options.rule == "dynamic" ? findKerasScalerArgument(name) : nullptr;
        if (argument != nullptr && value && value->dump() != argument->defaultText)
            fail({"--set", std::string(argument->refusal), ErrorKind::ValueError});
        if (argument != nullptr && value)
            continue; // Keras takes its default, and nothing changes
        if (!value || !(value->is_number() || value->is_boolean()))
            fail({"--set", "expected a parameter and a number such as initial_scale=1024, got " + parameter});
        if (value->is_boolean())
            component.config.set(name, value->get<bool>());
        else if (value->is_number_integer())
            component.config.set(name, value->get<std::int64_t>());
        else
            component.config.set(name, value->get<double>());
    }
    if (options.rule == "dynamic")
        orFail(checkKerasScalerNames(names));
    const Component checked = orFail(checkComponent(lossScaleCatalog(), "loss scale", component));
    return findRow(lossScaleCatalog(), checked.className)->make(checked.config);
}

std::vector<Step> stepsOf(const LossScaleOptions& options)
{
    const LossScale first = scaleOf(options);
    std::vector<Step> steps;
    LossScale scale = first;
    for (const std::string& text : options.outcomes) {
        const Outcomes outcomes = outcomesOf(text);
        const auto count = static_cast<std::int64_t>(steps.size());
        if (count + outcomes.count > kMaxSteps)
            fail({"OUTCOME", "expected at most 1000000 steps"});
        for (std::int64_t i = 0; i < outcomes.count && !scale.hasEnded; ++i) {
            steps.push_back({count + i, outcomes.isFinite, scale, scale.next(outcomes.isFinite)});
            scale = steps.back().after;
        }
    }
    return steps;
}

bool isShown(const std::vector<Step>& steps, std::size_t i, bool showsAll)
{
    const Step& step = steps[i];
    return showsAll || i == 0 || i + 1 == steps.size() || !step.isFinite
        || step.after.scale != step.before.scale || step.after.hasEnded != step.before.hasEnded;
}

bool isSkipped(const Step& step)
{
    return !step.isFinite && step.before.skipsNonFinite();
}

std::string scaleText(float scale)
{
    return shortestText(static_cast<double>(scale));
}

int listRules(bool asJson)
{
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{{"rule", "parameters", "what it does"}};
    for (const LossScaleClass& row : lossScaleCatalog()) {
        const std::string parameters = joinedText(row.parameters, ", ", [&](const ParameterSpec& parameter) {
            return parameter.name + "=" + toText(parameter.defaultValue);
        });
        list.push_back({{"rule", row.name}, {"parameters", parameters}, {"description", row.description}});
        table.push_back({row.name, parameters.empty() ? "-" : parameters, row.description});
    }
    return print(asJson ? layoutJson(list) : alignedTable(table));
}

int trace(const LossScaleOptions& options)
{
    if (options.rule.empty())
        return listRules(options.asJson);
    const std::vector<Step> steps = stepsOf(options);
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{
        {"step", "gradients", "scale", "step is", "next scale", "good steps"}};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!isShown(steps, i, options.showsAll))
            continue;
        const Step& step = steps[i];
        list.push_back({{"step", step.step}, {"finite", step.isFinite},
            {"scale", scaleText(step.before.scale)}, {"skipped", isSkipped(step)},
            {"next_scale", scaleText(step.after.scale)}, {"good_steps", step.after.goodSteps},
            {"hysteresis_left", step.after.hysteresisLeft}, {"ended", step.after.hasEnded}});
        table.push_back(
            {std::to_string(step.step), step.isFinite ? "ok" : "overflow", scaleText(step.before.scale),
                step.after.hasEnded   ? "the run's end"
                    : isSkipped(step) ? "skipped"
                                      : "applied",
                scaleText(step.after.scale), std::to_string(step.after.goodSteps)});
    }
    return print(options.asJson ? layoutJson(list) : alignedTable(table));
}

} // namespace

void defineLossScale(CLI::App& command, Action& action)
{
    command.footer(
        "Without a rule the rules are listed. Shown are the first and the last step, overflows, and steps "
        "after which the scale changes.\n"
        "Examples: ulpscope-cli loss-scale dynamic ok:2000 overflow:2 ok:5\n"
        "          ulpscope-cli loss-scale tf_keras overflow:20 --set initial_scale=4 --all");
    auto options = std::make_shared<LossScaleOptions>();
    command.add_option("RULE", options->rule, "A rule, such as dynamic, tf_keras or grad_scaler");
    command.add_option("OUTCOME", options->outcomes, "ok or overflow, with a count: ok:2000");
    command.add_option("--set", options->parameters, "A parameter of the rule, such as initial_scale=1024")
        ->type_name("NAME=NUMBER");
    command.add_flag("--all", options->showsAll, "Show every step");
    command.add_flag("--json", options->asJson, "Print a JSON list");
    command.callback([&action, options] { action = [options] { return trace(*options); }; });
}

} // namespace ulpscope::cli
