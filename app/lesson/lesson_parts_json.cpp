// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_json.h"
#include "app/lesson/lesson_metric.h"
#include "engine/base/catalog.h"
#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

using ActionKind = LessonAction::Kind;

constexpr std::int64_t kMaxTrained = 100'000'000;

/// Each action is an object with one of these members, which says what is done.
struct Verb
{
    ActionKind kind;
    const char* key;
};
constexpr std::array kVerbs{Verb{ActionKind::Set, "set"}, Verb{ActionKind::Change, "change"},
    Verb{ActionKind::Train, "train"}, Verb{ActionKind::Pick, "pick"}, Verb{ActionKind::Open, "open"},
    Verb{ActionKind::Step, "step"}};
static_assert(isOrderedBy(kVerbs, &Verb::kind), "a row for each kind of action");

ControlValue controlValueIn(JsonMembers& members, const char* key)
{
    const Json& json = members.at(key);
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number())
        return json.get<double>();
    return members.text(key);
}

/// The value as the parameter wants it, where it can be; checkConfig() says what is wrong with others.
Result<ParameterValue> parameterValue(const Json& json, const ParameterSpec& spec)
{
    if (json.is_boolean())
        return ParameterValue(json.get<bool>());
    if (json.is_string())
        return ParameterValue(json.get<std::string>());
    if (json.is_number_integer() && (!json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX))
        return ParameterValue(json.get<std::int64_t>());
    if (json.is_number())
        return ParameterValue(json.get<double>());
    return Error{spec.name, expectedMessage(expectation(spec), shownJson(json))};
}

/// The metric and its parameters, without the defaults.
Result<Component> metricFromJson(JsonMembers& members)
{
    const std::string name = members.text("metric");
    const Result<const LessonMetric*> row = rowByName(lessonMetrics(), "metric", shownText(name));
    if (!row)
        return row.error().within("metric");
    Component metric{(*row)->name, {}};
    const Json& given = members.at("of");
    if (!given.is_object())
        return Error{"of", "expected an object, got " + shownJson(given)};
    std::vector<std::string> known;
    for (const ParameterSpec& spec : (*row)->parameters)
        known.push_back(spec.name);
    for (const auto& [key, value] : given.items()) {
        const auto spec = std::find(known.begin(), known.end(), key);
        if (spec == known.end())
            return Error{shownText(key), unknownName(translated("key"), shownText(key), known)}.within("of");
        const Result<ParameterValue> read
            = parameterValue(value, (*row)->parameters[static_cast<std::size_t>(spec - known.begin())]);
        if (!read)
            return read.error().within("of");
        metric.config.set(key, *read);
    }
    if (const Result<Component> checked = checkLessonMetric(metric); !checked)
        return checked.error().within("of");
    return metric;
}

void readComparison(JsonMembers& members, Expectation& expectation)
{
    expectation.comparison = static_cast<ExpectOperator>(members.choice("operator", expectOperatorNames()));
    switch (expectation.comparison) {
    case ExpectOperator::Absent:
        return;
    case ExpectOperator::Within:
        expectation.low = members.number("low");
        expectation.high = members.number("high");
        if (!(expectation.low <= expectation.high))
            members.fail({"high", "expected a number that is not below \"low\""});
        return;
    case ExpectOperator::Equal:
        expectation.value = members.number("value");
        if (members.has("tolerance"))
            expectation.tolerance = members.number("tolerance");
        if (!(expectation.tolerance >= 0) || std::isinf(expectation.tolerance))
            members.fail({"tolerance", "expected a number >= 0"});
        return;
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        expectation.value = members.number("value");
        if (std::isnan(expectation.value))
            members.fail({"value", "nothing is less or greater than NaN"});
        return;
    }
}

Result<std::uint64_t> seedFromJson(const Json& json)
{
    if (!json.is_number_unsigned())
        return Error{"", "expected a seed, an integer >= 0, got " + shownJson(json)};
    return json.get<std::uint64_t>();
}

bool changesTheSession(const LessonAction& action)
{
    if (action.kind == ActionKind::Change)
        return true;
    const Result<const LessonPlace*> place = lessonPlaceByName(action.place);
    return action.kind == ActionKind::Set && place && (*place)->kind == PlaceKind::SessionControl;
}

Json controlValueJson(const ControlValue& value)
{
    return std::visit([](const auto& v) { return Json(v); }, value);
}

} // namespace

const std::vector<std::string>& expectOperatorNames()
{
    static const std::vector<std::string> names{"==", "within", "<", "<=", ">", ">=", "absent"};
    return names;
}

const std::vector<std::string>& zoomLevelNames()
{
    static const std::vector<std::string> names{"run", "layer", "tensor", "element", "bits"};
    return names;
}

NamedPlace placeIn(JsonMembers& members, const char* key)
{
    const std::string name = members.text(key);
    const Result<const LessonPlace*> place = lessonPlaceByName(name);
    if (!place) {
        members.fail(place.error().within(key));
        return {};
    }
    NamedPlace named{*place, {}};
    if ((*place)->isOfLayer)
        named.layer = members.words("layer");
    return named;
}

