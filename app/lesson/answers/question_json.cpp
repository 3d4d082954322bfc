// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_json.h"

#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

double numberOr(JsonMembers& members, const char* key, double otherwise)
{
    return members.has(key) ? members.number(key) : otherwise;
}

std::string textOr(JsonMembers& members, const char* key)
{
    return members.has(key) ? members.words(key) : std::string();
}

Result<AnswerRange> rangeFromJson(const Json& json)
{
    JsonMembers members(json);
    AnswerRange range;
    if (members.has("value"))
        range.low = range.high = members.number("value");
    else {
        range.low = numberOr(members, "low", -kNoEnd);
        range.high = numberOr(members, "high", kNoEnd);
    }
    range.from = numberOr(members, "from", -kNoEnd);
    range.to = numberOr(members, "to", kNoEnd);
    if (!(range.low <= range.high) || !(range.from <= range.to))
        members.fail({"", "expected a range that does not end before it begins"});
    return finished(members, range);
}

Json rangeJson(const AnswerRange& range)
{
    Json json = Json::object();
    if (range.low == range.high)
        json["value"] = range.low;
    if (range.low != range.high && range.low != -kNoEnd)
        json["low"] = range.low;
    if (range.low != range.high && range.high != kNoEnd)
        json["high"] = range.high;
    if (range.from != -kNoEnd)
        json["from"] = range.from;
    if (range.to != kNoEnd)
        json["to"] = range.to;
    return json;
}

/// A list of ranges and names.
Result<AnswerTest> testFromJson(const Json& json)
{
    if (!json.is_array() || json.empty() || json.size() > kMaxLessonItems)
        return Error{"", "expected a list of ranges and names, got " + shownJson(json)};
    AnswerTest test;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i].is_string()) {
            test.names.push_back(json[i].get<std::string>());
            continue;
        }
        const Result<AnswerRange> range = rangeFromJson(json[i]);
        if (!range)
            return range.error().within("[" + std::to_string(i) + "]");
        test.ranges.push_back(*range);
    }
    return test;
}

Json testJson(const AnswerTest& test)
{
    Json json = listJson(test.ranges, rangeJson);
    for (const std::string& name : test.names)
        json.push_back(name);
    return json;
}

/// Ranges where a number or a drawing is asked for, names where a layer is.
Status checkTest(QuestionKind kind, const AnswerTest& test)
{
    if (kind == QuestionKind::PickLayer && !test.ranges.empty())
        return Error{"", "expected names of layers"};
    if (kind != QuestionKind::PickLayer && kind != QuestionKind::SetControl && !test.names.empty())
        return Error{"", "expected ranges of numbers"};
    return success();
}

AnswerTest testIn(JsonMembers& members, const char* key, QuestionKind kind)
{
    Result<AnswerTest> test = testFromJson(members.at(key));
    const Status status = test ? checkTest(kind, *test) : Status(test.error());
    if (!status)
        members.fail(status.error().within(key));
    return test ? *std::move(test) : AnswerTest();
}

Result<Option> optionFromJson(const Json& json)
{
    JsonMembers members(json);
    Option option;
    option.text = members.words("text");
    option.isRight = members.has("right") && members.flag("right");
    if (!option.isRight && !members.has("hint"))
        members.fail({"hint", "missing: a wrong answer needs a hint"});
    option.hint = textOr(members, "hint");
    return finished(members, option);
}

Json optionJson(const Option& option)
{
    Json json{{"text", option.text}};
    if (option.isRight)
        json["right"] = true;
    if (!option.hint.empty())
        json["hint"] = option.hint;
    return json;
}

void readOptions(JsonMembers& members, Question& question)
{
    question.options = itemsOf(members, "options", kMaxLessonItems, optionFromJson);
    if (question.options.size() < 2)
        members.fail({"options", "expected two options at least"});
    if (std::none_of(
            question.options.begin(), question.options.end(), [](const Option& o) { return o.isRight; }))
        members.fail({"options", "none of them is right"});
}

