// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/file/npz.h"
#include "engine/scaling/tensor_scaling.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ulpscope::cli {

namespace {

struct ScalingOptions
{
    std::string rule;
    std::vector<std::string> amaxes; ///< "0.5", "inf:skipped"
    std::string tensors;
    std::string format = "float8_e4m3fn";
    int length = 1024;
    int margin = 0;
    std::string choice = "max";
    bool asJson = false;
};

struct Observation
{
    float amax = 0;
    StepOutcome outcome = StepOutcome::Applied;
};

Observation observationOf(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const std::optional<double> amax = parseNumber(text.substr(0, colon));
    const std::string outcome = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (!amax || *amax < 0 || (!outcome.empty() && outcome != "skipped" && outcome != "accumulating")
        || text.ends_with(':'))
        fail({"AMAX",
            "expected a number of at least 0, maybe with :skipped or :accumulating behind it, got "
                + shownText(text)});
    return Observation{static_cast<float>(*amax),
        outcome.empty()            ? StepOutcome::Applied
            : outcome == "skipped" ? StepOutcome::Skipped
                                   : StepOutcome::Accumulating};
}

/// max |x| as the stacks form it: a NaN is the result.
float amaxOf(const NpyArray& array)
{
    double amax = 0;
    std::visit(
        [&](const auto& values) {
            for (const auto value : values) {
                const double magnitude = std::fabs(static_cast<double>(value));
                amax = std::isnan(magnitude) || std::isnan(amax) ? std::nan("") : std::max(amax, magnitude);
            }
        },
        array.values);
    return static_cast<float>(amax);
}

std::vector<Observation> observationsOf(const ScalingOptions& options)
{
    std::vector<Observation> observations;
    for (const std::string& text : options.amaxes) {
        const Observation observation = observationOf(text);
        observations.push_back(observation);
    }
    if (options.tensors.empty())
        return observations;
    if (!observations.empty())
        fail({"AMAX", "expected none beside --tensors"});
    const std::vector<NamedArray> arrays = orFail(loadNpz(options.tensors));
    for (const NamedArray& named : arrays)
        observations.push_back({amaxOf(named.array), StepOutcome::Applied});
    return observations;
}

TensorScaling scalingOf(const ScalingOptions& options)
{
    const Format* format = orFail(formatByName(options.format), "--format");
    constexpr int kMaxBits = 8;
    if ((format)->bits() > kMaxBits || (format)->maxFinite() <= 0)
        fail({"--format",
            "expected a format of at most 8 bits, such as float8_e4m3fn; these rules scale tensors into a small range, and "
                + options.format + " reaches " + shortestText((format)->maxFinite())});
    const auto largest = static_cast<float>((format)->maxFinite());
    TensorScaling scaling;
    scaling.slot = "tensor";
    if (options.rule == "keras")
        scaling.state = makeAmaxHistory(largest, options.length, options.margin);
    else
        scaling.state = makeDelayedScaling(largest, options.length,
            options.choice == "max" ? AmaxChoice::Max : AmaxChoice::MostRecent, options.margin);
    return scaling;
}

std::string text(float value)
{
    return shortestText(static_cast<double>(value));
}

Json number(float value)
{
    if (std::isfinite(value))
        return static_cast<double>(value);
    return text(value);
}

int trace(const ScalingOptions& options)
{
    TensorScaling scaling = scalingOf(options);
    const std::vector<Observation> observations = observationsOf(options);
    if (observations.empty())
        fail({"AMAX", "expected at least one, or --tensors with at least one array"});
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{{"step", "amax", "used scale", "stored scale"}};
    for (const Observation& observation : observations) {
        scaling.observe(observation.amax);
        scaling.commit(observation.outcome);
        const std::size_t step = list.size();
        list.push_back({{"step", step}, {"amax", number(observation.amax)},
            {"used_scale", number(scaling.usedScale)}, {"stored_scale", number(scaling.scale())}});
        table.push_back(
            {std::to_string(step), text(observation.amax), text(scaling.usedScale), text(scaling.scale())});
    }
    return print(options.asJson ? layoutJson(list) : alignedTable(table));
}

} // namespace

void defineScaling(CLI::App& command, Action& action)
{
    command.footer(
        "Rules: keras (the scale divides, and lags two steps) and te_delayed (it multiplies, and lags one). Keras' state\n"
        "changes with an applied step only; :skipped and :accumulating behind a number say that it was none.\n"
        "Examples: ulpscope-cli scaling te_delayed 0.5 2 8 1 inf 1 --length 4\n"
        "          ulpscope-cli scaling keras 2 3 nan:skipped 1\n"
        "          ulpscope-cli scaling keras --tensors seen.npz --format float8_e5m2");
    auto options = std::make_shared<ScalingOptions>();
    command.add_option("RULE", options->rule, "keras or te_delayed")
        ->required()
        ->check(CLI::IsMember({"keras", "te_delayed"}));
    command.add_option("AMAX", options->amaxes, "What each step sees: 0.5, inf, nan, 3:skipped");
    command
        .add_option("--tensors", options->tensors, "An .npz file with a tensor for each step, in its order")
        ->type_name("FILE");
    command.add_option("--format", options->format, "The format that is scaled to")
        ->type_name("FORMAT")
        ->capture_default_str();
    command.add_option("--length", options->length, "Entries of the history")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    command.add_option("--margin", options->margin, "The largest is mapped to max / 2^margin")
        ->check(CLI::Range(-64, 64))
        ->capture_default_str();
    command.add_option("--choice", options->choice, "te_delayed: max or most_recent of the history")
        ->check(CLI::IsMember({"max", "most_recent"}))
        ->capture_default_str();
    command.add_flag("--json", options->asJson, "Print a JSON list");
    command.callback([&action, options] { action = [options] { return trace(*options); }; });
}

} // namespace ulpscope::cli
