// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_compile.h"

#include "app/io/json/json_text.h"
#include "engine/base/catalog.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <span>

namespace ulpscope {

namespace {

/// Turns a float32 of Keras back into the short decimal that it came from: 0.001, not 0.0010000000474974513.
double meantNumber(double value)
{
    const auto narrow = static_cast<float>(value);
    if (static_cast<double>(narrow) != value)
        return value;
    std::array<char, 32> text{}; // the shortest of a float32 has 15
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), narrow);
    double meant = value;
    std::from_chars(text.data(), end, meant);
    return meant;
}

/// The value of the member that has the parameter's name. Nothing where it has another type; null is the parameter's default.
std::optional<ParameterValue> valueFor(const ParameterSpec& spec, const Json& json)
{
    if (json.is_null()) // no decay is none, whatever the default is
        return spec.name == "weight_decay" ? ParameterValue(0.0) : spec.defaultValue;
    if (std::holds_alternative<bool>(spec.defaultValue) && json.is_boolean())
        return json.get<bool>();
    if (std::holds_alternative<std::int64_t>(spec.defaultValue) && json.is_number_integer())
        return json.get<std::int64_t>();
    if (std::holds_alternative<double>(spec.defaultValue) && json.is_number())
        return meantNumber(json.get<double>());
    if (std::holds_alternative<std::string>(spec.defaultValue) && json.is_string())
        return json.get<std::string>();
    if (std::holds_alternative<std::vector<std::int64_t>>(spec.defaultValue) && json.is_array()
        && std::ranges::all_of(json, [](const Json& each) { return each.is_number_integer(); }))
        return json.get<std::vector<std::int64_t>>();
    return std::nullopt;
}

/// The catalog's class with what the config says of its parameters; what Keras calls it says nothing of the step.
template <class Row>
std::optional<Component> readComponent(std::span<const Row> rows, std::string_view what,
    const std::string& className, const Json& config, std::vector<std::string>& notes)
{
    const Row* row = findRow(rows, className);
    if (row == nullptr) {
        notes.push_back(
            "The " + std::string(what) + " " + shownText(className) + " is none that is trained with here.");
        return std::nullopt;
    }
    Component component{className, {}};
    for (auto member = config.begin(); member != config.end(); ++member) {
        const auto spec = std::ranges::find(row->parameters, member.key(), &ParameterSpec::name);
        const std::optional<ParameterValue> value
            = spec == row->parameters.end() ? std::nullopt : valueFor(*spec, *member);
        if (value)
            component.config.set(member.key(), *value);
        else if (!member->is_null() && member.key() != "name")
            notes.push_back("Left out: " + shownText(member.key()) + " of the " + std::string(what) + " "
                + className + ", which is " + shownJson(*member) + ".");
    }
    const Result<Component> checked = checkComponent(rows, what, component);
    if (checked)
        return *checked;
    notes.push_back(
        "The " + std::string(what) + " " + className + " is not taken over: " + checked.error().text() + ".");
    return std::nullopt;
}

const Json& configOf(const Json& envelope)
{
    static const Json none = Json::object();
    const Json* config = findMember(envelope, "config");
    return config != nullptr && config->is_object() ? *config : none;
}

/// Keras has a value for each piece, a session one factor between them: the same where they are as many float32 apart.
std::optional<Json> byFactor(const Json& values)
{
    if (!values.is_array() || values.size() < 2
        || !std::ranges::all_of(values, [](const Json& value) { return value.is_number(); }))
        return std::nullopt;
    const double first = meantNumber(values[0].get<double>());
    const double factor
        = meantNumber(static_cast<double>(static_cast<float>(meantNumber(values[1].get<double>()) / first)));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (roundToFormat(float32Format(), first * std::pow(factor, static_cast<double>(i)))
            != roundToFormat(float32Format(), values[i].get<double>()))
            return std::nullopt;
    return Json(factor);
}