Result<LessonAction> actionFromJson(const Json& json)
{
    JsonMembers members(json);
    const auto verb
        = std::find_if(kVerbs.begin(), kVerbs.end(), [&](const Verb& each) { return members.has(each.key); });
    if (verb == kVerbs.end()) {
        members.fail({"", "expected one of \"set\", \"change\", \"train\", \"pick\", \"open\", \"step\""});
        return *members.error();
    }
    // Another reader, so that members of other actions count as unknown.
    JsonMembers chosen(json);
    LessonAction action;
    action.kind = verb->kind;
    switch (verb->kind) {
    case ActionKind::Set: {
        const NamedPlace named = placeIn(chosen, "set");
        if (named.place != nullptr && !named.place->isControl())
            chosen.fail({"set", "expected a control, got " + std::string(named.place->name)});
        action.place = named.place != nullptr ? named.place->name : "";
        action.layer = named.layer;
        action.value = controlValueIn(chosen, "to");
        if (named.place != nullptr && !chosen.error())
            if (const Status has = checkViewValue(*named.place, action.value); !has)
                chosen.fail(has.error().within("to"));
        break;
    }
    case ActionKind::Change: {
        const Json& change = chosen.at("change");
        if (!change.is_object() || change.empty())
            chosen.fail({"change", "expected an object with what is different, got " + shownJson(change)});
        action.change = layoutJson(change);
        break;
    }
    case ActionKind::Train:
        action.steps = chosen.whole("train", 0, kMaxTrained);
        break;
    case ActionKind::Pick:
        action.layer = chosen.words("pick");
        break;
    case ActionKind::Open: {
        const NamedPlace named = placeIn(chosen, "open");
        if (named.place != nullptr && named.place->kind != PlaceKind::Tab)
            chosen.fail({"open", "expected a tab, got " + std::string(named.place->name)});
        action.place = named.place != nullptr ? named.place->name : "";
        break;
    }
    case ActionKind::Step:
        action.steps = chosen.whole("step", 0, kMaxTrained);
        break;
    }
    return finished(chosen, action);
}

Json actionJson(const LessonAction& action)
{
    Json json = Json::object();
    switch (action.kind) {
    case ActionKind::Set:
        json["set"] = action.place;
        if (!action.layer.empty())
            json["layer"] = action.layer;
        json["to"] = controlValueJson(action.value);
        break;
    case ActionKind::Change:
        json["change"] = Json::parse(action.change);
        break;
    case ActionKind::Train:
        json["train"] = action.steps;
        break;
    case ActionKind::Pick:
        json["pick"] = action.layer;
        break;
    case ActionKind::Open:
        json["open"] = action.place;
        break;
    case ActionKind::Step:
        json["step"] = action.steps;
        break;
    }
    return json;
}

Result<Expectation> expectationFromJson(const Json& json)
{
    JsonMembers members(json);
    Expectation expectation;
    if (members.error())
        return *members.error();
    Result<Component> metric = metricFromJson(members);
    if (!metric)
        return metric.error();
    expectation.metric = *std::move(metric);
    const LessonMetric& row = *findRow(lessonMetrics(), expectation.metric.className);
    if (row.isOfRun) {
        expectation.with = itemsOf(members, "with", kMaxLessonItems, actionFromJson);
        expectation.seeds = itemsOf(members, "seeds", kMaxLessonSeeds, seedFromJson);
        if (expectation.seeds.empty())
            members.fail({"seeds", "missing: a number of a run is measured over seeds"});
        if (row.isOfTwoRuns && expectation.with.empty())
            members.fail({"with", "missing: it is what the two runs differ in"});
    }
    for (std::size_t i = 0; i < expectation.with.size(); ++i)
        if (!changesTheSession(expectation.with[i]))
            members.fail({"with[" + std::to_string(i) + "]", "expected a change of the session"});
    readComparison(members, expectation);
    return finished(members, expectation);
}

Json expectationJson(const Expectation& expectation)
{
    Json json{{"metric", expectation.metric.className}, {"of", Json::object()}};
    for (const auto& [name, value] : expectation.metric.config.entries())
        json["of"][name] = std::visit([](const auto& v) { return Json(v); }, value);
    if (!expectation.with.empty())
        json["with"] = listJson(expectation.with, actionJson);
    json["operator"] = expectOperatorNames()[static_cast<std::size_t>(expectation.comparison)];
    switch (expectation.comparison) {
    case ExpectOperator::Absent:
        break;
    case ExpectOperator::Within:
        json["low"] = expectation.low;
        json["high"] = expectation.high;
        break;
    case ExpectOperator::Equal:
        json["value"] = expectation.value;
        if (expectation.tolerance != 0)
            json["tolerance"] = expectation.tolerance;
        break;
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        json["value"] = expectation.value;
        break;
    }
    if (!expectation.seeds.empty())
        json["seeds"] = expectation.seeds;
    return json;
}

} // namespace ulpscope