void readTests(JsonMembers& members, Question& question)
{
    question.right = testIn(members, "right", question.kind);
    question.hints = itemsOf(members, "hints", kMaxLessonItems, [&](const Json& json) -> Result<Hint> {
        JsonMembers hint(json);
        Hint read;
        if (hint.has("when"))
            read.when = testIn(hint, "when", question.kind);
        read.say = hint.words("say");
        return finished(hint, read);
    });
    for (std::size_t i = 0; i < question.hints.size(); ++i) {
        const bool isForAll = question.hints[i].when == AnswerTest();
        if (isForAll != (i + 1 == question.hints.size()))
            members.fail({"hints[" + std::to_string(i) + "].when",
                isForAll ? "missing: only the last hint is for every other answer"
                         : "the last hint has to be for every other answer, without a \"when\""});
    }
    if (question.hints.empty())
        members.fail({"hints", "missing: a wrong answer needs a hint"});
}

void readPlace(JsonMembers& members, Question& question)
{
    const bool isControl = question.kind == QuestionKind::SetControl;
    const char* key = isControl ? "control" : "plot";
    const NamedPlace named = placeIn(members, key);
    if (named.place == nullptr)
        return;
    question.place = named.place->name;
    question.layer = named.layer;
    if (isControl && !named.place->isControl())
        members.fail({key, "expected a control, got " + question.place});
    if (!isControl && named.place->kind != PlaceKind::Plot)
        members.fail({key, "expected a plot, got " + question.place});
}

} // namespace

Result<PointAt> pointAtFromJson(const Json& json)
{
    JsonMembers members(json);
    const NamedPlace named = placeIn(members, "place");
    return finished(
        members, PointAt{named.place != nullptr ? std::string(named.place->name) : "", named.layer});
}

Json pointAtJson(const PointAt& pointAt)
{
    Json json{{"place", pointAt.place}};
    if (!pointAt.layer.empty())
        json["layer"] = pointAt.layer;
    return json;
}

Result<Question> questionFromJson(const Json& json)
{
    JsonMembers members(json);
    Question question;
    question.kind = static_cast<QuestionKind>(members.choice("kind", questionKindNames()));
    question.ask = members.words("ask");
    question.asksConfidence = members.has("confidence") && members.flag("confidence");
    question.pointAt = partIn(members, "point_at", pointAtFromJson).value_or(PointAt());
    switch (question.kind) {
    case QuestionKind::Choice:
        readOptions(members, question);
        return finished(members, question);
    case QuestionKind::Number:
        question.unit = textOr(members, "unit");
        break;
    case QuestionKind::Point:
    case QuestionKind::Curve:
    case QuestionKind::SetControl:
        readPlace(members, question);
        break;
    case QuestionKind::PickLayer:
        break;
    }
    readTests(members, question);
    return finished(members, question);
}

Json questionJson(const Question& question)
{
    Json json{{"kind", questionKindNames()[static_cast<std::size_t>(question.kind)]}, {"ask", question.ask}};
    if (!question.unit.empty())
        json["unit"] = question.unit;
    if (!question.place.empty())
        json[question.kind == QuestionKind::SetControl ? "control" : "plot"] = question.place;
    if (!question.layer.empty())
        json["layer"] = question.layer;
    if (!question.pointAt.place.empty())
        json["point_at"] = pointAtJson(question.pointAt);
    if (question.asksConfidence)
        json["confidence"] = true;
    if (question.kind == QuestionKind::Choice) {
        json["options"] = listJson(question.options, optionJson);
        return json;
    }
    json["right"] = testJson(question.right);
    json["hints"] = Json::array();
    for (const Hint& hint : question.hints) {
        json["hints"].push_back(Json::object());
        if (hint.when != AnswerTest())
            json["hints"].back()["when"] = testJson(hint.when);
        json["hints"].back()["say"] = hint.say;
    }
    return json;
}

} // namespace ulpscope