/// A schedule's config by the names that sessions have (keras/src/optimizers/schedules/learning_rate_schedule.py); its first learning
/// rate is "initial_learning_rate". Nothing where a session has no such course.
std::optional<Json> sessionsSchedule(const std::string& className, Json config)
{
    if (className == "PiecewiseConstantDecay") {
        const Json values = config.value("values", Json());
        const std::optional<Json> factor = byFactor(values);
        if (!factor)
            return std::nullopt;
        config.erase("values");
        config["initial_learning_rate"] = values[0];
        config["factor"] = *factor;
    }
    if (className == "PolynomialDecay") {
        if (config.value("cycle", Json()) == Json(true))
            return std::nullopt;
        config.erase("cycle");
    }
    if (className == "CosineDecay") {
        if (config.value("warmup_target", Json()).is_null())
            config.erase("warmup_steps"); // warm-up steps count only with a target
        else if (config.value("warmup_steps", Json()) == Json(0))
            config["initial_learning_rate"] = config["warmup_target"];
    }
    return config;
}

/// Puts the first learning rate in the schedule's place.
void readSchedule(Json& optimizer, KerasCompile& compile)
{
    const Json* rate = findMember(optimizer, "learning_rate");
    if (rate == nullptr || !rate->is_object())
        return;
    compile.isScheduled = true;
    const std::string className = textMember(*rate, "class_name");
    const Json given = configOf(*rate);
    std::optional<Json> config = sessionsSchedule(className, given);
    Json first = (config ? *config : given).value("initial_learning_rate", Json());
    const bool isOurs = config && first.is_number() && className != "constant"
        && findRow(scheduleCatalog(), className) != nullptr;
    if (isOurs) {
        config->erase("initial_learning_rate");
        compile.schedule
            = readComponent(scheduleCatalog(), "learning rate schedule", className, *config, compile.notes);
        if (compile.schedule && !checkSchedule(*compile.schedule))
            compile.schedule.reset();
    }
    if (!compile.schedule)
        compile.notes.push_back("Left out: the learning rate's schedule " + shownText(className)
            + (first.is_number()
                    ? ", whose first, " + shortestText(meantNumber(first.get<double>())) + ", stays."
                    : "."));
    optimizer["learning_rate"] = std::move(first);
}

void readOptimizer(const Json& json, KerasCompile& compile)
{
    const std::string className = textMember(json, "class_name");
    Json config = configOf(json);
    readSchedule(config, compile);
    if (className == "LossScaleOptimizer") {
        compile.lossScale = readComponent(lossScaleCatalog(), "loss scale", "dynamic",
            Json{{"initial_scale", config.value("initial_scale", Json())},
                {"dynamic_growth_steps", config.value("dynamic_growth_steps", Json())}},
            compile.notes);
        if (const Json* inner = findMember(config, "inner_optimizer"))
            readOptimizer(*inner, compile);
        return;
    }
    compile.optimizer = readComponent(optimizerCatalog(), "optimizer", className, config, compile.notes);
}

std::string plainName(std::string_view text)
{
    std::string plain;
    for (const char c : text)
        if (c != '_')
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

/// "mse", "mean_squared_error", "MeanSquaredError": Keras takes each (keras/src/losses/__init__.py). Itself where it is none of ours.
std::string lossClass(const std::string& name)
{
    const std::string plain = plainName(name);
    if (plain == "mse" || plain == "mae")
        return plain == "mse" ? "MeanSquaredError" : "MeanAbsoluteError";
    for (const LossClass& row : lossCatalog())
        if (plainName(row.name) == plain)
            return row.name;
    return name;
}

void readLoss(const Json& json, KerasCompile& compile)
{
    std::string name = json.is_string() ? json.get<std::string>() : textMember(json, "class_name");
    if (name == "function") // one of Keras' functions in place of a class
        name = textMember(json, "config");
    Json config = configOf(json);
    if (textMember(config, "reduction") == "sum_over_batch_size")
        config.erase("reduction"); // the behaviour that is emulated
    compile.loss = readComponent(lossCatalog(), "loss", lossClass(name), config, compile.notes);
}

} // namespace

KerasCompile readKerasCompile(const Json& compiled)
{
    KerasCompile compile;
    if (const Json* optimizer = findMember(compiled, "optimizer");
        optimizer != nullptr && optimizer->is_object())
        readOptimizer(*optimizer, compile);
    if (const Json* loss = findMember(compiled, "loss");
        loss != nullptr && (loss->is_string() || loss->is_object()))
        readLoss(*loss, compile);
    else if (loss != nullptr && !loss->is_null())
        compile.notes.emplace_back("Left out: losses of several outputs.");
    if (const Json* weights = findMember(compiled, "loss_weights"); weights != nullptr && !weights->is_null())
        compile.notes.push_back("Left out: the loss weights " + shownJson(*weights) + ".");
    return compile;
}

} // namespace ulpscope
